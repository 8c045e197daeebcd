"""Active matches: the service, its subscribers, timers and machine turns."""
