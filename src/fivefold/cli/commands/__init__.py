"""The sub-commands of `fivefold`, one module each."""
