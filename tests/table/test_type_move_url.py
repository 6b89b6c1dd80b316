"""Moves typed at a table: their effects, their responses, and the text kept after a refusal."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.utils import translation
from django.utils.html import escape

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Player
from games.presentation.view_model import narrator_of
from tests.cast import client_of, table_of
from tests.playing import asked_seat, lay_out, legal, other, play_on
from tests.rate_limits import reset_rate_limits
from tests.rules.chicago_poker.tables import table
from tests.table.pages import HTMX, post, text

pytestmark = pytest.mark.django_db


def version(player: Player) -> str:
    return play.version_of(Game.objects.get(pk=player.game_id), Player.objects.get(pk=player.pk))


def type_move(player: Player, typed: str, headers: dict[str, str] | None = None, **more: str):
    data = {"version": version(player), "typed": typed} | more
    return post(player.user, "type-move", player.game, headers, **data)


def sentence(player: Player, move: str) -> str:
    """Return the text that the player would type for the move."""
    fresh = Player.objects.select_related("game").get(pk=player.pk)
    view = play.drafted(store.load(fresh.game).state, fresh).view(fresh.seat)
    players = list(fresh.game.players.select_related("user"))
    narrator = narrator_of(fresh.game, players, fresh.seat)
    return narrator.line(fresh.game.rules.presentation.move_texts(move, view)[0])


@pytest.fixture
def scene(duel: Game) -> Game:
    """A position with two gangsters and a Raid in hand, and a rival at the Brass Canary."""
    level = {"jazz2": ["2M", "4C"], "gambling2": ["", "6C"]}
    lay_out(duel, table(["8S 8M raid1", "9R"], level, active=0, due=3))
    return duel


def test_a_typed_move_is_a_draft_like_any_other(scene: Game) -> None:
    me = asked_seat(scene)
    answer = type_move(me, "star 8 at the policy wheel")
    assert (answer.status_code, answer.headers["Location"]) == (303, scene.get_absolute_url())
    assert Player.objects.get(pk=me.pk).drafts == ["play 8S gambling2"]


def test_what_was_done_is_said(scene: Game) -> None:
    shown = text(type_move(asked_seat(scene), "star 8 at the policy wheel", HTMX))
    assert 'data-done="Star 8 at The Policy Wheel: High Card 8. 2 actions left."' in shown
    assert "star 8 at the policy wheel" not in shown


def test_the_same_request_twice_is_one_move(scene: Game) -> None:
    me = asked_seat(scene)
    seen = version(me)
    for _ in range(2):
        assert type_move(me, "star 8 at the policy wheel", version=seen).status_code == 303
    assert Player.objects.get(pk=me.pk).drafts == ["play 8S gambling2"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("fan 3 at the Policy Wheel", "You don’t hold Fan 3. Choose a card from your hand. (Rule 4.2)"),
        ("end turn", "You still have 3 actions to take. Draw or play before you end the turn. (Rule 3.5)"),
        ("sing a song", "I don’t understand this move. You can type, for example: “Draw a card”"),
        ("resign", "I don’t understand this move."),
        ("", "Type what you want to do."),
        ("x" * 201, "at most 200 characters"),
        ("draw\x00", "Null characters are not allowed."),
    ],
)
def test_an_error_has_its_reason_and_nothing_is_lost(scene: Game, typed: str, says: str) -> None:
    answer = type_move(asked_seat(scene), typed)
    assert answer.status_code == 422
    shown = text(answer)
    assert says in shown, re.findall("typed-answer.*?</p>", shown)
    assert f'value="{escape(typed[:200]).strip()}"'.replace("\x00", "") in text(answer).replace("\x00", "")
    assert scene.moves.count() == 1


def test_a_raid_is_asked_about_and_made_by_the_button(scene: Game) -> None:
    me = asked_seat(scene)
    answer = type_move(me, "raid torrio at the brass canary")
    assert answer.status_code == 422
    assert "This can’t be undone. Press Enter to make this move." in text(answer)
    assert re.search(r'data-confirms name="move" value="raid jazz2 1" formaction="/games/\w+/move/"', text(answer))
    assert scene.moves.count() == 1
    assert post(me.user, "move", scene, version=version(me), move="raid jazz2 1", typed="raid").status_code == 303
    assert "raid jazz2 1" in scene.moves.values_list("text", flat=True)


def test_doubt_is_answered_by_buttons(scene: Game) -> None:
    shown = text(type_move(asked_seat(scene), "star 8"))
    assert "Did you mean one of these moves?" in shown
    assert "Play Star 8 at The Policy Wheel" in shown


def test_a_single_suggestion_is_offered_in_the_singular(scene: Game) -> None:
    shown = text(type_move(asked_seat(scene), "drw"))
    assert "Did you mean one of these moves?" not in shown
    assert "data-confirms" in shown


def test_undoing_is_said(scene: Game) -> None:
    """The new sentence replaces the sentence about the undone move."""
    me = asked_seat(scene)
    type_move(me, "star 8 at the policy wheel")
    shown = text(post(me.user, "undo", scene, HTMX, version=version(me)))
    assert 'data-done="Undone."' in shown


def test_an_old_page_is_told_so(scene: Game) -> None:
    me = asked_seat(scene)
    for typed in ("draw", "sing a song"):
        answer = type_move(me, typed, version="0.0")
        assert answer.status_code == 409
        assert "The table has moved on." in text(answer)


def test_out_of_turn_and_after_the_end(duel: Game) -> None:
    rival = other(duel, asked_seat(duel))
    assert type_move(rival, "draw").status_code == 409
    assert "I don’t understand this move, and it’s not your turn." in text(type_move(rival, "sing a song"))
    play.resign(rival, None)
    assert type_move(asked_or_any(duel), "draw").status_code == 409


def asked_or_any(game: Game) -> Player:
    return Player.objects.select_related("game", "user").filter(game=game).earliest("seat")


def test_strangers_get_no_answer_and_no_field(duel: Game, charlie: User, guest: User) -> None:
    for user in (None, charlie, guest):
        answer = post(user, "type-move", duel, version="0.0", typed="draw")
        assert answer.status_code == 404
        assert "typed-move" not in client_of(user).get(duel.get_absolute_url()).content.decode()


def test_what_is_read_out_is_the_viewers_own(scene: Game) -> None:
    me, rival = asked_seat(scene), other(scene, asked_seat(scene))
    mine, theirs = (text(client_of(of.user).get(scene.get_absolute_url())) for of in (me, rival))
    assert "In your hand: Moon 8, Star 8" in mine, re.findall("In your hand[^<]*", mine)
    assert "The Brass Canary, Jazz Club: you: Moon 2, High Card 2; Torrio: Clover 4." in mine
    assert "In your hand: Ruby 9." in theirs
    assert "Star 8" not in theirs
    assert "Your move. You have 3 actions." not in theirs


SPOKEN = [
    ("chicago_poker", "fr", 60),
    pytest.param("chicago_poker", "fr", 0, marks=pytest.mark.whole),
    pytest.param("swedish_chicago", "sv", 0, marks=pytest.mark.whole),
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "language", "begun"), SPOKEN)
def test_a_game_is_played_to_its_end_by_typed_moves(
    alice: User, bob: User, variant: str, language: str, begun: int
) -> None:
    """Every move is typed into the page's form, in the words that the table itself suggests."""
    User.objects.update(language=language)
    game, rng = play_on(table_of(alice, bob, variant=variant, options=SHORT.get(variant, {})), begun), Random(6)
    clients = {player.pk: client_of(player.user) for player in game.players.select_related("user")}
    with translation.override(language):
        for _ in range(LONGEST_GAME):
            player = game.players.select_related("game", "user").filter(to_move_since__isnull=False).first()
            if player is None:
                break
            move = rng.choice(wanted(legal(player)))
            typed, before = sentence(player, move), version(player)
            asks = game.rules.presentation.asks_first(move, view_of(player))
            address = f"/games/{game.public_id}/type/"
            reset_rate_limits()
            answer = clients[player.pk].post(address, {"version": before, "typed": typed}, headers=HTMX)
            if asks:
                assert answer.status_code == 422
                answer = clients[player.pk].post(f"/games/{game.public_id}/move/", {"version": before, "move": move})
            assert answer.status_code in (200, 303), (typed, text(answer)[:3000])
    assert Game.objects.get(pk=game.pk).is_over


def view_of(player: Player) -> Any:
    fresh = Player.objects.select_related("game").get(pk=player.pk)
    return play.drafted(store.load(fresh.game).state, fresh).view(fresh.place)


SHORT = {"chicago_poker": {"short": True}}
LONGEST_GAME = 600


def wanted(moves: list[str]) -> list[str]:
    """Return the moves that advance the game: plays rather than draws."""
    return [move for move in moves if move.startswith(("play", "announce"))] or moves
