"""Weeks of random actions at several tables: the rows stay consistent and no table hangs.

A step is either a user's action through the write path, or a few hours with their sweeps. The invariants after every
step are listed in ``check``. ``SOAK_SEEDS=200-400`` tries other seeds, ``SOAK_STEPS`` more steps.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from celery import current_app
from django.db.models import Max, Q
from django.utils import timezone

from accounts.models import User
from games import clock, play, tasks
from games.core import store
from games.core.computer_turns import DELAY_WITHOUT_PEOPLE
from games.models import Arrangement, Game, Incident, Notice, NotificationKind, Player, Vacation, Vote
from games.play.core import seat_clocks
from games.play.core.automatic import automatic
from games.play.core.pauses import pausing
from games.replay.verification import verify
from games.rules import RULES
from tests.cast import somebody, table_of
from tests.needs import EVERYTHING
from tests.playing import play_on
from tests.queue import Queue

pytestmark = pytest.mark.both

MISSED = (Incident.Kind.FORGIVEN, Incident.Kind.MISSED, Incident.Kind.COMPUTER, Incident.Kind.LOST)
STEPS = int(os.environ.get("SOAK_STEPS", 40 if EVERYTHING else 20))
DEFAULT_SEEDS = "1"
HOUR = timedelta(hours=1)


def seeds() -> range:
    first, _, last = os.environ.get("SOAK_SEEDS", "1-200" if EVERYTHING else DEFAULT_SEEDS).partition("-")
    return range(int(first), int(last or first) + 1)


class World:
    def __init__(self, seed: int, queue: Queue, travel: time_machine.Traveller) -> None:
        self.rng, self.queue, self.travel = Random(seed), queue, travel
        self.people = [self._person(name) for name in ("alice", "bob", "carol", "charlie", "dora")]
        self.done: list[str] = []
        self.seen: dict[tuple[int, int], int] = {}
        for _ in range(2):
            self._open()

    def _person(self, name: str) -> User:
        night = self.rng.choice([(time(23), time(7)), (time(1), time(9)), (time(0), time(0))])
        zone = self.rng.choice(["Europe/Berlin", "America/Chicago", "Asia/Kolkata", "Pacific/Auckland", "UTC"])
        last_call = self.rng.choice([0, 60, 180])
        return somebody(name, time_zone=zone, night_from=night[0], night_until=night[1], last_call=last_call)

    def _open(self) -> None:
        rng = self.rng
        variant = rng.choice(sorted(RULES))
        people = rng.sample(self.people, rng.choice([1, 2, 2, 3]))
        bots = ("steady",) if len(people) == 1 else rng.choice([(), (), ("steady",)])
        paces: list[dict[str, Any]] = [
            {"pace_hours": rng.choice(Game.PACES)},
            {"clock": "bank", "bank_hours": 48, "added_hours": 8, "cap_hours": 96},
        ]
        if len(people) == 1:
            paces.append({"clock": "none"})
        game = table_of(
            *people,
            variant=variant,
            bots=bots,
            public_id=f"soak{Game.objects.count()}",
            secret=f"{rng.getrandbits(256):064x}",
            absence=rng.choice(Game.Absence.values),
            free_misses=rng.randrange(3),
            weekends_off=rng.random() < 0.3,
            nights_off=rng.random() < 0.3,
            away=[way for way in Game.Away.values if rng.random() < 0.7],
            **rng.choice(paces),
        )
        # Whole games take long, and their middles are much alike.
        play_on(game, rng.choice([50, 100, 150]), seed=rng.randrange(1000))

    def step(self) -> None:
        if self.rng.random() < 0.3:
            self.pass_time(self.rng.choice([0.02, 0.1, 1, 5, 12, 20, 30, 60]))
            return
        act = self.rng.choices([act for act, _ in ACTS], [weight for _, weight in ACTS])[0]
        self.done.append(act.__name__)
        try:
            act(self)
        except play.Refused as refused:
            self.done[-1] += f": {type(refused).__name__}"

    def pass_time(self, hours: float) -> None:
        """Let time pass, run the due sweeps, and then the sweeps that became due."""
        self.done.append(f"{hours} hours")
        self.travel.shift(timedelta(hours=hours))
        for sweep in [*self.rng.sample([tasks.sweep, tasks.sweep_deadlines], 2), tasks.sweep_deadlines, tasks.sweep]:
            sweep()
            while self.queue.sent:
                self._run(*self.queue.sent.pop(0))
        check_nothing_due()

    def let_computers_move(self) -> None:
        """Let computer players at tables without people make as many moves as most games have."""
        for _ in range(100):
            if not Game.objects.filter(status=Game.Status.RUNNING, computers_due_at__isnull=False).exists():
                return
            self.travel.shift(DELAY_WITHOUT_PEOPLE + timedelta(seconds=1))
            tasks.sweep()
            while self.queue.sent:
                self._run(*self.queue.sent.pop(0))

    def _run(self, name: str, args: tuple[Any, ...]) -> None:
        if name != "games.time_up":
            current_app.tasks[name](*args)
            return
        me = Player.objects.select_related("game").get(pk=args[0])
        due = me.deadline is not None and me.deadline <= timezone.now()
        ordered = due and automatic(me, play.drafted(store.load(me.game).state, me).view(me.place))
        before = missed(me)
        if due:
            reminders = Notice.objects.filter(
                player=me, kind=NotificationKind.NEAR, data__deadline=me.deadline.isoformat()
            )
            assert reminders.filter(user=me.mover, due_at__lt=me.deadline).exists()
        current_app.tasks[name](*args)
        assert missed(me) - before == int(due and not ordered)
        if due and not ordered:
            check_told(me)

    def somebodys_seat(self) -> tuple[Player, User]:
        """Return a random seat and the user acting for it, mostly its owner or its mover."""
        players = Player.objects.select_related("game", "user", "friend").exclude(user=None)
        player = self.rng.choice(list(players.filter(game__status=Game.Status.RUNNING).order_by("pk")) or [None])
        if player is None:
            self._open()
            return self.somebodys_seat()
        return player, self.rng.choice([player.user, player.mover or player.user, self.rng.choice(self.people)])


def missed(me: Player) -> int:
    happened = me.game.incidents.filter(seat=me.seat, kind__in=MISSED)
    return sum(incident.details.get("why", "deadline") == "deadline" for incident in happened)


def check_told(me: Player) -> None:
    """Check that all players are notified of a missed deadline, the absent player first."""
    incident = me.game.incidents.filter(seat=me.seat, kind__in=MISSED).order_by("pk").last()
    assert incident is not None
    told = Notice.objects.filter(kind=NotificationKind.ACTED, data__incident=incident.pk)
    owner = told.get(user=me.user_id)
    others = me.game.players.exclude(pk=me.pk).exclude(user=None)
    assert all(told.get(user=other.user_id).due_at > owner.due_at for other in others)


def move(world: World) -> None:
    asked = Player.objects.select_related("game", "user", "friend").filter(to_move_since__isnull=False).order_by("pk")
    movers = [player for player in asked if player.mover]
    for player in world.rng.sample(movers, min(2, len(movers))):
        view = play.drafted(store.load(player.game).state, player).view(player.place)
        play.move(player, world.rng.choice(view.legal), play.version_of(player.game, player), player.mover)


def undo(world: World) -> None:
    player, by = world.somebodys_seat()
    play.undo(player, play.version_of(player.game, player), by)


def resign(world: World) -> None:
    player, by = world.somebodys_seat()
    play.resign(player, play.version_of(player.game, player), by)


def take_back(world: World) -> None:
    away = Player.objects.exclude(stand_in="").filter(game__status=Game.Status.RUNNING).order_by("pk")
    for player in world.rng.sample(list(away), min(1, len(away))):
        play.take_back(player, player.user)


def take_over(world: World) -> None:
    for player in Player.objects.filter(vacant=True).select_related("game").order_by("pk"):
        play.take_over(player.game, world.rng.choice(world.people), player.place)


def propose(world: World) -> None:
    player, _ = world.somebodys_seat()
    play.propose(player, world.rng.choice(["pause", "resume", "extend", "cancel"]))


def cast(world: World) -> None:
    for vote in Vote.objects.filter(state=Vote.State.OPEN).order_by("pk"):
        for player in vote.game.players.exclude(user=None).order_by("pk"):
            play.cast(player, vote.pk, world.rng.random() < 0.9)


def order(world: World) -> None:
    player, _ = world.somebodys_seat()
    view = play.drafted(store.load(player.game).state, player).view(player.place)
    offered = player.game.rules.automation.orders(view)
    for one in offered:
        play.give_order(player, one.name, world.rng.choice(one.choices).value)


def cancel_order(world: World) -> None:
    player, _ = world.somebodys_seat()
    for name in list(player.orders)[:1]:
        play.cancel_order(player, name)


def plan(world: World) -> None:
    user = world.rng.choice(world.people)
    first = today(user) + timedelta(days=world.rng.choice([0, 0, 1, 3]))
    play.plan_vacation(user, first, first + timedelta(days=world.rng.randrange(4)), choices(world, user))


def change(world: World) -> None:
    for vacation in Vacation.objects.filter(state__in=["planned", "on"]).order_by("?")[:1]:
        last = vacation.last + timedelta(days=world.rng.choice([-1, 0, 1]))
        play.change_vacation(vacation, vacation.first, last, choices(world, vacation.user))


def today(user: User) -> date:
    return timezone.now().astimezone(user.zone).date()


def choices(world: World, user: User) -> dict[int, play.ArrangementChoice]:
    """Return a random vacation arrangement that each of the user's tables allows."""
    found = {}
    for player in play.tables_to_arrange(user):
        way = world.rng.choice(["", *player.game.away])
        friend = world.rng.choice(world.people).username if way == Game.Away.FRIEND else ""
        found[player.pk] = play.ArrangementChoice(way, friend)
    return found


