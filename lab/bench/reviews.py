"""Ten Reviews are made while ten tables of computer players play, and delay nobody.

What ``Procfile`` names runs once each, on PostgreSQL and Redis. Meanwhile people play as in ``queues``, one of them a
Strong, whose moves wait in the queue of the Reviews; there think some of the ten tables, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

from games.models import PENDING_REVIEWS, Player, Review
from games.replay.records import store_record
from games.rules import record
from lab.bench.measure import Measure
from lab.bench.queues import Watch, fill, site_of_processes
from tests.cast import somebody

LONGEST = 240
"""Seconds that a Review takes at most: up to two minutes of a core, which it shares with all that goes on."""

RECORDS = (
    "chicago_poker/three-businesses",
    "swedish_chicago/fifty-two-shared",
    "chicago_poker/four-types",
    "swedish_chicago/negative",
    "chicago_poker/five-businesses",
    "swedish_chicago/chicago-needed-and-made",
    "chicago_poker/two-of-a-type",
    "swedish_chicago/straight-flush-best-hand",
    "chicago_poker/three-of-a-type",
    "swedish_chicago/swedish-chicago-plain",
)
"""Finished games of 117 to 351 moves, of two to five players."""


def measures() -> Iterator[Measure]:
    """Yield the effects of Reviews in progress on other requests; TEST_REDIS_URL and PostgreSQL must be there."""
    with site_of_processes() as (url, lengths):
        fill()
        begun = monotonic()
        for name in RECORDS:
            _request(name)
        watch = Watch(url, lengths)
        watch.look("strong")
        yield from watch.measures(f"{len(RECORDS)} reviews asked for")
        seconds = _all_made(begun + len(RECORDS) * LONGEST) - begun
        made = Review.objects.filter(status=Review.Status.DONE).count()
        yield Measure("reviews made", made, len(RECORDS), "", True)
        yield Measure("a review takes, on average", seconds / len(RECORDS), LONGEST, " s", False)


def _request(name: str) -> None:
    """Request a Review of a recorded game, in which a person has the first seat."""
    game = store_record(record.read(Path(f"tests/records/{name}.record.json").read_text()))
    person = somebody(f"rose-{game.table}")
    Player.objects.filter(game=game, seat=0).update(user=person)
    Review.objects.create(player=game.players.get(seat=0), requested_by=person)


def _all_made(end: float) -> float:
    """Return the time when all were made; else ``end``."""
    while Review.objects.filter(PENDING_REVIEWS).exists() and monotonic() < end:
        sleep(1)
    return min(monotonic(), end)
