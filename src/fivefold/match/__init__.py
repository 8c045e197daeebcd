"""Games between engines: clock, record, the game loop, series of games."""
