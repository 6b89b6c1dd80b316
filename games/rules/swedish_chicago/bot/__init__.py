"""Automatic players of Swedish Chicago: standing orders, the default move, the computer player."""
