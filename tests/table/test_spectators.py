"""Spectators share a table that is rendered once; nothing of one spectator reaches the page of another."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from redis.exceptions import ConnectionError as RedisConnectionError

from accounts.models import User
from accounts.profile.context_processors import THEME_COOKIE
from games import play
from games.chat.rooms import post_in_gallery
from games.core import store
from games.models import Game, Player
from games.table import spectators
from games.table.views import table as view
from tests.cast import client_of, table_of
from tests.needs import EVERYTHING
from tests.normalized import compact

pytestmark = pytest.mark.django_db


def fragment(game: Game, user: User | None = None, client: Client | None = None, **ask: str) -> str:
    answer = (client or client_of(user)).get(game.get_absolute_url(), ask, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return compact(re.sub(r'(csrfmiddlewaretoken" value=)"[^"]*"', r"\1", answer.content.decode()))


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The version of the table at each render."""
    seen, render = [], spectators._rendered

    def counted(access: Any, user: Any) -> str:
        seen.append(access.game.version)
        return render(access, user)

    monkeypatch.setattr(spectators, "_rendered", counted)
    return seen


def move(game: Game, chance: Random) -> None:
    waiting = game.players.select_related("game", "user").filter(to_move_since__isnull=False)
    player = waiting.order_by("seat").first()
    assert isinstance(player, Player)
    moves = play.drafted(store.load(player.game).state, player).legal_moves(player.seat)
    play.move(player, chance.choice(moves), play.version_of(player.game, player))


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_it_is_what_would_be_rendered_for_each_alone(
    alice: User, bob: User, charlie: User, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chance = table_of(alice, bob, variant=variant), Random(5)
    for _ in range(30 if EVERYTHING else 8):
        move(game, chance)
        game.refresh_from_db()
        shared = [fragment(game, user) for user in (None, charlie)]
        with monkeypatch.context() as patched:
            patched.setattr(view, "is_shared", lambda *_: False)
            assert shared == [fragment(game, user) for user in (None, charlie)]


def test_it_is_rendered_once_for_a_version(duel: Game, renders: list[int]) -> None:
    before, chance = duel.version, Random(1)
    for _ in range(3):
        fragment(duel)
    assert renders == [before]
    while duel.version == before:  # earlier moves are drafts
        move(duel, chance)
        duel.refresh_from_db()
    assert f'data-version="{duel.version}.0"' in fragment(duel)
    assert renders == [before, duel.version]


def test_it_is_rendered_without_redis(duel: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> None:
        raise RedisConnectionError

    monkeypatch.setattr(spectators.cache, "get_or_set", away)
    assert "data-spectator" in fragment(duel)


def test_players_have_their_own(duel: Game, alice: User, renders: list[int]) -> None:
    assert "data-spectator" in fragment(duel)
    assert "data-spectator" not in fragment(duel, alice)
    assert len(renders) == 1


def test_the_gallery_is_read_by_those_who_may_alone(duel: Game, charlie: User, carol: User, guest: User) -> None:
    post_in_gallery(duel, charlie, "Bootleg at midnight")
    assert "Bootleg at midnight" in fragment(duel, carol)
    assert "Bootleg at midnight" not in fragment(duel)
    assert "Bootleg at midnight" not in fragment(duel, guest)
    assert 'id="chat-new"' in fragment(duel, carol)


def test_each_has_their_own_language(duel: Game, client_of: Callable[..., Client]) -> None:
    for language, says in (("en", "watching"), ("sv", "tittar på"), ("en", "watching")):
        answer = client_of().get(duel.get_absolute_url(), headers={"HX-Request": "true", "Accept-Language": language})
        assert answer["Content-Language"] == language
        assert says in answer.content.decode().lower(), language


@pytest.mark.parametrize("is_shared", [True, False])
def test_it_is_alike_in_every_theme(
    duel: Game, charlie: User, is_shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache's key has no theme, because the style sheets of the surrounding page support all themes."""
    if not is_shared:
        monkeypatch.setattr(view, "is_shared", lambda *_: False)
    found = set()
    for theme in ("light", "dark", ""):
        visitor = client_of()
        visitor.cookies[THEME_COOKIE] = theme
        User.objects.filter(pk=charlie.pk).update(theme=theme)
        assert (f'data-theme="{theme}"' in visitor.get(duel.get_absolute_url()).content.decode()) == bool(theme)
        found.add((fragment(duel, client=visitor), fragment(duel, charlie)))
    assert len(found) == 1


def test_a_free_seat_is_offered_to_each_as_they_may_take_it(duel: Game, bob: User, charlie: User, renders) -> None:
    Player.objects.filter(game=duel, user=bob).update(vacant=True)
    take = reverse("substitute", args=[duel.public_id, 1])
    assert take in fragment(duel, charlie)
    assert not renders


def test_a_highlight_is_shown_to_who_has_chosen_it(duel: Game, renders: list[int]) -> None:
    fragment(duel, shown="1")
    assert not renders


def test_the_next_table_is_the_viewers_own(duel: Game, charlie: User, carol: User) -> None:
    other = table_of(charlie, carol)
    waiting = other.players.filter(to_move_since__isnull=False).get().user
    idle = carol if waiting == charlie else charlie
    link = "/tables/next/?from="
    assert link in fragment(duel, waiting)
    assert link not in fragment(duel, idle)


@pytest.mark.parametrize("variant", ["chicago_poker", "swedish_chicago"])
def test_a_spectator_hears_board_score_turn_and_last_moves_and_types_no_moves(
    alice: User, bob: User, charlie: User, variant: str
) -> None:
    game = table_of(alice, bob, variant=variant)
    move(game, Random(2))
    shown = client_of(charlie).get(game.get_absolute_url()).content.decode()
    assert re.findall(r'<dd data-key="(\w)" data-aloud', shown) == ["b", "s", "t", "l"]
    assert 'popovertarget="aloud"' in shown and 'id="typed-move"' not in shown
    heard = re.sub(r"<[^>]+>", " ", shown[shown.index('id="aloud"') :])
    assert "to move." in heard and "Time until" in heard


def test_a_spectator_hears_nothing_of_a_hand(alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant="swedish_chicago")
    for _move in range(6):
        view = store.load(game).state.view(None)
        told = game.rules.presentation.screen_reader_texts(view)
        assert (told.hand, told.moves) == ((), ())
        assert told.table and told.score
        move(game, Random(3))
        game.refresh_from_db()
