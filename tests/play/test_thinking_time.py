"""No sequence of settings, pauses, votes and vacations changes the thinking time that the table's terms allow.

The model counts quarters of an hour. Nights, waits and zone offsets are whole quarters, so that the model is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as property_settings
from hypothesis import strategies as st

from accounts.models import User
from games import play
from games.clock import RestHours
from games.models import Arrangement, Game, Player, Vacation, Vote
from games.play import ArrangementChoice
from games.play.core import seat_clocks
from games.play.core.vacation_arrangements import today
from tests.cast import somebody, table_of
from tests.games.hours import CHANGES, DAY, HOUR, ZONES, around, burns_at
from tests.needs import EVERYTHING
from tests.playing import asked_seat

pytestmark = pytest.mark.slow

QUARTER = timedelta(minutes=15)
A_DAY, BANK = DAY // QUARTER, 30 * HOUR // QUARTER
SHORTEST = 12 * HOUR // QUARTER
"""The least time, in quarters, that a moderator leaves when revoking an extension."""

FAR_APART = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]
TERMS = [
    {"pace_hours": 24},
    {"pace_hours": 48},
    {"clock": "bank", "bank_hours": 20, "added_hours": 10, "cap_hours": 120},
]


def time_of(terms: dict[str, Any]) -> int:
    """Return the quarters of the first turn."""
    return terms["pace_hours"] * HOUR // QUARTER if "pace_hours" in terms else BANK


def whole(moment: datetime) -> datetime:
    """Return the quarter of an hour in which ``moment`` lies."""
    return moment.replace(minute=moment.minute // 15 * 15, second=0, microsecond=0)


@dataclass
class Model:
    """A simple model of a turn's time, in quarters of an hour ``allowed`` and ``thought``.

    A quarter counts as thought if it begins while a person is to move at a table that isn't paused, outside the rest
    hours of the settings with which the turn began. The allowance is the sum of the turn's time, a day for each free
    miss and each extension, and, the first time the seat changes hands in a turn, the difference to a full day.
    """

    rest: RestHours
    allowed: int
    thought: int = 0
    topped_up: bool = False

    @property
    def left(self) -> int:
        return self.allowed - self.thought

    def think(self, start: datetime, quarters: int) -> None:
        """Let the clock run until the time is up."""
        burnt = sum(burns_at(start + QUARTER * number, self.rest) for number in range(quarters))
        self.thought = min(self.allowed, self.thought + burnt)

    def change_hands(self) -> None:
        """Let another player, or the returning owner, take over the turn."""
        if self.left < A_DAY and not self.topped_up:
            self.topped_up, self.allowed = True, self.thought + A_DAY

    def take_back(self) -> None:
        """Let a moderator revoke an extension of a day."""
        self.allowed = self.thought + max(self.left - A_DAY, min(self.left, SHORTEST))


@dataclass
class Story:
    """A turn at a table of two, played on the site and in the model."""

    game: Game
    key: int
    now: time_machine.Traveller
    model: Model
    given: list[play.Extension] = field(default_factory=list)
    begins: int = 0

    def me(self) -> Player:
        return Player.objects.select_related("game", "user", "friend").get(pk=self.key)

    def owner(self) -> User:
        return User.objects.get(pk=self.me().user_id)

    def vacation(self) -> Vacation | None:
        return Vacation.objects.filter(state=Vacation.State.ON).first()

    # --- actions of the players

    def choose(self, settings: dict[str, Any]) -> None:
        User.objects.filter(pk=self.me().user_id).update(**settings)

    def pause_or_resume(self) -> None:
        self.vote(Vote.Kind.RESUME if self.me().game.is_paused else Vote.Kind.PAUSE)

    def extend(self) -> None:
        """Let both players agree on more time, if the seat has a clock."""
        self.vote(Vote.Kind.EXTEND)
        self.model.allowed += A_DAY

    def vote(self, kind: str) -> None:
        """Let both players agree to a vote. Raise `Refused` if it isn't allowed."""
        other = self.game.players.select_related("game", "user").exclude(pk=self.key).get()
        play.cast(other, play.propose(self.me(), kind).pk, True)

    def arrange(self, arranged: ArrangementChoice, days: int) -> None:
        """Begin a vacation, or change the current one."""
        owner, choices = self.owner(), {self.key: arranged}
        if under_way := self.vacation():
            play.change_vacation(under_way, under_way.first, today(under_way) + days * DAY, choices)
            return
        play.plan_vacation(owner, today(owner), today(owner) + days * DAY, choices)
        self.begins += 1

    def leave_or_come_back(self, arranged: ArrangementChoice, days: int) -> None:
        """Begin a vacation, or end the current one."""
        if under_way := self.vacation():
            play.cancel_vacation(under_way)
        else:
            self.arrange(arranged, days)

    def hand_over(self, days: int) -> None:
        """Let a computer player substitute, or let the owner take the seat back."""
        if self.me().stand_in:
            play.take_back(self.me(), self.owner())
        else:
            self.arrange(ArrangementChoice("computer"), days)

    def answer(self, yes: bool) -> None:
        """Let the friend accept or decline the request."""
        if asked := Arrangement.objects.filter(friend__isnull=False).select_related("friend").last():
            (play.accept_sitting_in if yes else play.decline_sitting_in)(asked, asked.friend)

    def moderate(self) -> None:
        me = self.me()
        if not self.given:
            self.given.append(play.extend(me))
            self.model.allowed += A_DAY
        elif play.shorten(me, self.given.pop()):
            self.model.take_back()

    # --- time

    def act(self, what: Callable[[Story], None], quarters: int) -> None:
        """Carry out the action unless it is refused, and let time pass."""
        before = self.me().mover
        with suppress(play.Refused):
            what(self)
        mover = self.me().mover
        if mover is not None and mover != before:
            self.model.change_hands()
        self.agree()
        self.wait(quarters)
        self.agree()

    def wait(self, quarters: int) -> None:
        """Let time pass, and run the due sweeps."""
        start, runs = timezone.now(), self.me().mover is not None and not self.me().game.is_paused
        self.now.shift(quarters * QUARTER)
        if runs:
            self.model.think(start, quarters)
        forgiven = self.me().misses < self.me().game.free_misses
        assert play.time_up(self.key) == (runs and not self.model.left)
        if runs and not self.model.left and forgiven:
            self.model.allowed += A_DAY
        self.end_what_is_over()

    def end_what_is_over(self) -> None:
        """End vacations and pauses that are over."""
        before = self.me().mover
        if under_way := self.vacation():
            play.end_vacation(under_way.pk)
        play.end_pause(self.game.pk)
        if self.me().mover not in (None, before):
            self.model.change_hands()

    # --- invariants

    def agree(self) -> None:
        """Check that the seat has the time that the model allows, and that vacations cost their days."""
        me = self.me()
        if me.mover is not None:
            assert seat_clocks.time_left(me, timezone.now()) == self.model.left * QUARTER
        if me.bank is not None and me.clock_from is None:
            assert me.bank == max(0, BANK - self.model.thought) * QUARTER.total_seconds()
        taken = list(Vacation.objects.exclude(state=Vacation.State.CANCELLED))
        days = [(each.last - each.first).days + 1 for each in taken]
        assert len(taken) == self.begins
        assert all(each.ends_at - each.begins_at <= n * DAY + HOUR for each, n in zip(taken, days, strict=True))
        years = {year for each in taken for year in (each.first.year, each.last.year)}
        assert sum(30 - play.days_left(self.owner(), year) for year in years) == sum(days)


