"""The lessons of Swedish Chicago."""
