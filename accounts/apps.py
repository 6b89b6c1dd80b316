"""The apps: accounts, allauth's identity provider as *Programs*, and the admin with the site's own ``AdminSite``."""

from importlib import import_module

from allauth.idp.oidc.apps import OIDCConfig
from django.apps import AppConfig
from django.contrib.admin import apps as admin
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    default = True
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        import_module("accounts.auth.auth_log")
        import_module("accounts.auth.signals")
        import_module("accounts.privacy.signals")
        import_module("accounts.auth.checks")


class BackOfficeConfig(admin.AdminConfig):
    default = False
    default_site = "accounts.staff.admin_site.BackOfficeSite"


class IdentityProviderConfig(OIDCConfig):
    default = False
    verbose_name = _("Programs")
