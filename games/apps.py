"""The games: rules, tables, moves."""

from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """What plays at the tables."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Listen for what happens to accounts, and for mails that come back: models are there now."""
        import_module("games.friends.notices")
        import_module("games.lessons.progress")
        import_module("games.computers.replay_panel")
        import_module("games.review.on_replay")
        import_module("games.privacy.erasure")
        import_module("games.privacy.data_export")
        import_module("games.table.reserved_names")
        import_module("games.notifications.bounces")
        import_module("games.notifications.revocation")
        import_module("games.notifications.channels.web_push")
        import_module("games.moderation.admin")
        post_migrate.connect(import_module("games.moderation.database").set_up, sender=self)
