"""Detection of users who stall: slow or late at the end of lost games, but not elsewhere."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from games.core.punctuality import counted_turns
from games.models import Game, Hint
from games.moderation.fairplay.findings import SURE, Finding, at_least

WINDOW = timedelta(days=90)
LAST = 5
"""Number of a player's last turns in a game that count as its end."""
GAMES, TURNS = 3, 10
"""The minimum numbers of lost games, and of turns at their ends, for a finding."""
SLOW = 0.8
"""The share of the available time from which a turn counts as slow."""
USUAL = 0.1
"""The minimum rate of slow turns assumed for any user."""


class _Taken(NamedTuple):
    """A turn, perhaps in a ``lost`` game; a ``slow`` turn took nearly all the time or ``missed`` the deadline."""

    game: int
    lost: bool
    slow: bool
    missed: bool


def find(now: datetime) -> Iterator[Finding]:
    looked = []
    for person, turns in _turns(now - WINDOW).items():
        ends, apart = _split(turns)
        if len({turn.game for turn in ends}) >= GAMES and len(ends) >= TURNS:
            looked.append((person, ends, apart))
    for person, ends, apart in looked:
        slow, slow_apart = (sum(turn.slow for turn in each) for each in (ends, apart))
        usual = max(USUAL, (slow_apart + 1) / (len(apart) + 2) if apart else 1.0)
        if (chance := at_least(slow, [usual] * len(ends))) * len(looked) < SURE:
            evidence = {
                "turns": len(ends),
                "slow": slow,
                "missed": sum(turn.missed for turn in ends),
                "apart": len(apart),
                "slow_apart": slow_apart,
                "chance": chance,
            }
            games = frozenset(turn.game for turn in ends)
            yield Finding(Hint.Kind.STALLING, person, None, games, evidence, now + Hint.KEPT)


def _turns(since: datetime) -> dict[int, list[_Taken]]:
    """Return the turns of finished games by user, in order.

    Only games with a time per turn count. A turn that took longer but was in time included a pause, and is ignored.
    """
    over = counted_turns().filter(player__game__status=Game.Status.OVER, player__game__finished_at__gte=since)
    rows = over.filter(player__game__clock=Game.Clock.TURN, user__isnull=False).order_by("done_at", "pk")
    facts = ("user", "player__game", "player__game__outcome", "player__seat")
    pace = ("player__game__pace_hours", "player__game__pace_minutes")
    found: dict[int, list[_Taken]] = defaultdict(list)
    for user, game, outcome, seat, hours, minutes, started_at, done_at, missed in rows.values_list(
        *facts, *pace, "started_at", "done_at", "missed"
    ):
        share = (done_at - started_at) / timedelta(hours=hours, minutes=minutes)
        if missed or share <= 1:
            lost = bool(outcome["winners"]) and seat not in outcome["winners"]
            found[user].append(_Taken(game, lost, missed or share >= SLOW, missed))
    return found


def _split(turns: list[_Taken]) -> tuple[list[_Taken], list[_Taken]]:
    by_game: dict[int, list[_Taken]] = defaultdict(list)
    for turn in turns:
        by_game[turn.game].append(turn)
    ends = [turn for each in by_game.values() if each[0].lost for turn in each[-LAST:]]
    apart = [turn for each in by_game.values() for turn in (each[:-LAST] if each[0].lost else each)]
    return ends, apart
