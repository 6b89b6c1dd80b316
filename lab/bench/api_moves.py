"""Moves made through the API, compared with moves made on the table page; the two alternate within one run.

Both responses contain the table after the move: as JSON, or as the fragment that replaces the page. The figure is the
CPU time of the server and the database together, as in lab/bench/requests.py.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from statistics import median
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory
from django.test.runner import DiscoverRunner
from django.test.utils import override_settings

from accounts.models import Token, User
from accounts.tokens import tokens
from games.models import Game
from lab.bench.measure import Measure
from lab.bench.requests import GAMES, PEOPLE, Ours, Visitor
from tests.cast import somebody

SAMPLES, WARM_UP = 120, 10
LIMIT = "1000000/m/key"
MOST = 0.5
"""The limit for the cost of a move by the API, divided by the cost of a move on the page."""


class Ways:
    def __init__(self, people: list[User]) -> None:
        self._site, self._requests = WSGIHandler(), RequestFactory()
        self._secrets = {person.pk: tokens.make(person, "bench", Token.Scope.values, None).secret for person in people}

    def page(self, visitor: Visitor, game: Game, move: dict[str, str]) -> None:
        visitor.ask(self._site, 200, f"{game.get_absolute_url()}move/", move, **{"HX-Request": "true"})

    def api(self, visitor: Visitor, game: Game, move: dict[str, str]) -> None:
        headers = {"Authorization": f"Bearer {self._secrets[visitor.person.pk]}", "Accept-Encoding": "gzip"}
        path, body = f"/api/v1/tables/{game.public_id}/moves", json.dumps(move)
        request: Any = self._requests.generic("POST", path, body, "application/json", headers=headers)
        visitor.send(self._site, 200, request.environ)


def measures() -> Iterator[Measure]:
    """Yield a measure for each game, all on the same new database."""
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    limits = settings.RATE_LIMITS | {"move": LIMIT, "api": LIMIT}  # counted, but never reached
    try:
        with override_settings(RATE_LIMITS=limits):
            yield from _measured()
    finally:
        runner.teardown_databases(databases)


def _measured() -> Iterator[Measure]:
    people = [somebody(name) for name in PEOPLE]
    ways = Ways(people)
    gc.collect()
    gc.freeze()  # as chicago/wsgi.py does
    for variant in GAMES:
        ours = Ours(variant, people)
        pairs = [(ours.sealed(ways.api), ours.sealed(ways.page)) for _round in range(SAMPLES + WARM_UP)]
        api, page = (median(times) for times in zip(*pairs[WARM_UP:], strict=True))
        what = f"{variant}: a move by the API, {api * 1000:.1f} ms against the page's {page * 1000:.1f} ms"
        yield Measure(what, api / page, MOST, "×", False)
