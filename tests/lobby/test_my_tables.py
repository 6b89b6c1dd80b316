"""My tables: each row has a button for the pending action and a miniature of the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.core import store
from games.models import Game, Player
from games.play.core.commit import make
from games.play.core.locked import locked
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import act, asked_seat, lay_out, legal, legal_in, pass_on, play_on, to_move
from tests.rules.chicago_poker.tables import FRENCH, table

pytestmark = pytest.mark.django_db

Found = Callable[[Any], bool]

BUTTON = re.compile(r'<span class="btn btn--main btn--small" aria-hidden="true">\s*(.*?)\s*</span>')
PROMPT = re.compile(r'<p class="move__what">(?!<span class="tag)(.*?)</p>')
BUSINESS = re.compile(r'<div class="map__business">\s*<svg><use href="[^"]*/icons[^"]*\.svg#(b-\w+)"')
CARD = re.compile(r'<i class="(?!no\b|back\b)(\w+)"><svg><use href="[^"]*#s-(\w+)"')
LANE = re.compile(r'<p class="map__lane([^"]*)">.*?<b class="num">([^<]*)</b>')


def page(user: User | None) -> str:
    answer = client_of(user).get("/tables/")
    assert answer.status_code == 200
    return compact(answer.content.decode())


def asked_of(game: Game) -> tuple[str, str]:
    """Return the prompt on My tables for the player to move: the button, and the sentence above it."""
    shown = page(first_asked(game).user)
    (button,) = BUTTON.findall(shown)
    return button, PROMPT.findall(shown)[-1]


def first_asked(game: Game) -> Player:
    """Return the first player to move; in a tie, several players are to move."""
    return game.players.select_related("user").filter(to_move_since__isnull=False).earliest("seat")


def played_until(game: Game, found: Found) -> None:
    """Play random moves until the view of the first player to move meets the condition."""
    rng = Random(1)
    with locked(game.pk) as held:
        for _ in range(900):
            player = to_move(held)[0]
            if found(held.state.view(player.place)):
                return
            make(held, player, rng.choice([each for each in legal_in(held, player) if each != "reset"]))
    raise AssertionError("not found")


def test_a_turn_asks_for_a_card_to_be_played_then_to_be_ended(alice: User, bob: User) -> None:
    """The first turn has one action."""
    game = table_of(alice, bob)
    assert asked_of(game) == ("Play a card", "You have one action.")
    me = asked_seat(game)
    act(me, next(each for each in legal(me) if each.startswith("play")))
    button, prompt = asked_of(game)
    assert button == "End your turn"
    assert prompt.startswith("Nobody sees your turn until you end it.")


def test_an_empty_hand_asks_for_a_draw(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    state: Any = store.load(game).state
    state.deck[:0], state.hands[state.active] = state.hands[state.active], []
    lay_out(game, state)
    assert asked_of(game)[0] == "Draw a card"


LEVEL = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "jazz1": ["", ""]}
"""Two tied hands with a shootout between them when the turn ends."""


def test_a_tie_asks_for_a_gangster(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    lay_out(game, table(["2S", "4S"], LEVEL, due=0))
    assert asked_of(game)[0] == "End your turn"
    act(asked_seat(game), "end")
    button, prompt = asked_of(game)
    assert button == "Send a gangster"
    assert prompt.startswith("You’re tied at ")


def test_a_tied_player_without_a_gangster_can_only_decline(alice: User, bob: User) -> None:
    """The French edition asks tied players even if they can only decline (6.4)."""
    game = table_of(alice, bob, options={"edition": "french"})
    lay_out(game, table(["raid1", "4S"], LEVEL, options=FRENCH, due=0))
    act(asked_seat(game), "end")
    assert asked_of(game)[0] == "Send nobody"


@pytest.mark.parametrize(
    ("found", "options", "button"),
    [
        (lambda seen: seen.phase == "exchange", {}, "Swap cards"),
        (lambda seen: seen.phase == "open", {"open_card": True}, "Take it or not"),
        (lambda seen: seen.phase == "announce" and "announce" in seen.legal, {}, "Announce"),
        (lambda seen: seen.phase == "announce" and "announce" not in seen.legal, {}, "Pass"),
        (lambda seen: seen.phase == "quads" and "announce" not in seen.legal, {"four_of_a_kind": "reset"}, "Pass"),
        (lambda seen: seen.phase == "chicago", {"negative": True}, "Declare or pass"),
        (lambda seen: seen.phase == "play", {}, "Play a card"),
    ],
    ids=["exchange", "open", "announce", "pass", "quads", "chicago", "play"],
)
def test_each_phase_of_swedish_chicago_has_its_button(
    found: Found, options: dict[str, Any], button: str, alice: User, bob: User
) -> None:
    game = table_of(alice, bob, variant="swedish_chicago", options=options)
    played_until(game, found)
    assert asked_of(game)[0] == button


def test_a_waiting_player_has_no_button(duel: Game, alice: User, bob: User) -> None:
    me = asked_seat(duel)
    (waiting,) = [user for user in (alice, bob) if user.pk != me.user_id]
    shown = page(waiting)
    assert "You play next." in shown
    assert not BUTTON.search(shown)


def test_the_map_shows_each_business_and_each_card_by_its_symbol(duel: Game) -> None:
    """Colours are never the only difference."""
    me = asked_seat(duel)
    state: Any = store.load(duel).state
    open_now = [place.tile for place in state.view(me.place).street if place is not None]
    assert BUSINESS.findall(page(me.user)) == [f"b-{tile[:-1]}" for tile in open_now]
    act(me, next(each for each in legal(me) if each.startswith("play")))
    shown = page(me.user)
    (card,) = CARD.findall(shown)
    assert card[0] == card[1]
    assert not re.search(r"<i class=\"(?!no|back)[^\"]*\"></i>", shown)


def test_without_points_the_games_symbol_replaces_the_empty_race(alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant="swedish_chicago")
    mine = first_asked(game).user
    other = bob if mine == alice else alice
    for user in (mine, other):
        shown = page(user)
        assert "__map" not in shown
        assert shown.count('class="game-icon"') == 1


def test_the_map_of_swedish_chicago_is_the_race(alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant="swedish_chicago")
    played_until(game, lambda seen: sum(seat.score for seat in seen.seats) > 3)
    me = asked_seat(game)
    state: Any = store.load(me.game).state
    scores = [str(seat.score) for seat in state.view(me.place).seats]
    lanes = LANE.findall(page(me.user))
    assert [number for _mine, number in lanes] == scores
    assert ["--you" in mine for mine, _number in lanes] == [place == me.place for place in range(len(scores))]


def test_the_news_is_the_largest_change_and_never_a_drawn_card(duel: Game) -> None:
    first = asked_seat(duel)
    pass_on(duel)
    me = asked_seat(duel)
    assert " drew " not in page(me.user)
    act(me, next(each for each in legal(me) if each.startswith("play")))
    pass_on(duel)
    assert re.search(r" played<.*>at ", PROMPT.findall(page(first.user))[0])


def news_after(me: Player, visit: datetime | None) -> str:
    """Return the news on My tables if the player last looked at the table at this time."""
    Player.objects.filter(pk=me.pk).update(last_seen_at=visit)
    return PROMPT.findall(page(me.user))[0]


def test_the_news_begins_at_the_last_visit(alice: User, bob: User, carol: User) -> None:
    """Plays until the news since the last turn begins before that visit."""
    game = table_of(alice, bob, carol)
    for _move in range(40):
        play_on(game, 1)
        me = asked_seat(game)
        visits = [move.created_at for move in game.moves.filter(number__gt=me.last_turn_end).order_by("number")]
        since_turn = news_after(me, None)
        if visits and news_after(me, visits[len(visits) // 2]) != since_turn:
            break
    else:
        pytest.fail("the news never changes with the visit")
    assert news_after(me, visits[-1]) == since_turn, "without news since the visit, that since the last turn is shown"
