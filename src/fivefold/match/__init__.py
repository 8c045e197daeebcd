"""Games between engines: the clock, the record, the loop that plays one game, series of games."""
