"""Strategies to learn from: one idea per file, in plain Python.

Start with `random_move.py`; each file names the one to read next.
"""
