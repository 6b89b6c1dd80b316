"""Ten Reviews and ten tables of computer players at the same time, which must delay neither people nor mails.

The site runs one process of each kind in ``Procfile``, on PostgreSQL and Redis. At the same time, people play as in
``queues``, one of them against Strong, whose moves share a queue with the Reviews and with some of the ten tables.
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
"""The limit in seconds for the average Review, which takes up to two minutes of a core shared with all other work."""

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
"""Records of finished games with 117 to 351 moves and two to five players."""


def measures() -> Iterator[Measure]:
    """Yield the measures of other work and of the Reviews. Needs TEST_REDIS_URL and PostgreSQL."""
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
    person = somebody(f"rose-{game.public_id}")
    Player.objects.filter(game=game, seat=0).update(user=person)
    Review.objects.create(player=game.players.get(seat=0), requested_by=person)


def _all_made(end: float) -> float:
    """Wait until all Reviews are finished, at most until ``end``, and return the time."""
    while Review.objects.filter(PENDING_REVIEWS).exists() and monotonic() < end:
        sleep(1)
    return min(monotonic(), end)
