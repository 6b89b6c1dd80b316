"""``manage.py createsuperuser``, run by ``make admin``: Django's command, but the e-mail address is confirmed.

The sign-in page requires a confirmed address. The operator enters it here, so it needs no confirmation by mail.
"""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.management.commands import createsuperuser
from django.core.management.base import CommandError

from accounts.models import User


class Command(createsuperuser.Command):
    def get_input_data(self, field: Any, message: str, default: str | None = None) -> Any:
        """Return the input, or None for an empty address, so that Django asks again."""
        typed = super().get_input_data(field, message, default)
        if field.name == "email" and not typed:
            self.stderr.write("Error: Nobody can sign in without an address.")
            return None
        return typed

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the account with a confirmed address, and print the next step. Raise `CommandError` without one."""
        if options["email"] == "":
            raise CommandError("Nobody can sign in without an address.")
        super().handle(*args, **options)
        for person in User.objects.filter(is_superuser=True, is_active=True, emailaddress=None).exclude(email=""):
            EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        if options["verbosity"]:
            opens = f"the back office opens at /{settings.ADMIN_PATH} of your site"
            self.stdout.write(f"Sign in, set a second step up, and {opens}.")
