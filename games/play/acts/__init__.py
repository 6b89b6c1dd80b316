"""What can be done to a game, a file for each kind of act. Acts import the core of the write path, never one another."""
