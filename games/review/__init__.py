"""The Review of a finished game: what was luck, what was decided, and how well."""
