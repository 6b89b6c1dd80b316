"""All texts of Swedish Chicago: names, sentences, refusals, and a player's standing."""