def come_back(world: World) -> None:
    vacations = list(Vacation.objects.filter(state__in=["planned", "on"]).order_by("pk"))
    for vacation in world.rng.sample(vacations, min(1, len(vacations))):
        play.cancel_vacation(vacation)


def accept(world: World) -> None:
    for arrangement in Arrangement.objects.filter(answer=Arrangement.Answer.ASKED).order_by("pk"):
        assert arrangement.friend is not None
        play.accept_sitting_in(arrangement, arrangement.friend)


def decline(world: World) -> None:
    for arrangement in Arrangement.objects.exclude(friend=None).order_by("pk")[:1]:
        assert arrangement.friend is not None
        play.decline_sitting_in(arrangement, arrangement.friend)


def go_for_good(world: World) -> None:
    play.leave_all(world.rng.choice(world.people))


ACTS: list[tuple[Callable[[World], None], float]] = [
    (move, 40),
    (undo, 3),
    (resign, 0.4),
    (take_back, 5),
    (take_over, 4),
    (propose, 5),
    (cast, 6),
    (order, 6),
    (cancel_order, 1),
    (plan, 5),
    (change, 2),
    (come_back, 2),
    (accept, 6),
    (decline, 1),
    (go_for_good, 0.15),
]


def check(world: World) -> None:
    """Check the invariants of all tables."""
    for game in Game.objects.order_by("pk"):
        players = list(game.players.select_related("game", "user", "friend").order_by("seat"))
        asked = {player.seat for player in players if player.to_move_since is not None}
        assert asked == (set(store.load(game).state.to_move) if game.is_running else set())
        for player in players:
            check_clock(game, player)
            check_sitting(game, player)
        if game.is_running:
            check_running(world, game, players)
        else:
            assert not any(player.vacant or player.auto_at for player in players)
            assert not game.votes.filter(state=Vote.State.OPEN).exists()
            assert game.paused_until is game.paused_at is None
    check_reminders()


