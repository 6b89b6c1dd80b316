"""Ten Reviews are made while ten tables of computer players play, and delay nobody.

What ``Procfile`` names runs once each, on PostgreSQL and Redis. Meanwhile people play as in ``queues``, and one person
plays a Strong, whose moves wait in the queue of the Reviews.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

from games.models import PENDING_REVIEWS, Player, Review
from games.replay.records import store_record
from games.rules import record
from tests.bench.measure import Measure
from tests.bench.queues import Watch, fill, site_of_processes
from tests.cast import somebody, table_of

REVIEWS = 10
MINUTE = 60
"""Seconds of one core that a Review takes at most; two processes share the two cores with all that goes on."""

RECORDS = ("chicago_poker/three-businesses", "swedish_chicago/fifty-two")


def measures() -> Iterator[Measure]:
    """What others notice of Reviews that are made; TEST_REDIS_URL and PostgreSQL must be there."""
    with site_of_processes() as (url, lengths):
        fill()
        table_of(somebody("dora"), bots=("strong",))
        begun = monotonic()
        for number in range(REVIEWS):
            _request(number)
        watch = Watch(url, lengths)
        watch.look()
        yield from watch.measures(f"{REVIEWS} reviews asked for")
        while (
            Review.objects.exclude(status__in=("done", "failed")).exists()
            and monotonic() - begun < 3 * REVIEWS * MINUTE
        ):
            sleep(1)
    made = Review.objects.filter(status="done").count()
    yield Measure("reviews made", made, REVIEWS, "", True)
    yield Measure("a review takes", (monotonic() - begun) / max(1, made), 2 * MINUTE, " s", False)


def _request(number: int) -> None:
    """A Review, still to be made, of a game that a person has finished."""
    person = somebody(f"rose{number}")
    path = Path(f"tests/records/{RECORDS[number % len(RECORDS)]}.record.json")
    game = store_record(replace(record.read(path.read_text()), table=f"reviewed{number}"))
    Player.objects.filter(game=game, seat=0).update(user=person)
    Review.objects.create(player=game.players.get(seat=0), requested_by=person)
