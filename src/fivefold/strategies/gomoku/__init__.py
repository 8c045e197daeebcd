"""Gomoku: engine, levels, threats, explanations, forced wins and their proofs."""
