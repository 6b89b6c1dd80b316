"""Archiving that saves space: each ended game's pieces are packed into one row, and old notices are deleted."""
