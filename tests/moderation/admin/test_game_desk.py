"""The admin page of a game: late players, notices, verification, and the logged view of hidden cards."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import moderation
from games.models import Card, Delivery, ModerationAction, Move, Player
from tests.cast import client_of, table_of
from tests.moderation.admin.pages import address, listed, names_a_hidden_card, permit, text_of
from tests.playing import give_up, play_on


def test_the_desk_shows_substitutes(running, staff, alice, bob):
    client = client_of(staff)
    running.players.filter(user=alice).update(stand_in="friend", friend=bob)
    assert f"a friend: {bob}" in text_of(client.get(address("desk", running)))


def test_late_players_stand_out(running, staff):
    client = client_of(staff)
    assert not client.get(listed("game"), {"late": "yes"}).context["cl"].result_count
    assert "late by" not in text_of(client.get(address("desk", running)))
    late = running.players.get(to_move_since__isnull=False)
    Player.objects.filter(pk=late.pk).update(deadline=timezone.now() - timedelta(hours=5))
    answer = client.get(listed("game"), {"late": "yes"})
    assert answer.context["cl"].result_count == 1
    assert "late by 5\N{NO-BREAK SPACE}hours" in text_of(client.get(address("desk", running)))


@pytest.mark.parametrize("state", [Delivery.State.PENDING, Delivery.State.SENT])
def test_the_desk_shows_notices_with_their_state(state, running, staff):
    Delivery.objects.update(tries=3, error="the post office burnt down", state=state)
    text = text_of(client_of(staff).get(address("desk", running)))
    assert f"<td>{state.label}</td>" in text
    assert "the post office burnt down" in text
    assert "<td>3</td>" in text


def test_the_desk_pages_through_a_long_game(alice, bob, carol, staff):
    game = play_on(table_of(alice, bob, carol), 130, seed=8)
    client = client_of(staff)
    first, second = (text_of(client.get(address("desk", game), {"page": page})) for page in (1, 2))
    assert "Earlier moves" in first
    assert "Later moves" in second
    assert client.get(address("desk", game), {"page": "x"}).status_code == 200


def test_an_open_table_has_a_desk(alice, staff):
    table = table_of(alice, size=3)
    client = client_of(staff)
    text = text_of(client.get(address("desk", table)))
    assert "No cards have been dealt yet." in text
    assert "Show hidden cards" not in text
    assert client.post(address("verify", table)).status_code == 409
    assert client.post(address("reveal", table), {"reason": "x"}).status_code == 409


def test_the_desk_verifies(running, staff):
    client = client_of(staff)
    moves = running.moves.count() - 1
    assert f"The stored game matches a replay of its {moves} moves." in text_of(client.post(address("verify", running)))
    card = running.cards.filter(zone="hand").first()
    Card.objects.filter(pk=card.pk).update(zone="deck")
    text = text_of(client.post(address("verify", running)))
    assert "The first difference is at “cards”." in text
    assert not names_a_hidden_card(text, running)
    assert client.get(address("verify", running)).status_code == 405


def test_a_mismatch_in_a_finished_game_is_shown_in_full(running, staff):
    over = give_up(running)
    Card.objects.filter(game=over, code="9M").update(index=77)
    assert "9M index: stored 77" in text_of(client_of(staff).post(address("verify", over)))


def test_a_corrupt_move_does_not_break_the_desk(running, staff):
    Move.objects.filter(game=running, number=3).update(events=[{"kind": "nonsense"}], text="play nonsense")
    client = client_of(staff)
    for path in (address("desk", running), listed("move")):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "unreadable: verify this game" in text_of(answer)


def test_hidden_cards_are_shown_once_for_a_logged_reason(running, staff):
    client = client_of(staff)
    answer = client.post(address("reveal", running), {"reason": "Report 12 says cards are missing"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    text = text_of(answer)
    held = running.cards.filter(face_up=False, seat__isnull=False)
    assert all(code in text for code in held.values_list("code", flat=True))
    assert running.players.get(to_move_since__isnull=False).drafts[0] in text
    assert running.secret not in text
    act = ModerationAction.objects.get()
    assert (act.kind, act.by, act.game, act.reason) == ("reveal", staff, running, "Report 12 says cards are missing")
    afterwards = text_of(client.get(address("desk", running)))
    assert not names_a_hidden_card(afterwards, running)
    assert "Report 12 says cards are missing" in afterwards


def test_looking_shows_neither_the_deck_nor_the_pile(running, staff):
    rows = client_of(staff).post(address("reveal", running), {"reason": "Report 12"}).context["revealed"]
    shown = {card for row in rows for card in row["cards"]}
    assert not shown & set(running.cards.filter(zone="deck").values_list("code", flat=True))
    assert not shown & set(running.tiles.filter(zone="pile").values_list("code", flat=True))


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_no_look_without_a_reason(running, staff, reason):
    answer = client_of(staff).post(address("reveal", running), {"reason": reason})
    assert answer.status_code == 422
    assert not names_a_hidden_card(text_of(answer), running)
    assert not ModerationAction.objects.exists()


def test_a_link_cannot_reveal(running, staff):
    assert client_of(staff).get(address("reveal", running), {"reason": "x"}).status_code == 405


def test_no_look_without_the_permission(running, viewer):
    client = client_of(viewer)
    assert "Show hidden cards" not in text_of(client.get(address("desk", running)))
    assert client.post(address("reveal", running), {"reason": "please"}).status_code == 403
    assert not ModerationAction.objects.exists()
    permit(viewer, "reveal_game")
    assert client_of(viewer).post(address("reveal", running), {"reason": "please"}).status_code == 200


def test_moderators_can_not_reveal_cards_of_their_own_games(alice, staff):
    game = play_on(table_of(alice, staff), 40)
    client = client_of(staff)
    assert "Show hidden cards" not in text_of(client.get(address("desk", game)))
    answer = client.post(address("reveal", game), {"reason": "I am the superuser"})
    assert answer.status_code == 403
    assert not names_a_hidden_card(text_of(answer), game)
    assert not ModerationAction.objects.exists()


def test_moderators_see_no_notices_which_may_name_addresses(running, moderator):
    Delivery.objects.update(error="550 alice@example.org: no such user")
    text = text_of(client_of(moderator).get(address("desk", running)))
    assert "alice@example.org" not in text
    assert "Show hidden cards" in text


def test_moderators_acts_are_shown_only_with_the_permission(running, moderator, viewer):
    moderation.extend(moderator, running.players.get(to_move_since__isnull=False), "Their cat is ill")
    moderation.reveal(moderator, running, "Report 12")
    assert "Their cat is ill" in text_of(client_of(moderator).get(address("desk", running)))
    text = text_of(client_of(viewer).get(address("desk", running)))
    assert "Their cat is ill" not in text
    assert "Report 12" in text
