"""Playing in the terminal: the table is pure, the board is painted, keys and lines are read.

In dependency order: keys, look, board, glass_box, orders, tray, table, panels, sitting, and the
two faces a table can have, screen and lines.
"""
