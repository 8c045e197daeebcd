"""Playing the games of a tournament, in processes or on a cluster."""
