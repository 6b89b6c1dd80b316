"""Play on from a position in a finished game against computer players."""
