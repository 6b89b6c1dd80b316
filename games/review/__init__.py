"""The Review of a finished game: its luck, its decisions and their quality."""
