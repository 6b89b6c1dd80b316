"""What moves for a player of Swedish Chicago: standing orders, the default move, the computer player."""
