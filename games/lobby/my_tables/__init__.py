"""My tables: where a user is to move, waits for others, or is invited."""