def check_running(world: World, game: Game, players: list[Player]) -> None:
    """Check that a pause has a reason and an end, and that no user has seen two hands."""
    held_up = pausing(game).aggregate(last=Max("vacation__ends_at"))["last"]
    assert game.paused_until == max(filter(None, [game.agreed_until, held_up]), default=None)
    assert game.is_paused == (game.paused_until is not None)
    for player in players:
        for user in filter(None, [player.user, player.friend]):
            seen = world.seen.setdefault((game.pk, user.pk), player.pk)
            assert seen == player.pk, f"{user} has seen two hands at {game.public_id}"


def check_sitting(game: Game, player: Player) -> None:
    """Check that every seat to move has a mover, and that friends move only while that is arranged."""
    assert player.to_move_since is None or player.mover is not None or player.computer, "nobody moves for the seat"
    assert player.to_move_since is not None or not player.drafts
    assert not player.auto_at or (player.mover and player.to_move_since is not None and not game.is_paused)
    assert not player.orders or player.user is not None
    assert not (player.resigned and player.stand_in)
    if game.is_running:
        sat_in = Arrangement.objects.filter(player=player, vacation__state=Vacation.State.ON, kind=Game.Away.FRIEND)
        accepted = sat_in.filter(answer=Arrangement.Answer.ACCEPTED, friend=player.friend)
        assert (player.stand_in == "friend") == (player.friend is not None)
        assert player.friend is None or accepted.exists()


