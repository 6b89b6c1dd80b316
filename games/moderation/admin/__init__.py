"""The back office for games and moderation: hidden cards are shown only for a logged reason, and little is editable."""
