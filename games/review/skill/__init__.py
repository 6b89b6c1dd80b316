"""Luck and skill of a person over time, from their Reviews."""
