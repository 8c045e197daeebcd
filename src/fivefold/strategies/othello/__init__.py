"""Othello: engine, levels and explanations."""
