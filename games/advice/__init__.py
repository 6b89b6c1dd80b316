"""What computer players can tell: a hint at a practice table, and what they thought, once the game is over."""
