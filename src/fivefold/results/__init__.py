"""What was played and what it says: tournaments, journals, ratings. Pure; reads, never plays."""
