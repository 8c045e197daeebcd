"""Tournament formats: which players meet, one module per format."""
