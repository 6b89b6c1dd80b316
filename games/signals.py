"""All receivers of the games, one import for each room."""

import games.friends.signals
import games.lessons.signals
import games.notifications.signals
import games.privacy.signals
import games.table.signals  # noqa: F401
