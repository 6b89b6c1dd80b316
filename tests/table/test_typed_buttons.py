"""Moves typed in the words of their buttons: all words printed on a table's button mean its move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from random import Random

import pytest
from django.utils import translation

from accounts.models import User
from games.models import Game, Player
from games.presentation.typed_moves import Reading, names_of, read
from games.presentation.view_model import TableView, table_view
from games.rules.contract import State
from tests.cast import client_of, table_of
from tests.combinations import combined
from tests.needs import EVERYTHING
from tests.playing import asked_seat, lay_out, play_on
from tests.rules.chicago_poker.tables import table as poker
from tests.rules.swedish_chicago.tables import FOURS, HIGH_CARD, PAIR, STRAIGHT_FLUSH, TRIPS
from tests.rules.swedish_chicago.tables import table as swedish
from tests.table.pages import page

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "fr", "pl", "sv")
FULL_HOUSE = "6c 6d 6h Ts Tc"

PAGES = 40 if EVERYTHING else 6
"""The number of pages to check in a position: the table's own page, and the pages that it links to."""


class Buttons(HTMLParser):
    """Parses the buttons that make a move into pairs of the move and the words, with and without small print.

    ``links`` are the addresses and words of further steps at the same table. Pictures and clocks have no words.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.links: list[tuple[str, str]] = []
        self._open: list[tuple[str, dict[str, str]]] = []
        self._words: list[tuple[str, bool]] = []
        self._has_clock = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("input", "br", "img", "link", "meta"):
            return
        self._open.append((tag, {name: value or "" for name, value in attrs}))
        if tag in ("button", "a"):
            self._words, self._has_clock = [], False
        self._has_clock |= tag == "time"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle an element without words."""

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            last, facts = self._open.pop()
            if last == tag:
                break
        else:
            return
        if tag == "button" and facts.get("name") == "move" and "aria-disabled" not in facts:
            self._keep(facts["value"])
        elif tag == "a" and "?card=" in facts.get("href", ""):
            self.links.append((facts["href"], facts.get("aria-label") or _text(words for words, _ in self._words)))

    def _keep(self, move: str) -> None:
        self.found.append((move, _text(words for words, is_small in self._words if not is_small)))
        if not self._has_clock:
            self.found.append((move, _text(words for words, _ in self._words)))

    def handle_data(self, data: str) -> None:
        hidden = ("aria-hidden", "true"), ("class", "swap-some")
        if not any(facts.get(name) == value for _, facts in self._open for name, value in hidden):
            self._words.append((data, any(tag == "small" for tag, _ in self._open)))


def _text(parts: Iterable[str]) -> str:
    return " ".join(" ".join(parts).split())


def buttons(me: Player, rng: Random) -> Iterator[tuple[str, str]]:
    """Yield every button's move and words, on the table's page and on the pages that it links to.

    A link to a question also has words, which mean the move in question.
    """
    first = Buttons(page(me.user, me.game))
    yield from first.found
    waiting, seen = first.links, {""}
    for _ in range(PAGES):
        steps = [link for link in waiting if link[0] not in seen]
        if not steps:
            return
        address, words = rng.choice(steps)
        seen.add(address)
        answer = client_of(me.user).get(address if address.startswith("/") else me.game.get_absolute_url() + address)
        assert answer.status_code == 200
        there = Buttons(answer.content.decode())
        yield from there.found
        if "of=" in address:
            yield from ((move, words) for move, _text in there.found[:1])
        waiting = waiting + there.links


def seen_by(me: Player) -> TableView:
    fresh = Player.objects.select_related("game", "user").get(pk=me.pk)
    players = list(fresh.game.players.select_related("user").order_by("seat"))
    return table_view(fresh.game, players, fresh, fresh.user)


def understood(me: Player, words: str) -> Reading:
    seen = seen_by(me)
    return read(words, seen.view, seen.narrator, names_of(seen.seats))


def check(game: Game, language: str, rng: Random) -> int:
    """Check that the words of every concrete move on the player's pages mean it, and return the number of moves."""
    me, typed = asked_seat(game), 0
    for written, words in dict.fromkeys(buttons(me, rng)):
        move = written.removesuffix(" **")
        if "*" in move:  # the card is not among its words
            continue
        with translation.override(language):
            heard = understood(me, words)
        offered = [offer.move for offer in heard.offers]
        if heard.move:
            assert heard.move == move, (words, move, heard)
        elif len(offered) == 1:
            asks = game.rules.presentation.asks_first(move, seen_by(me).view)
            assert offered == [move] and asks, (words, move, heard)
        else:
            # The words of a ride say how many cards it takes, not which: those listed are only the first.
            assert move in offered or move.split()[0] == "limousine" or move == "exchange open", (words, move, heard)
            assert {each.split()[0] for each in offered} == {move.split()[0]}, (words, move, heard)
        typed += 1
    return typed


LEVEL = {"jazz1": ["1M", "3C 4C", ""], "jazz2": ["2M 3M", "9C", "5C"], "gambling2": ["", "6C 7C", "8C"]}

SCENES: dict[str, list[State]] = {
    "chicago_poker": [
        poker(["8S 8M raid1 liquidation limousine", "9R", "9S"], LEVEL, active=0, due=3),
        poker(["8S revolver bribery", "9R", "9S"], LEVEL, active=0, due=1, discard="11S limousine"),
        poker(["8S raid1 liquidation bribery", "9R", "9S"], LEVEL, active=0, due=1, discard="11S limousine"),
    ],
    "swedish_chicago": [
        swedish([FULL_HOUSE, HIGH_CARD, PAIR], "announce"),
        swedish([TRIPS, HIGH_CARD, PAIR], "announce", 2),
        swedish([FOURS, HIGH_CARD, PAIR], "announce", four_of_a_kind="reset"),
        swedish([FOURS, HIGH_CARD, PAIR], "choose", four_of_a_kind="reset"),
        swedish([STRAIGHT_FLUSH, HIGH_CARD, PAIR], "announce", straight_flush="wins"),
        swedish([PAIR, HIGH_CARD, TRIPS], "chicago", 3, scores=[20, 0, 0]),
        swedish([PAIR, HIGH_CARD, TRIPS], "exchange", open_card=True),
    ],
}


@pytest.mark.parametrize(("variant", "language"), combined(sorted(SCENES), LANGUAGES))
def test_the_words_on_a_button_are_its_move(variant: str, language: str, alice: User, bob: User, carol: User) -> None:
    User.objects.update(language=language)
    rng = Random(language)
    for scene in SCENES[variant]:
        game = table_of(alice, bob, carol, variant=variant, options=dict(scene.options))
        lay_out(game, scene.copy())
        assert check(game, language, rng)


@pytest.mark.parametrize(("variant", "language"), combined(sorted(SCENES), LANGUAGES))
def test_the_words_on_a_button_are_its_move_in_any_position(
    variant: str, language: str, alice: User, bob: User, carol: User
) -> None:
    User.objects.update(language=language)
    rng = Random(language)
    typed = 0
    for seed in range(12 if EVERYTHING else 2):
        game = table_of(alice, bob, carol, variant=variant)
        for _ in range(12 if EVERYTHING else 4):
            game = play_on(game, rng.randrange(1, 30), seed)
            if not game.is_running:
                break
            typed += check(game, language, rng)
    assert typed
