"""The web application: rooms where matches are played, and what stands around them."""
