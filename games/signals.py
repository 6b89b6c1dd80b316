"""All signal receivers of the games, imported from each package."""

from games.friends import signals as friends
from games.lessons import signals as lessons
from games.notifications import signals as notifications
from games.privacy import signals as privacy
from games.table import signals as table

__all__ = ["friends", "lessons", "notifications", "privacy", "table"]
