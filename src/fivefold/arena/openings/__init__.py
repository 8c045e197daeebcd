"""The openings of a tournament: lists, files and generated ones."""
