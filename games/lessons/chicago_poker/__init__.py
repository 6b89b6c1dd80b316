"""The lessons of Chicago Poker."""
