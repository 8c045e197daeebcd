"""Parts shared by the sub-commands: options, printing, progress, exit codes."""
