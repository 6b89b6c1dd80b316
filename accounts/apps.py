"""The people."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin import apps as admin
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Who plays here."""

    default = True
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        import_module("accounts.doorbook")
        import_module("accounts.receivers")
        import_module("accounts.kept")
        import_module("accounts.checks")


class BackOfficeConfig(admin.AdminConfig):
    """Django's admin, behind a door of our own."""

    default = False
    default_site = "accounts.back_office.BackOffice"
