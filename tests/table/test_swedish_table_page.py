"""The page of Swedish Chicago, phase by phase: every button is a legal move, and several cards make one move."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Player
from games.rules.swedish_chicago.pieces import HAND
from games.rules.swedish_chicago.view import View
from tests.cast import client_of, somebody, table_of
from tests.normalized import compact

pytestmark = pytest.mark.django_db

BUTTON = re.compile(r'name="move" value="([^"]+)"(?![^>]*aria-disabled)')
BOX = re.compile(r'name="card" id="h\d+" value="(\w+)"([^>]*)>')
MOST_QUERIES = 15
VARIANT = "swedish_chicago"


def page(game: Game, user: User | None = None, **ask: str) -> str:
    answer = client_of(user).get(reverse("table", args=[game.public_id]), ask)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def asked(game: Game) -> Player:
    return game.players.select_related("user", "game").filter(to_move_since__isnull=False).order_by("seat")[0]


def view(player: Player) -> View:
    seen: View = store.load(player.game).state.view(player.seat)
    return seen


def move(player: Player, text: str) -> None:
    play.move(player, text, play.version_of(player.game, player))


def post(player: Player, text: str, cards: list[str]) -> Any:
    data = {"version": play.version_of(player.game, player), "move": text, "card": cards}
    return client_of(player.user).post(reverse("move", args=[player.game.public_id]), data)


def played_until(game: Game, found: Callable[[View], bool], seed: int = 1) -> Player:
    """Play random moves, exchanging few cards, until the view of a player to move meets the condition."""
    chance = Random(seed)
    for _ in range(4000):
        player = asked(game)
        seen = view(player)
        if found(seen):
            return player
        moves = [text for text in seen.legal if text.count(" ") < 3]
        move(player, chance.choice(moves or list(seen.legal)))
    raise AssertionError("not found")


@pytest.fixture
def game(alice: User, bob: User, carol: User) -> Game:
    return table_of(alice, bob, carol, variant=VARIANT)


def offered(html: str) -> set[str]:
    """Return the moves that the buttons can send, with each selectable card in place of the asterisk."""
    cards = [code for code, rest in BOX.findall(html) if "disabled" not in rest]
    made = set()
    for value in BUTTON.findall(html):
        made |= {value.replace("**", card).replace("*", card) for card in cards} if "*" in value else {value}
    return made


@pytest.mark.parametrize(
    ("found", "options"),
    [
        (lambda seen: seen.phase == "exchange" and seen.part == 2, {"open_card": True}),
        (lambda seen: seen.phase == "open", {"open_card": True}),
        (lambda seen: seen.phase == "announce" and "announce" in seen.legal, {}),
        (lambda seen: seen.phase == "announce" and seen.legal == ("pass",), {}),
        (lambda seen: seen.phase == "quads", {"four_of_a_kind": "reset"}),
        (lambda seen: seen.phase == "chicago", {"negative": True}),
        (lambda seen: seen.phase == "play" and not seen.trick, {}),
        (lambda seen: seen.phase == "play" and 0 < len(seen.legal) < len(seen.seats[seen.seat].hand), {}),
        (lambda seen: seen.phase == "announce" and len(seen.to_move) == 2, {"together": True}),
    ],
)
def test_every_button_is_a_legal_move_and_every_legal_move_is_there(
    found: Callable[[View], bool], options: dict[str, Any], alice: User, bob: User, carol: User
) -> None:
    player = played_until(table_of(alice, bob, carol, variant=VARIANT, options=options), found)
    legal = view(player).legal
    html = page(player.game, player.user)
    assert offered(html) == {text for text in legal if text.count(" ") < 2 or text.startswith("exchange open")}
    others = [user for user in (alice, bob, carol) if user.pk != player.user_id]
    waiting = [user for user in others if not player.game.players.get(user=user).to_move_since]
    assert not any(BUTTON.search(page(player.game, user)) for user in [*waiting, None])


def test_several_cards_make_one_move_in_canonical_order(game: Game) -> None:
    player = asked(game)
    hand = list(view(player).seats[player.seat].hand or ())
    assert post(player, "exchange **", [hand[3], hand[0], hand[2]]).status_code == 303
    assert game.moves.latest("number").text == f"exchange {hand[0]} {hand[2]} {hand[3]}"


def test_keeping_all_cards_has_a_button_of_its_own(game: Game) -> None:
    """The button for throwing cards does nothing until a card is chosen."""
    player = asked(game)
    answer = post(player, "exchange **", [])
    assert answer.status_code == 422
    assert "Choose a card first." in answer.content.decode()
    assert post(player, "exchange", []).status_code == 303
    assert game.moves.latest("number").text == "exchange"


def test_a_hand_lies_in_the_order_that_its_player_chose(game: Game) -> None:
    """The order, by suit or by rank, stays on later pages of the same device."""
    player = asked(game)
    client, address = client_of(player.user), reverse("table", args=[game.public_id])

    def codes(**query: str) -> list[str]:
        return [code for code, _rest in BOX.findall(compact(client.get(address, query).content.decode()))]

    usual = codes()
    by_suit = codes(sort="suit")
    assert by_suit == sorted(usual, key=lambda code: (-"cdhs".index(code[1]), -"23456789TJQKA".index(code[0])))
    assert by_suit == codes() != usual
    assert codes(sort="rank") == codes() == usual
    assert codes(sort="no-such") == usual


def test_the_button_offers_the_order_that_the_hand_has_not(game: Game) -> None:
    """Unless its player has chosen an order, a hand is sorted by rank until tricks are played, and then by suit."""
    offer = re.compile(r'href="[^"]*\?sort=(\w+)"')
    player = asked(game)
    assert offer.findall(page(game, player.user)) == ["suit"]
    assert offer.findall(page(game, player.user, sort="no-such")) == ["suit"]
    player = played_until(game, lambda seen: seen.phase == "play")
    assert offer.findall(page(game, player.user)) == ["rank"]
    assert offer.findall(page(game, player.user, sort="rank")) == ["suit"]


def test_an_unknown_order_is_ignored(game: Game) -> None:
    orders = re.compile(r'data-order="(\w*)"')
    player = asked(game)
    assert orders.findall(page(game, player.user, sort="suit")) == ["suit"]
    assert orders.findall(page(game, player.user, sort="no-such")) == orders.findall(page(game, player.user)) == [""]


@pytest.mark.parametrize("card", ["Kx", "Zz", "9"])
def test_cards_that_there_are_not_are_refused(game: Game, card: str) -> None:
    player, number = asked(game), game.moves.count()
    assert post(player, "exchange **", [card]).status_code == 422
    assert game.moves.count() == number


def test_chosen_cards_remain_chosen_when_they_are_too_many(alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=VARIANT, options={"throw_limit": "2", "open_card": True})
    player = asked(game)
    hand = list(view(player).seats[player.seat].hand or ())
    for text, complaint in (("exchange **", "2 cards"), ("exchange open **", "exactly one")):
        answer = post(player, text, hand[2::-1])
        assert answer.status_code == 422
        assert complaint in compact(answer.content.decode())
        boxes = BOX.findall(compact(answer.content.decode()))
        assert {code for code, rest in boxes if "checked" in rest} == set(hand[:3])


def test_hints_go_on_after_the_first_turn_and_stop_with_the_first_hand(alice: User, bob: User) -> None:
    """In this game, each exchange, announcement and card is a separate turn."""
    game = table_of(alice, bob, variant=VARIANT)
    assert "Your first turn: mark the cards" in page(game, asked(game).user)
    announcing = played_until(game, lambda seen: seen.phase == "announce" and seen.part == 1)
    assert re.search("Say what you hold, or pass|You have nothing to announce", page(game, announcing.user))
    leading = played_until(game, lambda seen: seen.phase == "play" and not seen.trick)
    assert "You lead, with any card." in page(game, leading.user)
    later = played_until(game, lambda seen: seen.hand == 2 and seen.phase == "exchange")
    assert "Your first turn" not in page(game, later.user)


def test_what_an_exchange_takes_stands_beside_its_buttons(alice: User, bob: User) -> None:
    """The buttons show the reason, and the rule's paragraph if the table's rules limit the exchange."""
    strict = table_of(alice, bob, variant=VARIANT, options={"throw_limit": "2", "open_card": True})
    html = page(strict, asked(strict).user)
    assert 'data-least="1" data-most="2" data-few="no-card" data-many="too-many"' in html
    assert 'data-least="1" data-most="1" data-few="open-one" data-many="open-one"' in html
    assert re.search(r'id="too-many".*?at most 2 cards.*?#p-7"', html)
    assert re.search(r'id="open-one".*?exactly one.*?#p-7-6"', html)
    usual = table_of(alice, bob, variant=VARIANT)
    assert 'data-most="5" data-few="no-card"' in page(usual, asked(usual).user)


def test_breaking_what_was_announced_is_warned_of(game: Game) -> None:
    player = played_until(game, lambda seen: seen.phase == "exchange" and bool(seen.recorded), seed=4)
    html = page(game, player.user)
    kept = {code for _type, codes in view(player).recorded for code in codes}
    assert {code for code, rest in BOX.findall(html) if "data-announced" in rest} == kept
    assert "everyone sees them all first" in html


def test_cards_that_can_not_be_played_stay_with_the_reason(game: Game) -> None:
    player = played_until(
        game, lambda seen: seen.phase == "play" and 0 < len(seen.legal) < len(seen.seats[seen.seat or 0].hand or ())
    )
    html = page(game, player.user)
    disabled = [code for code, rest in BOX.findall(html) if "disabled" in rest]
    assert {f"play {code}" for code in disabled}.isdisjoint(view(player).legal)
    assert disabled
    assert re.search(r"not a (club|diamond|heart|spade)", html)


def test_sealed_answers_show_only_who_has_answered(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol, variant=VARIANT, options={"together": True})
    player = asked(game)
    move(player, f"exchange {(view(player).seats[player.seat].hand or ())[0]}")
    mine = page(game, player.user)
    assert "It stays hidden until everybody has answered." in mine
    others = [user for user in (alice, bob, carol) if user != player.user]
    assert all("has answered" in page(game, user) for user in others)
    assert all("It stays hidden" not in page(game, user) for user in [*others, None])


def test_a_hand_that_ended_can_be_looked_back_at(game: Game) -> None:
    player = played_until(game, lambda seen: seen.hand == 2)
    number = next(
        move.number
        for move in game.moves.all()
        if any(event.kind == "hand over" for event in store.read_events(move.events))
    )
    html = page(game, player.user, shown=str(number))
    assert "Hand 1 is over" in html
    assert "Points in this hand" in html
    assert "Back to the table" in html
    assert not BUTTON.search(html)


def test_at_the_end_the_settlement_is_a_table(game: Game) -> None:
    for _ in range(2):
        player = asked(game)
        play.resign(player, play.version_of(player.game, player))
    html = page(game, player.user)
    for name in ("rematch", "record", "deal-audit", "log", "replay"):
        assert reverse(name, args=[game.public_id]) in html
    assert "Settlement" in html
    assert len(re.findall(r"<td class=\"num payment\">", html)) == 3
    assert not BUTTON.search(html)


def test_without_hand_labels_only_announcements_are_named(alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=VARIANT, hand_labels=False)
    player = played_until(game, lambda seen: seen.phase == "exchange" and bool(seen.recorded))
    html = page(game, player.user)
    assert "You hold" not in html
    assert "tray-card--on" not in html


def test_spectators_and_replays_see_no_hand(game: Game) -> None:
    played_until(game, lambda seen: seen.phase == "announce")
    html = page(game)
    assert "You’re watching." in html
    assert 'class="playing-card playing-card--back"' in html or "not yet" in html
    assert "tray-card" not in html
    replay = client_of().get(reverse("replay", args=[game.public_id]), {"at": "3"})
    assert replay.status_code == 200
    assert "tray-card" not in compact(replay.content.decode())


@pytest.mark.slow
def test_no_style_and_no_script_is_inline(game: Game) -> None:
    for found in (lambda seen: seen.phase == "chicago", lambda seen: seen.phase == "play"):
        html = page(game, played_until(game, found).user)
        assert not re.search(r"\sstyle=|\son\w+=", html)
        assert not re.search(r"<script(?![^>]*(src=|application/json))", html)


@pytest.mark.slow
def test_the_page_takes_the_same_few_queries_early_and_late() -> None:
    people = [somebody(f"p{number}") for number in range(6)]
    game = table_of(*people, variant=VARIANT)
    counts = []
    for until in (lambda seen: seen.phase == "announce", lambda seen: seen.hand == 3 and seen.phase == "play"):
        player = played_until(game, until)
        client = client_of(player.user)
        client.get(game.get_absolute_url())
        with CaptureQueriesContext(connection) as queries:
            client.get(game.get_absolute_url())
        counts.append(len(queries))
    assert counts[0] == counts[1] <= MOST_QUERIES


def test_the_last_move_is_announced(alice: User, bob: User) -> None:
    """The announcement matches the log, and only the mover gets it."""
    game = table_of(alice, bob, variant="swedish_chicago")
    me = game.players.select_related("user", "game").filter(to_move_since__isnull=False).earliest("seat")
    data = {"move": "exchange", "version": play.version_of(me.game, me)}
    answer = client_of(me.user).post(reverse("move", args=[game.public_id]), data, headers={"HX-Request": "true"})
    assert 'data-done="You' in compact(answer.content.decode())


def test_backs_and_empty_places_are_told_in_a_sentence(alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=VARIANT)
    shown = page(game, alice)
    assert shown.count('<p class="vh">5 cards face down.</p>') == 2
    assert 'aria-label="face down"' not in shown
    assert shown.count('playing-card--back" data-hidden="hidden"') == 10, "all that forced colours leave"
    played_until(game, lambda seen: seen.phase == "play")
    assert page(game, alice).count("5 cards left to play.</p>") == 2


def test_a_refusal_is_said_once(game: Game) -> None:
    """The reason appears in the tray once a card is chosen; pressing the button only has the reason read aloud."""
    player = played_until(game, lambda seen: seen.phase == "play" and 0 < len(seen.legal) < HAND and bool(seen.trick))
    hand = view(player).seats[player.seat].hand or ()
    refused = next(code for code in hand if f"play {code}" not in view(player).legal)
    shown = compact(post(player, "play *", [refused]).content.decode())
    (alert,) = re.findall(r'<p class="([^"]*)" id="refused-here" role="alert">', shown)
    assert alert == "vh"
    assert re.search(rf'value="{refused}"[^>]*checked', shown)
    assert "refused-here" not in shown.replace('id="refused-here"', "")
    assert 'aria-describedby="why-' not in shown
