"""All texts of Chicago Poker: names, sentences, refusals, and a player's standing."""
