"""The URLs that change a running game, for every kind of user: the responses, and rows that must stay unchanged."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.core import store
from games.models import Game, Player
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.playing import lay_out, play_on
from tests.rules.chicago_poker.tables import FRENCH, table

HTMX = {"HX-Request": "true"}


def asked(game: Game) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)


def waiting(game: Game) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=True)


def post(client: Client, game: Game, what: str = "move", headers: dict[str, str] | None = None, **data: str):
    return client.post(f"/games/{game.public_id}/{what}/", data, headers=headers or {})


def version(player: Player) -> str:
    return play.version_of(Game.objects.get(pk=player.game_id), Player.objects.get(pk=player.pk))


def a_play(player: Player) -> str:
    legal = store.load(player.game).state.legal_moves(player.seat)
    return next(move for move in legal if move.startswith("play"))


def moves(game: Game) -> list[str]:
    return list(game.moves.values_list("text", flat=True))


def test_a_move_leads_back_to_the_table(duel: Game) -> None:
    me = asked(duel)
    answer = post(client_of(me.user), duel, version=version(me), move="draw")
    assert (answer.status_code, answer.headers["Location"]) == (303, duel.get_absolute_url())
    assert moves(duel) == ["", "draw", "end"]


def test_for_htmx_a_move_is_answered_with_the_fresh_table(duel: Game) -> None:
    me = asked(duel)
    answer = post(client_of(me.user), duel, headers=HTMX, version=version(me), move="draw")
    assert answer.status_code == 200
    fragment = compact(answer.content.decode())
    assert fragment.startswith('<div id="main"')
    assert f'data-version="{version(me)}"' in fragment


def test_a_star_is_replaced_by_the_chosen_card(duel: Game) -> None:
    me = asked(duel)
    verb, card, place = a_play(me).split()
    answer = post(client_of(me.user), duel, version=version(me), move=f"{verb} * {place}", card=card)
    assert answer.status_code == 303
    assert Player.objects.get(pk=me.pk).drafts == [f"play {card} {place}"]


def test_undo_is_a_press(duel: Game) -> None:
    me, client = asked(duel), client_of(asked(duel).user)
    post(client, duel, version=version(me), move=a_play(me))
    assert post(client, duel, "undo", version=version(me)).status_code == 303
    assert Player.objects.get(pk=me.pk).drafts == []
    refused = post(client, duel, "undo", version=version(me))
    assert refused.status_code == 409


@pytest.mark.parametrize("what", ["move", "undo", "resign"])
def test_strangers_and_visitors_cannot_change_a_game(duel: Game, charlie: User, guest: User, staff: User, what: str):
    for user in (None, charlie, guest, staff):
        answer = post(client_of(user), duel, what, version=version(asked(duel)), move="draw")
        assert answer.status_code == 404, user
    assert moves(duel) == [""]


@pytest.mark.parametrize("what", ["move", "undo", "resign"])
def test_get_leads_to_the_table(duel: Game, what: str) -> None:
    answer = client_of(asked(duel).user).get(f"/games/{duel.public_id}/{what}/")
    assert answer["Location"] == duel.get_absolute_url()


def test_a_form_from_another_site_is_refused(duel: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(asked(duel).user, backend="django.contrib.auth.backends.ModelBackend")
    assert post(client, duel, version=version(asked(duel)), move="draw").status_code == 403
    assert moves(duel) == [""]


def test_out_of_turn_is_a_conflict_with_the_table(duel: Game) -> None:
    other = waiting(duel)
    answer = post(client_of(other.user), duel, version=version(other), move="draw")
    assert answer.status_code == 409
    assert "It’s not your turn." in answer.content.decode()
    assert 'id="main"' in answer.content.decode()


def test_a_stale_page_is_a_conflict_with_the_card_still_chosen(duel: Game) -> None:
    me = asked(duel)
    _verb, card, place = a_play(me).split()
    answer = post(client_of(me.user), duel, version="0.0", move=f"play * {place}", card=card)
    assert answer.status_code == 409
    page = compact(answer.content.decode())
    assert "The table has moved on." in page
    assert f'value="{card}"' in page.partition(" checked")[0].rpartition("<input")[2]
    assert moves(duel) == [""]


def test_a_forged_card_is_refused_with_the_paragraph(duel: Game) -> None:
    me = asked(duel)
    theirs = duel.cards.filter(zone="hand", seat=waiting(duel).seat, code__regex=r"^\d").first()
    place = duel.tiles.get(slot=0).code
    answer = post(client_of(me.user), duel, version=version(me), move=f"play {theirs.code} {place}")
    assert answer.status_code == 422
    assert moves(duel) == [""]


def test_a_move_after_the_end_is_a_conflict(duel: Game) -> None:
    me, other = asked(duel), waiting(duel)
    assert post(client_of(other.user), duel, "resign", version=version(other)).status_code == 303
    answer = post(client_of(me.user), duel, version=version(me), move="draw")
    assert answer.status_code == 409
    assert "This game isn’t running." in answer.content.decode()


def test_a_move_before_the_start_is_a_conflict(alice: User) -> None:
    game = table_of(alice, size=3)
    assert post(client_of(alice), game, version="0.0", move="draw").status_code == 409


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({}, "The page didn’t say which version of the table it shows. Reload it and try again."),
        ({"version": "1.0"}, "Choose what to do."),
        ({"version": "1.0", "move": "x" * 101}, "at most 100 characters"),
        ({"version": "1.0", "move": "play * jazz1"}, "Choose a card first."),
        ({"version": "1.0", "move": "play * jazz1", "card": "9M jazz2"}, "There’s no such card."),
        ({"version": "1.0", "move": "draw\x00"}, "Null characters are not allowed."),
    ],
)
def test_malformed_input_is_refused_with_a_reason(duel: Game, data: dict[str, str], says: str) -> None:
    answer = post(client_of(asked(duel).user), duel, **data)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert moves(duel) == [""]


def test_a_private_table_is_visible_to_its_players_only(alice: User, bob: User, charlie: User, staff: User) -> None:
    game = table_of(alice, bob, public=False)
    for path in ("", "version/", "log/", "record/", "fair/"):
        url = f"/games/{game.public_id}/{path}"
        assert [client_of(user).get(url).status_code for user in (None, charlie, staff)] == [404] * 3, path
        assert client_of(alice).get(url).status_code == 200, path


def test_a_public_table_can_be_watched(duel: Game, charlie: User) -> None:
    for path in ("", "version/", "log/", "record/", "fair/"):
        url = f"/games/{duel.public_id}/{path}"
        assert [client_of(user).get(url).status_code for user in (None, charlie)] == [200] * 2, path


def test_the_log_cites_the_rules_and_pages_back(duel: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.table.views.table.SECTIONS_A_PAGE", 5)
    play_on(duel, 70)
    client = client_of(asked(duel).user)
    latest = client.get(f"/games/{duel.public_id}/log/")
    assert "/rules/chicago_poker/#p-4-" in latest.content.decode()
    assert "The cards are dealt." not in latest.content.decode()
    pages = latest.context["page"].paginator.num_pages
    earliest = client.get(f"/games/{duel.public_id}/log/?page={pages}").content.decode()
    assert "The cards are dealt." in earliest
    assert client.get(f"/games/{duel.public_id}/log/?page=zero").status_code == 200


@pytest.mark.parametrize("number", [5, 60])
def test_the_table_takes_a_constant_number_of_queries(duel: Game, number: int, django_assert_num_queries) -> None:
    while duel.moves.count() <= number:
        me = asked(duel)
        legal = play.drafted(store.load(me.game).state, me).legal_moves(me.seat)
        play.move(me, "draw" if "draw" in legal else legal[-1], version(me))
    client = client_of(asked(duel).user)
    client.get(duel.get_absolute_url())
    with django_assert_num_queries(11):
        client.get(duel.get_absolute_url())


def test_the_fragment_includes_the_number_of_waiting_tables(duel: Game) -> None:
    me = asked(duel)
    client = client_of(me.user)
    before = compact(client.get(duel.get_absolute_url(), headers=HTMX).content.decode())
    assert 'hx-swap-oob="true" class="badge" role="img" aria-label="1 table waiting">1</span>' in before
    after = compact(post(client, duel, headers=HTMX, version=version(me), move="draw").content.decode())
    assert '<span id="tally" hx-swap-oob="true" hidden></span>' in after
    assert "hx-swap-oob" not in client.get(duel.get_absolute_url()).content.decode()


def test_in_the_french_edition_a_tie_may_be_declined_in_secret(alice: User, bob: User) -> None:
    game = table_of(alice, bob, options={"edition": "french"})
    level = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "jazz1": ["", ""]}
    lay_out(game, table(["2S", ""], level, options=FRENCH, active=0, due=0))
    mine, theirs = client_of(alice), client_of(bob)
    seats = list(game.players.order_by("seat"))
    post(mine, game, version=version(seats[0]), move="end")
    page = theirs.get(game.get_absolute_url()).content.decode()
    assert 'value="decline"' in page
    assert 'value="send *"' not in page  # no gangster in hand, and asked all the same (6.4)
    assert post(theirs, game, version=version(seats[1]), move="decline").status_code == 303
    assert "You send nobody." in theirs.get(game.get_absolute_url()).content.decode()
    assert "has chosen in secret" in mine.get(game.get_absolute_url()).content.decode()
    assert post(mine, game, version=version(seats[0]), move="decline").status_code == 303
    won = store.read_events(game.moves.order_by("number").last().events)
    assert [event.seat for event in won if event.kind == "took"] == [1]  # the marker's owner is tied
