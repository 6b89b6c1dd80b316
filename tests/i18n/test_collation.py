"""The order of names in each language."""

from __future__ import annotations

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.i18n.collation import by_shown_name, collation_key
from accounts.models import Block, Friendship, User
from tests.cast import client_of, somebody

NAMES = ["Zed", "Ärla", "anna", "Łukasz", "Ola", "Bo", "Åsa", "Ölle", "Ludo", "Lzz", "Élan", "Ebbe", "Żaba", "Źdźbło"]


@pytest.mark.parametrize(
    ("language", "ordered"),
    [
        ("en", "anna Ärla Åsa Bo Ebbe Élan Ludo Łukasz Lzz Ola Ölle Żaba Źdźbło Zed"),
        ("fr", "anna Ärla Åsa Bo Ebbe Élan Ludo Łukasz Lzz Ola Ölle Żaba Źdźbło Zed"),
        ("pl", "anna Ärla Åsa Bo Ebbe Élan Ludo Lzz Łukasz Ola Ölle Zed Źdźbło Żaba"),
        ("sv", "anna Bo Ebbe Élan Ludo Łukasz Lzz Ola Żaba Źdźbło Zed Åsa Ärla Ölle"),
    ],
)
def test_names_are_in_the_order_of_the_readers_alphabet(language: str, ordered: str) -> None:
    with override(language):
        assert " ".join(sorted(NAMES, key=collation_key)) == ordered


def test_signs_and_case_do_not_count() -> None:
    names = ["🦊 Bea", "bea", "“Ann”", "Ada", "Иван", "Bea"]
    assert sorted(names, key=collation_key) == ["Ada", "“Ann”", "Bea", "bea", "🦊 Bea", "Иван"]


def test_accents_decide_between_the_same_letters() -> None:
    assert sorted(["Zoë B", "Zoe C", "Zoë A", "Zoe A"], key=collation_key) == ["Zoe A", "Zoë A", "Zoë B", "Zoe C"]


@pytest.mark.django_db
def test_friends_and_blocked_people_stand_by_the_names_that_are_shown(alice: User) -> None:
    people = [somebody(f"u{number}", display_name=name) for number, name in enumerate(NAMES)]
    for person in people[::2]:
        Friendship.objects.create(by=alice, to=person, agreed_at=timezone.now())
    for person in people[1::2]:
        Block.objects.create(by=alice, who=person)
    for language in ("en", "sv"):
        alice.language = language
        alice.save()
        html = client_of(alice).get("/friends/").content.decode()
        with override(language):
            for some in (people[::2], people[1::2]):
                places = [html.index(f">{person.shown_name}<") for person in by_shown_name(some)]
                assert places == sorted(places)
