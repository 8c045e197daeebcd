"""Computation and verification of books of solved openings: long, parallel, resumable."""
