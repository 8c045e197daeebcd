"""Tournaments of the arena: read from their journals, sent as JSON documents."""
