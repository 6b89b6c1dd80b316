"""Everything that Swedish Chicago says: names, sentences, refusals, and where a player stands."""
