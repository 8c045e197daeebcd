"""The rules of a match on the server: commands in, events out, no I/O."""
