"""The acts on a game, a file per kind of act. Acts import the core of the write path and never one another."""
