"""Pentomino: engine, levels, solver, opening book, analysis and review."""
