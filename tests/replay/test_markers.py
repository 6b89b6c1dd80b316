"""The labels of highlights on a replay's scale are computed once for each viewer, even in a long game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Move
from games.presentation import headline
from games.presentation.narration import Narrator
from games.replay import markers
from games.rules.contract import Event
from tests.cast import client_of, table_of
from tests.playing import give_up, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    """A game with shootouts."""
    return give_up(play_on(table_of(alice, bob), 120, seed=3))


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[Event]]:
    """The events of each highlight whose label has been computed."""
    seen: list[Sequence[Event]] = []

    def counted(events: Sequence[Event], narrator: Narrator) -> Event | None:
        seen.append(events)
        return headline.most_important(events, narrator)

    monkeypatch.setattr(markers, "most_important", counted)
    return seen


def shown(client: Client, game: Game, **query: Any) -> Any:
    answer = client.get(reverse("replay", args=[game.public_id]), query)
    assert answer.status_code == 200
    return answer.context["replay"]


def test_a_step_works_out_no_label_again(over: Game, worked_out: list[Sequence[Event]]) -> None:
    """The step doesn't read the moves either: later changes of the moves have no effect."""
    first = shown(client_of(), over, at=1)
    highlights = first.line.highlights
    assert len(worked_out) == len(highlights) > 1
    Move.objects.filter(game=over, number=highlights[-1]).update(events=[])
    for at in (2, 3, 1):
        assert shown(client_of(), over, at=at).markers == first.markers
    assert len(worked_out) == len(highlights)


def test_the_labels_of_a_game_that_goes_on(alice: User, bob: User, worked_out: list[Sequence[Event]]) -> None:
    """Only the labels of new highlights are computed."""
    game = play_on(table_of(alice, bob), 100, seed=3)
    before = shown(client_of(alice), game, at=1)
    play_on(game, 60, seed=3)
    after = shown(client_of(alice), game, at=1)
    assert len(worked_out) == len(after.markers) > len(before.markers) > 0
    assert [marker.label for marker in after.markers[: len(before.markers)]] == [each.label for each in before.markers]


def test_everybody_has_labels_of_their_own(over: Game, alice: User, bob: User) -> None:
    """Each viewer gets labels in their own language, even if another viewer loaded the page first."""
    seen = {person: shown(client_of(person), over, at=1).markers for person in (None, alice, bob)}
    assert [marker.is_yours for marker in seen[alice]] != [marker.is_yours for marker in seen[bob]]
    assert not any(marker.is_yours for marker in seen[None])
    assert len({tuple(marker.label for marker in each) for each in seen.values()}) == 3
    User.objects.filter(pk=alice.pk).update(language="sv")
    swedish = shown(client_of(alice), over, at=1).markers
    assert [marker.label for marker in swedish] != [marker.label for marker in seen[alice]]


def test_a_new_name_shows_at_once(alice: User, bob: User) -> None:
    """The new name also appears in cached labels; the game has no personas."""
    game = play_on(table_of(alice, bob, variant="swedish_chicago"), 60)
    assert not any("Roberta" in marker.label for marker in shown(client_of(), game, at=1).markers)
    User.objects.filter(pk__in=(alice.pk, bob.pk)).update(display_name="Roberta")
    assert any("Roberta" in marker.label for marker in shown(client_of(), game, at=1).markers)


def test_all_cards_up_has_labels_of_its_own(over: Game, worked_out: list[Sequence[Event]]) -> None:
    """Labels cached for the normal replay are not reused when all cards are face up."""
    seen = len(shown(client_of(), over, at=1).markers)
    shown(client_of(), over, at=1, cards="up")
    assert len(worked_out) == 2 * seen
    shown(client_of(), over, at=2, cards="up")
    assert len(worked_out) == 2 * seen
