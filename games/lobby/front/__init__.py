"""The front page, and starting a game from it."""
