"""``manage.py createsuperuser``, which ``make admin`` runs: Django's own, whose account can sign in on the site's page.

That page asks for a confirmed address. Whoever types it here runs the site, so that no mail has to confirm it.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.management.commands import createsuperuser
from django.core.management.base import CommandError

from accounts.models import User


class Command(createsuperuser.Command):
    def get_input_data(self, field: Any, message: str, default: str | None = None) -> Any:
        """What was typed; None asks again, as for an address that is left out."""
        typed = super().get_input_data(field, message, default)
        if field.name == "email" and not typed:
            self.stderr.write("Error: Nobody can sign in without an address.")
            return None
        return typed

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the account, confirm its address, and say what comes next. Raises CommandError without an address."""
        if options["email"] == "":
            raise CommandError("Nobody can sign in without an address.")
        super().handle(*args, **options)
        for person in User.objects.filter(is_superuser=True, is_active=True, emailaddress=None).exclude(email=""):
            EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        if options["verbosity"]:
            back_office = f"{settings.SITE_URL}/{settings.ADMIN_PATH}"
            self.stdout.write(f"Sign in, set a second step up, and the back office opens: {back_office}")
