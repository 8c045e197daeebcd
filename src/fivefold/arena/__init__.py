"""Finding out how strong players are."""
