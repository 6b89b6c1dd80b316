"""The code that acts of the write path share."""
