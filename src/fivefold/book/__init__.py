"""Computing the books of solved openings: hours of work, in many processes, that can be resumed."""
