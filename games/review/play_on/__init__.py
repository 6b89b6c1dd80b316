"""Play on from a position of a finished game against computer players."""
