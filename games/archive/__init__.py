"""Archiving to save space: the pieces of ended games are packed into one row, and old notices are deleted."""
