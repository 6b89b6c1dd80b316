"""The site's own computer players: levels, search, hints, explanations of their moves, ratings."""
