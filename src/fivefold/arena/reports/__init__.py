"""Reports of a tournament: text, exports and plots."""
