"""The players of a tournament: entrants, their engines and requirements."""
