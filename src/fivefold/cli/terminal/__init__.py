"""Playing in the terminal, with or without a full screen.

In dependency order: keys, capabilities, board, layout, glass_box, tray, pointer, mouse, commands,
clocks, session, saves, panels, render, review, loop, device, and the two user interfaces:
text_mode and screen. Up to render nothing reads input or prints.
"""
