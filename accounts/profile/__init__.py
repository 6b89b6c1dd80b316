"""A user's settings and names."""
