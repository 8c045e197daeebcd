"""Coverage-guided fuzzing of all parsers of external input; see README.md."""
