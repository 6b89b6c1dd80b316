"""A site on which a test lets days pass: every moment in its rows moves back by as much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from time import monotonic

from tests.mail_server import PostOffice
from tests.site import Site

PATIENCE = 40
"""Seconds that mails may take on a machine that is busy with other things."""

PEOPLE = """
from django.db import transaction
from accounts.models import User
from games import play
from games.models import *
from tests.cast import PASSWORD, somebody, table_of
from tests.playing import asked_seat, pass_on, play_on
def person(name):
    return User.objects.filter(username=name).first() or somebody(name)
def table(key, name, *people, asked, moves=0, **facts):
    facts = {"pace_hours": 24, "absence": "computer", "free_misses": 0} | facts
    game = play_on(table_of(*people, table=key, name=name, **facts), moves)
    while asked_seat(game).user != asked:
        pass_on(game)
    game.notices.filter(kind="started").delete()
    return game
alice, bob = person("alice"), person("bob")
"""
EMPTY = "Game.objects.all().delete(); User.objects.all().delete()"
PASS = """
from datetime import datetime, timedelta
from django.apps import apps
from django.db import transaction
from django.db.models import DateTimeField, F
from games.models import Notice
span = timedelta(seconds={seconds})
with transaction.atomic():
    for model in (model for app in ("accounts", "games") for model in apps.get_app_config(app).get_models()):
        moments = [field.name for field in model._meta.fields if isinstance(field, DateTimeField)]
        if moments:
            model.objects.update(**{{name: F(name) - span for name in moments}})
    for notice in Notice.objects.filter(data__has_key="deadline"):
        notice.data["deadline"] = (datetime.fromisoformat(notice.data["deadline"]) - span).isoformat()
        notice.save(update_fields=["data"])
"""
OWED = """
from games.models import Delivery
for each in Delivery.objects.filter(user__username={name!r}).order_by("pk"):
    print(each.state, each.due_at.isoformat())
"""


class Days:
    """The site and its post, both empty at first."""

    def __init__(self, site: Site, office: PostOffice) -> None:
        self.site, self.office = site, office
        site.shell(f"{PEOPLE}\n{EMPTY}")
        office.mails.clear()

    def begin(self, code: str) -> str:
        """Run Python beside the site, all of it at once: nobody is told of what is over when it ends."""
        lines = "".join(f"\n    {line}" for line in code.strip().splitlines())
        return self.site.shell(f"{PEOPLE}\nwith transaction.atomic():{lines}")

    def go_by(self, **span: float) -> None:
        """So much time passes (as for timedelta)."""
        self.site.shell(PASS.format(seconds=timedelta(**span).total_seconds()))

    def mails(self, name: str, count: int) -> Sequence[EmailMessage]:
        """All mails to somebody, once there are so many; fails if there are more."""
        mails = self.office.wait_for(f"{name}@example.org", count, PATIENCE)
        assert len(mails) == count, subjects(mails)
        return mails

    def waiting(self, name: str, count: int) -> datetime:
        """When, in UTC, what waits for somebody is due: the moment of all of it, once there are so many, none sent."""
        end = monotonic() + PATIENCE
        while len(rows := self.site.shell(OWED.format(name=name)).splitlines()) < count:
            assert monotonic() < end, f"{rows} is all that waits for {name}"
        assert len(rows) == count and len(set(rows)) == 1, rows
        state, due = rows[0].split()
        assert state == "owed", rows
        assert not self.office.to(f"{name}@example.org")
        return datetime.fromisoformat(due).astimezone(UTC)

    def go_by_until(self, moment: datetime) -> None:
        """It is then, and a second."""
        self.go_by(seconds=(moment - datetime.now(UTC)).total_seconds() + 1)


def subjects(mails: Sequence[EmailMessage]) -> list[str]:
    """What the mails are about."""
    return [mail["Subject"] for mail in mails]


def text(mail: EmailMessage) -> str:
    """Its plain text."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def page_of(mail: EmailMessage) -> str:
    """Its HTML, as a mail program shows it."""
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def link(mail: EmailMessage) -> str:
    """Where its first link leads on this site."""
    found = re.search(r"https?://[^/\s]+(/\S*)", text(mail))
    assert found is not None, text(mail)
    return found[1]
