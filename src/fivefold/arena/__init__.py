"""The arena: tournaments, ratings, and a doctor for engines."""
