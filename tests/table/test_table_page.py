"""The table's page in every phase: it offers exactly the legal moves, with and without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Player
from games.presentation.templatetags.table import countdown, grouped_digits, time_left
from games.presentation.view_model import narrator_of
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import lay_out
from tests.rules.chicago_poker.tables import table

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
BUTTON = re.compile(r'name="move" value="([^"]*)"')


def page(game: Game, user: User | None = None, headers: dict[str, str] | None = None, **ask: str) -> str:
    answer = client_of(user).get(reverse("table", args=[game.public_id]), ask, headers=headers)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def asked(game: Game) -> Player:
    return game.players.select_related("user", "game").filter(to_move_since__isnull=False).order_by("seat")[0]


def legal(player: Player) -> list[str]:
    return play.drafted(store.load(player.game).state, player).legal_moves(player.seat)


def move(game: Game, text: str) -> None:
    player = asked(game)
    play.move(player, text, play.version_of(player.game, player))


def played_until(game: Game, found: Callable[[list[str]], bool], seed: int = 1, turn: int = 0) -> Player:
    """Play random moves until the moves of the player to move meet the condition; specials are saved for later."""
    chance = Random(seed)
    for _ in range(600):
        moves = legal(asked(game))
        if found(moves) and asked(game).game.turn >= turn:
            return asked(game)
        plain = [each for each in moves if each.split()[0] in ("play", "draw", "end", "send")]
        move(game, chance.choice(plain or moves))
    raise AssertionError("not found")


def offered(html: str) -> set[str]:
    return {value for value in BUTTON.findall(html) if value}


def chosen_cards(html: str) -> list[str]:
    """Return the selectable cards of the hand."""
    return re.findall(r'name="card" id="h\d+" value="(\w+)"(?: (?!disabled)[\w-]+(?:="[^"]*")?)*>', html)


def test_every_button_is_a_legal_move_and_every_legal_move_is_there(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    for _ in range(12):
        player, html = asked(game), page(game, asked(game).user)
        moves = legal(player)
        possible = {value.replace("*", card) for value in offered(html) for card in [*chosen_cards(html), "-"]}
        assert {each for each in moves if each.split()[0] in ("draw", "play", "end", "revolver")} <= possible
        listed = json.loads(re.search(r'id="legal-moves" type="application/json">(.*?)</script>', html)[1])
        assert listed == [each for each in moves if not each.startswith("limousine")]
        move(game, Random(len(moves)).choice(moves))


def test_the_fragment_is_the_part_that_changes(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    html = page(game, alice, HTMX)
    assert html.lstrip().startswith('<div id="main"')
    assert "<html" not in html
    assert f'name="version" value="{play.version_of(game, game.players.get(user=alice))}"' in html


def test_the_player_to_move_is_in_a_data_attribute_and_in_the_title(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    mover = asked(game).user
    other = bob if mover == alice else alice
    assert "data-your-move" in page(game, mover)
    assert "<title>(1) Your move · Duel" in re.sub(r"\s+", " ", page(game, mover)).replace("<title> ", "<title>")
    waiting = page(game, other)
    assert "data-your-move" not in waiting
    assert not offered(waiting)
    assert "to move" in waiting


def test_a_draft_is_marked_named_and_sealed_by_what_reveals(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    player = played_until(game, lambda moves: any(each.startswith("play") for each in moves), turn=4)
    move(game, next(each for each in legal(player) if each.startswith("play")))
    html = page(game, player.user)
    assert "draw" in legal(asked(game))
    assert "playing-card--draft" in html
    assert re.search(r"Undo\s*<small>\w+ \d+</small>", html)
    assert re.search(r"makes \w+ \d+ final", html)
    other = bob if player.user == alice else alice
    assert "playing-card--draft" not in page(game, other)


@pytest.mark.parametrize("card", ["raid", "liquidation"])
def test_an_attack_on_a_rival_is_confirmed(alice: User, bob: User, card: str) -> None:
    game = table_of(alice, bob)
    player = played_until(game, lambda moves: any(each.startswith(f"{card} ") for each in moves), seed=5)
    wanted = next(each for each in legal(player) if each.startswith(f"{card} "))
    _verb, at, of = wanted.split()
    assert f"?card={card}&amp;at={at}&amp;of={of}" in page(game, player.user)
    assert wanted in offered(page(game, player.user, card=card, at=at, of=of))
    assert wanted not in offered(page(game, player.user))


def test_a_limousine_is_planned_by_links(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    player = played_until(game, lambda moves: any(each.startswith("limousine ") for each in moves), seed=7)
    wanted = max((each for each in legal(player) if each.startswith("limousine ")), key=len)
    _verb, source, onto, *cards = wanted.split()
    steps = {"card": "limousine", "from": source, "cards": "-".join(cards), "to": onto}
    assert wanted in offered(page(game, player.user, **steps))
    assert "The others see" in page(game, player.user, **steps)
    assert not any(each.startswith("limousine") for each in offered(page(game, player.user)))


@pytest.mark.parametrize(
    ("verb", "says"),
    [
        ("limousine", "Choose where the cards come from, then the cards, then where they go."),
        ("bribery", "Choose the card that Bribery takes"),
    ],
)
def test_a_button_that_waits_for_a_choice_says_so(alice: User, bob: User, verb: str, says: str) -> None:
    """Pressed too early, the button names the missing choice and the rule, and keeps the chosen cards."""
    game = table_of(alice, bob)
    player = played_until(game, lambda moves: any(each.startswith(f"{verb} ") for each in moves), seed=7)
    asked = {"card": verb}
    if verb == "limousine":
        asked["from"] = next(each for each in legal(player) if each.startswith("limousine ")).split()[1]
    html = page(game, player.user, **asked)
    assert re.search(rf'value="{verb}"\s+aria-disabled="true"', html)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([\w-]*)">', html))
    assert asked.items() <= fields.items()
    form = {"version": play.version_of(player.game, player), "move": verb} | asked
    answer = client_of(player.user).post(f"/games/{game.public_id}/move/", form, headers=HTMX)
    assert answer.status_code == 422
    told = unescape(answer.content.decode())
    assert says in told
    assert f'value="{verb}"' in told


def test_bribery_searches_the_pile_by_links(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    player = played_until(game, lambda moves: any(each.startswith("bribery ") for each in moves), seed=9)
    choices = [each for each in legal(player) if each.startswith("bribery ")]
    html = page(game, player.user, card="bribery")
    assert all(f"?card=bribery&amp;take={each.split()[1]}" in html for each in choices)
    assert choices[0] in offered(page(game, player.user, card="bribery", take=choices[0].split()[1]))


def shootout_in(game: Game) -> int | None:
    """Return the number of the last move if it led to a decided shootout."""
    last = game.moves.latest("number")
    return last.number if {"shootout", "took"} <= {event.kind for event in store.read_events(last.events)} else None


def test_a_shootout_can_be_looked_back_at(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    chance, number = Random(2), None
    while number is None:
        moves = legal(asked(game))
        plays = [each for each in moves if each.startswith("play")]
        move(game, chance.choice(plays or [each for each in moves if each in ("draw", "end")] or moves))
        number = shootout_in(game)
    html = page(game, alice, shown=str(number))
    assert "Back to the table" in html
    assert "reveal-row--win" in html
    assert f"?shown={number}" in page(game, alice)


def test_at_the_end_all_is_shown_and_the_next_game_is_a_press_away(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    player = asked(game)
    play.resign(player, play.version_of(player.game, player))
    html = page(game, player.user)
    for name in ("rematch", "record", "deal-audit", "log"):
        assert reverse(name, args=[game.public_id]) in html
    assert "You resigned: " in html
    assert 'name="move"' not in html


def test_spectators_see_the_table(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    html = page(game)
    assert "You’re watching." in html
    assert not offered(html)
    assert "legal-moves" not in html


def test_without_hand_labels_nothing_is_named(alice: User, bob: User) -> None:
    game = table_of(alice, bob, hand_labels=False)
    played_until(game, lambda moves: len(moves) > 12, seed=4)
    html = page(game, asked(game).user)
    board = html[html.index('class="board') : html.index('class="aside"')]
    assert "Play here" in board
    assert not re.search(r"High Card|Pair|Straight|Flush", board)


def test_a_refusal_is_shown_above_the_board(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    player = asked(game)
    client, url = client_of(player.user), reverse("move", args=[game.public_id])
    answer = client.post(url, {"version": "0.0", "move": "draw"}, headers=HTMX)
    assert answer.status_code == 409
    assert 'role="alert"' in compact(answer.content.decode())
    assert "The table has moved on." in compact(answer.content.decode())


def test_no_script_and_no_style_is_inline(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    html = page(game, asked(game).user)
    assert not re.search(r"<script(?![^>]*(src=|application/json))", html)
    assert not re.search(r"\sstyle=|\son\w+=", html)


# --- time and numbers


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        (timedelta(days=2, hours=5), "2 d 5 h"),
        (timedelta(hours=5, minutes=2), "5 h 02 m"),
        (timedelta(minutes=7), "7 m"),
        (timedelta(seconds=-1), "time is up"),
    ],
)
def test_how_long_is_left(wait: timedelta, said: str) -> None:
    assert time_left(timezone.now() + wait + timedelta(seconds=1) * (wait > timedelta(0))) == said


def test_nothing_is_left_of_no_deadline() -> None:
    assert time_left(None) == ""


def test_the_clock_stops_at_nought() -> None:
    assert countdown(timezone.now() + timedelta(seconds=112.5)) == "1:52"
    assert countdown(timezone.now() - timedelta(seconds=5)) == "0:00"


def test_long_numbers_are_read_in_groups() -> None:
    assert grouped_digits("9a24cc13", 4) == "9a24 cc13"


def test_a_spectators_recap_mentions_no_last_turn(duel: Game, alice: User, charlie: User) -> None:
    play.move(asked(duel), "draw", play.version_of(duel, asked(duel)))
    for user in (None, charlie):
        assert "your last turn" not in page(duel, user).lower()
    assert "Since your last turn" in page(duel, alice)


def holding(game: Game, *codes: str) -> Player:
    """Give the player to move exactly these cards, and discard the player's other cards."""
    me = asked(game)
    loaded = store.load(me.game)
    hand = loaded.state.hands[me.place]
    loaded.state.discarded += [code for code in hand if code not in codes]
    loaded.state.hands[me.place] = list(codes)
    store.save(loaded)
    return me


