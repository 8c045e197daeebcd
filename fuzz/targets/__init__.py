"""A target is a file with a function `check(data)`: it raises if something is wrong with us."""
