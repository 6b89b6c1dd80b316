"""The site's own computer players: levels, search, hints, explanations of moves, ratings."""
