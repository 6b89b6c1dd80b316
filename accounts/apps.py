"""The people."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Who plays here."""

    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        import_module("accounts.receivers")