def check_clock(game: Game, player: Player) -> None:
    """Check that a person to move has a deadline according to the time control, and that a pause stops it."""
    runs = player.to_move_since is not None and player.mover is not None and game.clock != Game.Clock.NONE
    assert (player.deadline is not None) == (runs and not game.is_paused)
    assert (player.left is not None) == (runs and game.is_paused)
    assert player.turn_clock is None or player.to_move_since is not None
    assert player.turn_clock is not None or not runs
    assert (player.clock_from is not None) == (player.deadline is not None)
    if player.deadline is not None:
        assert player.clock_from is not None and player.mover is not None
        left = clock.playing_time(player.clock_from, player.deadline, seat_clocks.rest(player, player.mover))
        extended = game.incidents.filter(seat=player.seat, kind=Incident.Kind.EXTENDED).count()
        most = max(game.terms.turn, game.terms.cap, clock.DAY) + extended * clock.DAY
        assert left <= most + timedelta(seconds=1)


def check_nothing_due() -> None:
    """Check that nothing is due any more."""
    now = timezone.now()
    assert not Player.objects.filter(deadline__lte=now).exists()
    assert not Player.objects.filter(auto_at__lte=now).exists()
    assert not Game.objects.filter(paused_until__lte=now).exists()
    assert not Vote.objects.filter(state=Vote.State.OPEN, closes_at__lte=now).exists()
    assert not Vacation.objects.filter(state=Vacation.State.PLANNED, begins_at__lte=now).exists()
    assert not Vacation.objects.filter(state=Vacation.State.ON, ends_at__lte=now).exists()


def check_reminders() -> None:
    """Check that a deadline has at most two reminders, at different times."""
    reminders: dict[Any, list[datetime]] = {}
    for notice in Notice.objects.filter(kind=NotificationKind.NEAR):
        deadline = (notice.user_id, notice.player_id, notice.data["asked"], notice.data["deadline"])
        reminders.setdefault(deadline, []).append(notice.due_at)
    twice = {deadline: times for deadline, times in reminders.items() if len(times) > 2}
    assert not twice


def leave_alone(world: World) -> None:
    """Stop all users from playing: every table continues and ends, except those that only make default moves."""
    before = {game.pk: game.moves.count() for game in Game.objects.all()}
    running = Game.objects.filter(status=Game.Status.RUNNING).exclude(clock=Game.Clock.NONE)
    ends = Q(paused_at__isnull=False) | ~Q(absence=Game.Absence.PLAIN)
    for _ in range(40):
        world.pass_time(72)
        world.let_computers_move()
        check(world)
        if not running.filter(ends).exists() and all(game.moves.count() > before[game.pk] for game in running):
            return
    pytest.fail("a table hangs")


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds())
def test_tables_stay_consistent_under_random_actions(seed: int, db: None, queue: Queue) -> None:
    with time_machine.travel(datetime(2026, 10, 20, 12, tzinfo=UTC), tick=False) as travel:
        world = World(seed, queue, travel)
        try:
            for _ in range(STEPS):
                world.step()
                check(world)
            leave_alone(world)
        except BaseException as wrong:
            wrong.add_note(f"seed {seed}: {', '.join(world.done)}")
            raise
        for game in Game.objects.all():
            verify(game.pk)
