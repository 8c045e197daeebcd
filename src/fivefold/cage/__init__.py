"""The cage around foreign code: what a bot from a file or a program may see, use and leave behind.

    this process ── control socket ──> launcher ──> warden, process 1 inside ──> the bot

`settings` describes a cage, `start` starts a process in one, `launcher` runs between the two.
"""
