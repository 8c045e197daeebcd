"""The other worker processes: shared state and rate limits."""
