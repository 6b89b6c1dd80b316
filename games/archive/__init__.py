"""Archiving that saves space: ended games and long histories are packed, and old notices are deleted."""
