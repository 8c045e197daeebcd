"""The cage around foreign code: what a bot from a file or a program may see, use and leave behind.

    this process ── control socket ──> launcher ──> warden, process 1 inside ──> the bot

`settings` describes a cage, `start` starts a process in one, `launcher` runs between the two.
"""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix")
"""Folders of the system, shown read-only; their permissions decide what can be read."""
