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
        """Listen for people who leave or make friends and mails that come back; models can be imported only now."""
        import_module("games.befriending")
        import_module("games.departures")
        import_module("games.exports")
        import_module("games.bounces")
        import_module("games.notices.browsers")
        post_migrate.connect(import_module("games.moderation.database").set_up, sender=self)
