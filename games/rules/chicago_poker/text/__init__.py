"""The texts of Chicago Poker, apart from those on its board."""