@st.composite
def chosen_settings(draw: st.DrawFn) -> dict[str, Any]:
    """Return a random night and time zone."""
    begins, lasts = draw(st.integers(0, 95)), draw(st.integers(0, 40))
    night = (time(*divmod(quarter % 96 * 15, 60)) for quarter in (begins, begins + lasts))
    zone = draw(
        st.sampled_from(FAR_APART) | st.sampled_from([zone.key for zone, _at in CHANGES]) | st.sampled_from(ZONES)
    )
    return {"time_zone": zone} | dict(zip(("night_from", "night_until"), night, strict=True))


ARRANGED = [
    ArrangementChoice(kind, "carol" if kind == "friend" else "") for kind in ("pause", "computer", "friend", "")
]
DAYS = st.integers(0, 3)
ACTS = st.one_of(
    st.builds(lambda chosen: partial(Story.choose, settings=chosen), chosen_settings()),
    st.builds(lambda kind, days: partial(Story.arrange, arranged=kind, days=days), st.sampled_from(ARRANGED), DAYS),
    st.builds(
        lambda kind, days: partial(Story.leave_or_come_back, arranged=kind, days=days), st.sampled_from(ARRANGED), DAYS
    ),
    st.builds(lambda days: partial(Story.hand_over, days=days), DAYS),
    st.builds(lambda yes: partial(Story.answer, yes=yes), st.booleans()),
    st.sampled_from([Story.pause_or_resume, Story.extend, Story.moderate]),
)
STEPS = st.lists(st.tuples(ACTS, st.just(0) | st.integers(1, 12) | st.integers(13, 100)), min_size=10, max_size=20)


@given(
    change=st.sampled_from(CHANGES).flatmap(lambda change: around(change[1])),
    before=chosen_settings(),
    terms=st.sampled_from(TERMS),
    off=st.fixed_dictionaries({"weekends_off": st.booleans(), "nights_off": st.booleans()}),
    steps=STEPS,
)
@property_settings(max_examples=1000 if EVERYTHING else 5, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_sequence_gives_more_or_less_time_than_the_terms(
    db: None, change: datetime, before: dict[str, Any], terms: dict[str, Any], off: dict[str, bool], steps: list[Any]
) -> None:
    with time_machine.travel(whole(change), tick=False) as now, transaction.atomic():
        people = [somebody(name, **before) for name in ("alice", "bob", "carol")]
        game = table_of(*people[:2], **terms, **off)
        me = asked_seat(game)
        rest = game.terms.rest(people[0].zone, (before["night_from"], before["night_until"]))
        story = Story(game, me.pk, now, Model(rest, time_of(terms)))
        for what, quarters in steps:
            story.act(what, quarters)
        transaction.set_rollback(True)
