"""Searches for the server, run in separate processes, and the strategies people can play."""
