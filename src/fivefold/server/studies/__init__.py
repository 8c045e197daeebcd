"""Studies that people edit together: `StudyService` and its collaborators."""
