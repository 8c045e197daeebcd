"""The ladder of built-in opponents, and the calibration of a player against it."""
