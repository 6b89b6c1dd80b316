"""The Review of a finished game: its luck, its decisions and how good they were."""
