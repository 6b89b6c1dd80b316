"""The front page, and what begins a game from it."""
