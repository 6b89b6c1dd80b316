"""Archiving to save space: packs ended games and long histories, and deletes old notices."""
