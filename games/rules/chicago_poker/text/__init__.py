"""Everything that Chicago Poker says: names, sentences, refusals, and where a player stands."""
