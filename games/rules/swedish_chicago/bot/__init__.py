"""Automatic moves in Swedish Chicago: standing orders, default moves, computer players."""
