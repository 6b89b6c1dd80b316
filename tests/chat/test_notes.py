"""Private notes: they are kept, and nobody else sees them."""

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


def test_notes_are_kept(duel: Game, alice: User) -> None:
    answer = post(alice, "note", duel, note="bob bluffs\r\nalways")
    assert (answer.status_code, answer["Location"]) == (302, duel.get_absolute_url())
    assert "bob bluffs\nalways</textarea>" in page(alice, duel)
    saved = post(alice, "note", duel, HTMX, note="bob never bluffs")
    assert re.fullmatch(r"Saved at \d\d:\d\d\.", saved.content.decode())
    assert Membership.objects.get(user=alice).note == "bob never bluffs"
    post(alice, "note", duel, HTMX, note="")
    assert Membership.objects.get(user=alice).note == ""


def test_notes_say_that_they_are_saved_without_a_script(duel: Game, alice: User) -> None:
    answer = client_of(alice).post(reverse("note", args=[duel.table]), {"note": "x"}, follow=True)
    assert "Your notes are saved." in answer.content.decode()


@pytest.mark.parametrize(("text", "says"), [("a" * 2001, "at most 2000 characters"), ("a\0b", "invisible")])
def test_notes_that_cannot_be_kept_are_refused_and_not_lost(duel: Game, alice: User, text: str, says: str) -> None:
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
def test_notes_are_nobody_elses_business(duel: Game, alice: User, bob: User, carol: User, charlie: User) -> None:
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
        client.get(reverse(name, args=[game.table])).content.decode() for name in ("table", "log", "record", "fair")
    ]


def test_a_substitute_does_not_find_the_notes_of_whom_he_replaces(duel: Game, alice: User, carol: User) -> None:
    post(alice, "note", duel, note="The Coat Check is a trap")
    duel.players.filter(user=alice).update(user=carol, lost_by=alice)
    assert "Coat Check is a trap" not in page(carol, duel)


def test_notes_and_talk_show_no_markup_of_their_own(duel: Game, alice: User) -> None:
    post(alice, "note", duel, note="</textarea><script>alert(1)</script>")
    assert "<script>alert" not in page(alice, duel)
