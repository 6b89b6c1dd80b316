"""The hints in a newcomer's first turn: they follow the player's actions, and end with the turn."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games import play
from games.models import Game, Player
from tests.cast import table_of
from tests.playing import act, asked_seat, legal
from tests.table.pages import page

pytestmark = pytest.mark.django_db

HINT = "Your first turn: choose a card"
NEXT_HINTS = ("The card you drew is marked.", "Played; you can still undo it.", "Nobody sees your turn until you end")


def test_the_first_hint_is_gone_with_the_first_action(alice: User, bob: User) -> None:
    """The hint explains how to choose a card, disappears when no action is left, and returns after an undo."""
    game = table_of(alice, bob)
    me = asked_seat(game)
    assert HINT in page(me.user, game)
    act(asked_seat(game), next(each for each in legal(me) if each.startswith("play")))
    shown = page(me.user, game)
    assert "0 actions left" in shown
    assert HINT not in shown
    assert "since your last turn." not in shown
    play.undo(asked_seat(game), play.version_of(game, asked_seat(game)))
    assert HINT in page(me.user, game)


def hints_on(game: Game, user: User | None) -> list[str]:
    """Return the hints among the table's news."""
    strip = re.search(r'<section class="headline.*?</section>', page(user, game))
    return [hint for hint in (HINT, *NEXT_HINTS) if strip and hint in strip[0]]


def test_hints_follow_what_was_done_and_stop_with_the_first_turn(alice: User, bob: User) -> None:
    """The hints are tested in the second turn of the table, which has two actions."""
    game, (drew, lies, laid_out) = table_of(alice, bob), NEXT_HINTS
    act(asked_seat(game), "draw")
    me = asked_seat(game)
    for verb, hint in (("", HINT), ("play", lies), ("undo", HINT), ("draw", drew), ("play", laid_out)):
        if verb == "undo":
            play.undo(now := asked_seat(game), play.version_of(now.game, now))
        elif verb:
            act(asked_seat(game), next(each for each in legal(asked_seat(game)) if each.startswith(verb)))
        assert hints_on(game, me.user) == [hint], verb
    Player.objects.filter(pk=me.pk).update(last_turn_end=1)  # players who have ended a turn know all this
    assert not hints_on(game, me.user)
    act(asked_seat(game), "end")
    assert not hints_on(game, me.user)