def test_an_empty_hand_is_not_prompted_to_play(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    me = holding(game)
    shown = page(game, me.user)
    assert "Pick a card to play" not in shown
    assert "Your hand, 0 cards;" in shown
    assert "you have nothing to play" in shown


def test_a_hand_of_one_card_is_counted_as_one(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    me = asked(game)
    one = next(each for each in legal(me) if each.startswith("play")).split()[1]
    shown = page(game, holding(game, one).user)
    assert "Your hand, 1 card; at most 7 when your turn ends" in shown
    assert "Pick a card to play" in shown


def did(answer: Any) -> str:
    """Return the announcement of the last move for screen readers."""
    found = re.search(r'\sdata-done="([^"]*)"', compact(answer.content.decode()))
    return unescape(found[1]) if found else ""


def send(game: Game, text: str) -> Any:
    me = asked(game)
    data = {"move": text, "version": play.version_of(me.game, me)}
    return client_of(me.user).post(reverse("move", args=[game.public_id]), data, headers=HTMX)


def test_the_last_move_is_announced(alice: User, bob: User) -> None:
    """The text names a drawn card, or a played card with the hand it makes, and the remaining actions, each once."""
    game = table_of(alice, bob)
    me = played_until(game, lambda moves: "draw" in moves and any(each.startswith("play") for each in moves), turn=3)
    played = [each for each in legal(me) if each.startswith("play")]
    _verb, code, tile = played[0].split()
    narrator = narrator_of(game, game.players.all(), me.seat)
    answer = send(game, played[0])
    where = narrator.line(game.rules.presentation.name_of(tile))
    assert re.fullmatch(
        rf"{narrator.card(code)}( face down)? at {re.escape(where)}: [\w ]+\. 2 actions left\.", did(answer)
    )
    answer = send(game, "draw")
    card = re.search(r'\sdata-drawn="(\w+)"', compact(answer.content.decode()))
    assert card is not None
    assert did(answer) == f"You drew {narrator.card(card[1])}. One action left."
    assert not did(client_of(me.user).get(game.get_absolute_url(), headers=HTMX))


def test_the_last_move_is_announced_to_its_player_only(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    me = asked(game)
    answer = send(game, "draw")
    assert did(answer).startswith("You drew ")
    rival = game.players.exclude(pk=me.pk).select_related("user").get()
    shown = client_of(rival.user).get(game.get_absolute_url(), headers=HTMX)
    assert "data-done" not in compact(shown.content.decode())
    assert "data-drawn" not in compact(shown.content.decode())


def test_without_hand_labels_the_live_region_names_no_hand(alice: User, bob: User) -> None:
    game = table_of(alice, bob, hand_labels=False)
    played = next(each for each in legal(asked(game)) if each.startswith("play"))
    assert ":" not in did(send(game, played))


def test_french_has_its_space_before_the_colon(alice: User, bob: User) -> None:
    """The colon is in the description of a seat's cards, which is read aloud."""
    game = table_of(alice, bob)
    User.objects.filter(pk=alice.pk).update(language="fr")
    held = re.findall(r'class="holding[^"]*"[^>]*>\s*<span class="vh">([^<]+)', page(game, alice))
    assert held
    assert all("\u00a0: " in each for each in held)


def test_actions_after_the_revolver_are_a_sentence_of_their_own(alice: User, bob: User) -> None:
    game = table_of(alice, bob)
    lay_out(game, table(["8S", "9S"], {"jazz1": ["", ""]}, due=1, extra=2))
    assert "1 action required, 2 optional" in page(game, asked(game).user)


def test_the_log_button_appears_only_after_others_events(alice: User, bob: User) -> None:
    """The button opens the log on a phone; in the very first turn, no other player has acted yet."""
    game = table_of(alice, bob)
    assert "What they did" not in page(game, asked(game).user)
    for _ in range(3):
        move(game, "draw")
    assert "What they did" in page(game, asked(game).user)


@pytest.mark.parametrize(("variant", "before"), [("chicago_poker", "draw"), ("swedish_chicago", "exchange")])
def test_the_dot_on_a_drawn_card_is_explained_while_there_is_one(
    variant: str, before: str, alice: User, bob: User
) -> None:
    game, explained = table_of(alice, bob, variant=variant), "The dot marks cards you’ve just drawn."
    move(game, before)
    player = asked(game)
    assert explained not in page(game, player.user)
    move(game, next(each for each in legal(player) if each == "draw" or each.startswith("exchange ")))
    assert explained in page(game, player.user)


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_few_parts_of_the_table_are_landmarks(variant: str, alice: User, bob: User) -> None:
    """Only the hand, the board, the log and the chat are worth a jump; other named elements are groups."""
    game = table_of(alice, bob, variant=variant)
    shown = page(game, asked(game).user)
    within = shown[shown.index("<main>") : shown.index("</main>")]
    sections = re.findall(r"<section[^>]*>", within)
    named = [section for section in sections if "aria-label" in section and 'role="group"' not in section]
    assert len([section for section in named if "popover" not in section or 'id="log"' in section]) <= 4
