"""The back office's lists of games: staff can see everything except hidden cards, and edit nothing directly."""
