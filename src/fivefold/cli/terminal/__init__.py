"""Playing in the terminal: the table is pure, the board is painted, keys and lines are read.

In dependency order: keys, look, board, layout, glass_box, tray, pointer, orders, clocks, table,
keeping, panels, picture, sitting, device, and the two faces a table can have: lines and screen.
"""
