"""What moves for a player of Chicago Poker: standing orders, the default move, the computer player."""
