"""SGF: the format, and the parts that other formats share."""
