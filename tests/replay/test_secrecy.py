"""Every step of a replay shows only information that its viewer was allowed to see at that time.

As in tests/table/test_secrecy.py, no step names a card that the viewer had not been shown by then, and exchanging two
cards that the viewer has never been shown, in the deal and in all rows, changes no byte of any step.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games import play
from games.core import store
from games.models import Game, Player
from games.presentation.narration import Narrator
from games.presentation.view_model import seat_names
from games.replay.verification import steps
from games.rules.contract import redact
from tests.cast import some_guest, somebody, table_of
from tests.needs import EVERYTHING
from tests.normalized import compact
from tests.table.test_secrecy import exchange, known_to, play_on, viewers

pytestmark = pytest.mark.django_db

CARD = re.compile(r"\b(?:1?\d[RMSCF]|raid\d|liquidation|limousine|revolver|bribery)\b")
GANGSTER = re.compile(r"1?\d[RMSCF]")
LIST = '<section class="dock deco" id="log"'


@pytest.fixture
def people():
    return [somebody("alice"), somebody("bob"), some_guest("Dana")]


@pytest.fixture(params=[(1, 16, False), (2, 36, False), (1, 16, True)], ids=["seed1", "seed2", "ended"])
def running(request, people):
    """A running game, or one that moderators have ended and may reopen."""
    seed, moves, ended = request.param
    game = table_of(*people)
    play_on(game, Random(seed), moves)
    game.refresh_from_db()
    assert game.is_running
    if ended:
        play.stop_game(game)
        game.refresh_from_db()
        assert game.is_stopped
    return game


@pytest.fixture
def over(running):
    """A game from which all players but one have resigned."""
    if running.is_stopped:
        play.reopen_game(running)
    for player in list(Player.objects.select_related("game").filter(game=running).order_by("seat"))[1:]:
        play.resign(player, None)
    running.refresh_from_db()
    assert running.is_over
    return running


def looked_at(client: Client, game: Game, at: int) -> tuple[str, str]:
    """Return one step of the replay: the table with its controls, and the list of moves.

    While cards are hidden, the request asks to reveal them, which must have no effect.
    """
    asked = {"at": at, "cards": "up"} if game.keeps_secrets else {"at": at}
    answer = client.get(reverse("replay", args=[game.public_id]), asked, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    table, _list, moves = compact(answer.content.decode()).partition(LIST)
    assert _list
    return table, moves


def known_by(game: Game, seat: int | None) -> Iterator[set[str]]:
    """Yield the cards shown to the viewer up to each step, computed from the rules alone."""
    known: set[str] = set()
    for step in steps(game):
        told = [redact(event, seat).details for event in step.events]
        known |= set(CARD.findall(repr(step.state.view(seat)) + json.dumps(told)))
        yield set(known)


def named(text: str, narrator: Narrator, known: set[str]) -> list[str]:
    """Return the cards that the text names, by code or name, but that are not known."""
    by_name: dict[str, set[str]] = {}
    for code in narrator.rules.engine.PIECES[:75]:
        by_name.setdefault(code, set()).add(code)
        by_name.setdefault(narrator.card(code), set()).add(code)  # there are two Police Raids
    found = re.findall(rf"\b(?:{'|'.join(sorted(by_name, key=len, reverse=True))})\b", text)
    return [name for name in found if by_name[name].isdisjoint(known)]


def check(game: Game, upto: int) -> None:
    for me, client in viewers(game):
        seat = me.seat if me else None
        narrator = Narrator(game.rules, seat_names(game, game.players.all()), seat)
        *_before, now = by_step = list(known_by(game, seat))
        for at, known in list(enumerate(by_step[:upto]))[:: 1 if EVERYTHING else 5]:
            table, moves = looked_at(client, game, at)
            assert len(known) < len(game.rules.engine.PIECES) - 20
            assert not named(table, narrator, known), (seat, at)
            # The list also has later moves, so it is compared with what is known now.
            assert not named(moves, narrator, now), (seat, at)
            assert game.secret not in table + moves


def test_no_step_of_a_running_game_names_a_hidden_card(running: Game) -> None:
    check(running, running.moves.count())


def test_no_step_of_a_finished_game_names_a_card_hidden_then(over: Game) -> None:
    """Cards stay hidden until the end, when all are revealed."""
    check(over, over.moves.count() - 1)


def exchanged_dealer(one: str, other: str, codes: Sequence[str]) -> Callable[..., object]:
    """Return a dealer that exchanges two cards in every shuffle."""
    place = {code: number for number, code in enumerate(codes)}
    swap = {one: other, other: one}
    real = store.dealer

    class Exchanged:
        def __init__(self, *args: object) -> None:
            self.dealer = real(*args)

        @property
        def made(self) -> int:
            return self.dealer.made

        def __call__(self, pieces: Sequence[str]) -> list[str]:
            if not set(pieces) & set(swap):
                return self.dealer(pieces)
            before = sorted((swap.get(piece, piece) for piece in pieces), key=place.__getitem__)
            return [swap.get(piece, piece) for piece in self.dealer(before)]

    return Exchanged


def test_hidden_cards_change_no_byte_of_any_step(running: Game, monkeypatch) -> None:
    chance = Random(running.pk)
    last = running.moves.count() - 1
    places = sorted({0, last, *chance.sample(range(last), 8 if EVERYTHING else 3)})
    for me, client in viewers(running):
        known = known_to(running, me)
        hidden = [code for code in running.rules.engine.PIECES[:75] if code not in known and GANGSTER.fullmatch(code)]
        one, other = chance.sample(hidden, 2)
        before = [looked_at(client, running, at) for at in places]
        exchange(running, one, other)
        with monkeypatch.context() as patched:
            patched.setattr(store, "dealer", exchanged_dealer(one, other, running.rules.engine.PIECES))
            assert [looked_at(client, running, at) for at in places] == before, (me, one, other)
        exchange(running, one, other)
        assert looked_at(client, running, last) == before[-1]
