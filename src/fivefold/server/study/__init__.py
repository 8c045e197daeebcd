"""The rules of a study on the server: edits in, events out, no I/O."""
