"""Private notes: saved, and visible to their author only."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.urls import reverse

from accounts.models import User
from games.models import Game, Membership, Player
from tests.cast import client_of
from tests.normalized import TOKENS
from tests.playing import give_up, play_on
from tests.table.pages import HTMX, page, post

pytestmark = pytest.mark.django_db


def test_notes_are_saved(duel: Game, alice: User) -> None:
    answer = post(alice, "note", duel, note="bob bluffs\r\nalways")
    assert (answer.status_code, answer["Location"]) == (302, duel.get_absolute_url())
    assert "bob bluffs\nalways</textarea>" in client_of(alice).get(duel.get_absolute_url()).content.decode()
    saved = post(alice, "note", duel, HTMX, note="bob never bluffs")
    assert re.fullmatch(r"Saved at \d\d:\d\d UTC\.", saved.content.decode())
    assert Membership.objects.get(user=alice).note == "bob never bluffs"
    post(alice, "note", duel, HTMX, note="")
    assert Membership.objects.get(user=alice).note == ""


def test_saving_notes_is_confirmed_without_scripts(duel: Game, alice: User) -> None:
    answer = client_of(alice).post(reverse("note", args=[duel.public_id]), {"note": "x"}, follow=True)
    assert "Your notes are saved." in answer.content.decode()


@pytest.mark.parametrize(("text", "says"), [("a" * 2001, "longer than 2000 characters"), ("a\0b", "invisible")])
def test_invalid_notes_are_refused_and_stay_in_the_input(duel: Game, alice: User, text: str, says: str) -> None:
    post(alice, "note", duel, note="before")
    answer = post(alice, "note", duel, note=text)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert "a" * 2001 in answer.content.decode() or "\0" in text
    short = post(alice, "note", duel, HTMX, note=text)
    assert short.status_code == 422
    assert says in short.content.decode()
    assert Membership.objects.get(user=alice).note == "before"


@time_machine.travel("2026-11-20 12:00Z", tick=False)  # pages say how much time is left
def test_notes_are_private(duel: Game, alice: User, bob: User, carol: User, charlie: User) -> None:
    play_on(duel, 8)
    everything = {who: [TOKENS.sub("", each) for each in _all_pages(duel, who)] for who in (bob, carol, charlie, None)}
    post(alice, "note", duel, note="The Coat Check is a trap")
    for who, before in everything.items():
        assert [TOKENS.sub("", each) for each in _all_pages(duel, who)] == before
    duel.players.filter(user=alice).update(stand_in=Player.StandIn.FRIEND, friend=carol)
    assert "Coat Check is a trap" not in "".join(_all_pages(duel, carol))
    give_up(duel)
    for who in (bob, carol, charlie, None):
        assert "Coat Check is a trap" not in "".join(_all_pages(duel, who))
    assert "Coat Check is a trap" in page(alice, duel)


def _all_pages(game: Game, user: User | None) -> list[str]:
    client = client_of(user)
    return [
        client.get(reverse(name, args=[game.public_id])).content.decode()
        for name in ("table", "log", "record", "deal-audit")
    ]


def test_a_substitute_cannot_see_the_previous_players_notes(duel: Game, alice: User, carol: User) -> None:
    post(alice, "note", duel, note="The Coat Check is a trap")
    duel.players.filter(user=alice).update(user=carol, lost_by=alice)
    assert "Coat Check is a trap" not in page(carol, duel)


def test_markup_in_notes_and_messages_is_escaped(duel: Game, alice: User) -> None:
    post(alice, "note", duel, note="</textarea><script>alert(1)</script>")
    assert "<script>alert" not in page(alice, duel)
