"""Code shared by the acts of the write path."""
