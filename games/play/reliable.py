"""Whom a table takes: what it asks of the punctuality of those who sit down."""

from __future__ import annotations

from django.utils.translation import ngettext

from accounts.models import User
from games.history.punctuality import punctuality
from games.models import Game
from games.play.refusals import Refused


def check_reliable(table: Game, user: User) -> None:
    """Raise Refused for whoever has missed more deadlines than a public table puts up with.

    At a table by invitation everybody has been asked to come, so it takes whoever does.
    """
    if not table.public or not table.least_reliable:
        return
    lately = punctuality([user.pk])[user.pk]
    if not lately.reaches(table.least_reliable):
        facts = {"least": table.least_reliable, "turns": lately.turns, "in_time": lately.in_time}
        raise Refused(
            ngettext(
                "This table asks for players who take at least %(least)d of 100 turns in time. Of your last %(turns)d "
                "turn you have taken %(in_time)d in time.",
                "This table asks for players who take at least %(least)d of 100 turns in time. Of your last %(turns)d "
                "turns you have taken %(in_time)d in time.",
                lately.turns,
            )
            % facts
        )
