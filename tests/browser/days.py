"""A site on which tests let time pass, by moving every datetime in its rows back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

from tests.mail_server import PostOffice
from tests.processes import eventually
from tests.site import Site

PATIENCE = 40
"""Seconds that a mail may take on a busy machine."""

PEOPLE = """
from django.db import transaction
from accounts.models import User
from games import play
from games.models import *
from tests.cast import PASSWORD, found_or_made, table_of
from tests.playing import asked_seat, pass_on, play_on
def table(key, name, *people, asked, moves=0, **facts):
    facts = {"pace_hours": 24, "absence": "computer", "free_misses": 0} | facts
    game = play_on(table_of(*people, public_id=key, name=name, **facts), moves)
    while asked_seat(game).user != asked:
        pass_on(game)
    game.notices.filter(kind="started").delete()
    return game
alice, bob = found_or_made("alice"), found_or_made("bob")
"""
EMPTY = "Game.objects.all().delete(); User.objects.all().delete()"
PASS = """
from datetime import datetime, timedelta
from time import sleep
from django.apps import apps
from django.db import transaction
from django.db.models import DateTimeField, F
from games.models import Delivery, Notice
span = timedelta(seconds={seconds})
def pass_by():
    # A mail that has arrived may not be recorded as sent yet: its claim would expire, and it would be sent again.
    if Delivery.objects.filter(state="pending", tries__gt=0).exists():
        return False
    for model in (model for app in ("accounts", "games") for model in apps.get_app_config(app).get_models()):
        moments = [field.name for field in model._meta.fields if isinstance(field, DateTimeField)]
        if moments:
            model.objects.update(**{{name: F(name) - span for name in moments}})
    for notice in Notice.objects.filter(data__has_key="deadline"):
        notice.data["deadline"] = (datetime.fromisoformat(notice.data["deadline"]) - span).isoformat()
        notice.save(update_fields=["data"])
    return True
for _ in range({tries}):
    with transaction.atomic():
        if pass_by():
            break
    sleep(0.1)
else:
    raise RuntimeError("a mail is not sent")
"""
DELIVERIES = """
from games.models import Delivery
for each in Delivery.objects.filter(user__username={name!r}).order_by("pk"):
    print(each.state, each.due_at.isoformat())
"""


class Days:
    """The site and its mail server, both emptied."""

    def __init__(self, site: Site, office: PostOffice) -> None:
        self.site, self.office = site, office
        site.shell(f"{PEOPLE}\n{EMPTY}")
        office.mails.clear()

    def begin(self, code: str) -> str:
        """Run Python code on the site in one transaction, so that no notices are sent for the states in between."""
        lines = "".join(f"\n    {line}" for line in code.strip().splitlines())
        return self.site.shell(f"{PEOPLE}\nwith transaction.atomic():{lines}")

    def pass_time(self, **span: float) -> None:
        """Let time pass (arguments as for timedelta)."""
        self.site.shell(PASS.format(seconds=timedelta(**span).total_seconds(), tries=10 * PATIENCE))

    def mails(self, name: str, count: int) -> Sequence[EmailMessage]:
        """Wait for ``count`` mails to a user and return all. Raise `AssertionError` if there are more."""
        mails = self.office.wait_for(f"{name}@example.org", count, PATIENCE)
        assert len(mails) == count, subjects(mails)
        return mails

    def mail(self, name: str, subject: str) -> EmailMessage:
        """Wait for a user's mail with this subject, ignoring other mails."""

        def found() -> EmailMessage | None:
            return next((mail for mail in self.office.to(address) if mail["Subject"] == subject), None)

        address = f"{name}@example.org"
        mail: EmailMessage = eventually(found, PATIENCE, lambda: str(subjects(self.office.to(address))))
        return mail

    def waiting(self, name: str, count: int) -> datetime:
        """Wait for ``count`` unsent deliveries to a user, all due at the same time, and return that time in UTC."""
        rows: list[str] = []

        def all_there() -> bool:
            rows[:] = self.site.shell(DELIVERIES.format(name=name)).splitlines()
            return len(rows) >= count

        eventually(all_there, PATIENCE, lambda: f"{rows} is all that waits for {name}")
        assert len(rows) == count and len(set(rows)) == 1, rows
        state, due = rows[0].split()
        assert state == "pending", rows
        assert not self.office.to(f"{name}@example.org")
        return datetime.fromisoformat(due).astimezone(UTC)

    def pass_time_until(self, moment: datetime) -> None:
        """Let time pass until a second after ``moment``."""
        self.pass_time(seconds=(moment - datetime.now(UTC)).total_seconds() + 1)


def subjects(mails: Sequence[EmailMessage]) -> list[str]:
    return [mail["Subject"] for mail in mails]


def text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def page_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def link(mail: EmailMessage) -> str:
    """Return the path of the first link in a mail."""
    found = re.search(r"https?://[^/\s]+(/\S*)", text(mail))
    assert found is not None, text(mail)
    return found[1]
