"""Acts on games, one file per kind. Acts import the core of the write path, but never one another."""
