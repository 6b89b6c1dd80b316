"""Automatic players of Chicago Poker: standing orders, the default move, the computer player."""
