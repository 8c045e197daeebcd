"""A target is a file with a function `check(data)`, which raises on a fault."""
