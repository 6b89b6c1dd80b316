"""The chat at a table."""
