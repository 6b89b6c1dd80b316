"""A user's luck and skill over time, from their Reviews."""
