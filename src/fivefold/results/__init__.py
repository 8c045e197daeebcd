"""Results of play: tournaments, journals, standings, ratings. Pure; it reads, but never plays."""
