"""The app of the games: rules, tables, moves."""

from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Connect receivers and fill the registries of lower layers, now that the models are loaded."""
        import_module("games.signals")
        import_module("games.bots.webhook_player")
        import_module("games.computers.replay_panel")
        import_module("games.moderation.notices")
        import_module("games.review.replay_panel")
        post_migrate.connect(import_module("games.moderation.database").set_up, sender=self)
