"""The back office for games and moderation: hidden cards need a logged reason, and little can be edited directly."""
