"""Ended games take less room: their pieces are packed into one row, and old notices are deleted."""
