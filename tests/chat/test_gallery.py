"""The spectators' chat: its readers, writers and notices; players can't read it during their game."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.friends import friendships
from accounts.models import Restriction, User
from games.chat import rooms
from games.models import Game, Membership, Message, Notice, NotificationKind, Player
from games.notifications.relevance import needed
from games.notifications.text import BUILDERS
from tests.cast import client_of, somebody, table_of
from tests.playing import give_up
from tests.table.pages import HTMX, page, post

pytestmark = pytest.mark.django_db


def heard(user: User | None, game: Game) -> str | int:
    """Return the page of the spectators' chat, or the status of the response."""
    answer = client_of(user).get(reverse("gallery", args=[game.public_id]))
    return answer.content.decode() if answer.status_code == 200 else answer.status_code


def test_spectators_talk_to_each_other(duel: Game, carol: User, charlie: User) -> None:
    answer = post(charlie, "gallery", duel, text="Who do you think wins?")
    assert (answer.status_code, answer["Location"]) == (302, reverse("gallery", args=[duel.public_id]))
    assert "Who do you think wins?" in heard(carol, duel)
    html = page(carol, duel)
    assert "Who do you think wins?" in html
    assert "Among spectators" in html
    assert "1 new message" in html
    duel.refresh_from_db()
    assert (duel.chat_version, duel.gallery_version) == (0, 1)


def test_spectators_are_not_offered_the_words_for_a_moment(duel: Game, alice: User, charlie: User) -> None:
    assert 'value="thanks"' in heard(charlie, duel)
    assert 'value="moment"' not in heard(charlie, duel)
    assert 'value="moment"' in page(alice, duel)


def test_players_and_spectators_cannot_read_each_others_messages(
    duel: Game, alice: User, bob: User, charlie: User
) -> None:
    post(charlie, "gallery", duel, text="Bootleg at midnight")
    post(alice, "chat", duel, text="Cards on the table")
    for user in (alice, bob):
        assert "Bootleg" not in page(user, duel)
        assert heard(user, duel) == 404
        assert post(user, "gallery", duel, text="Hello").status_code == 404
        assert "gallery" not in client_of(user).get(reverse("version", args=[duel.public_id])).json()
    assert "Cards on the table" not in page(charlie, duel)
    assert client_of(charlie).get(reverse("version", args=[duel.public_id])).json()["gallery"] == 1
    assert post(charlie, "chat", duel, text="Hello").status_code == 404


def test_visitors_and_guests_cannot_read_it_while_the_game_runs(duel: Game, guest: User, charlie: User) -> None:
    post(charlie, "gallery", duel, text="Bootleg at midnight")
    for user in (guest, None):
        assert heard(user, duel) == 404
        assert post(user, "gallery", duel, text="Hello").status_code == 404
        assert "Bootleg" not in page(user, duel)


def test_a_substitute_or_a_user_who_has_seen_cards_is_no_spectator(
    duel: Game, alice: User, carol: User, charlie: User
) -> None:
    duel.players.filter(user=alice).update(stand_in=Player.StandIn.FRIEND, friend=carol)
    assert heard(carol, duel) == 404
    duel.players.filter(user=alice).update(stand_in="", friend=None, lost_by=charlie)
    assert heard(charlie, duel) == 404
    assert "Among spectators" not in page(charlie, duel)


def test_a_bot_and_its_owner_are_no_spectators_of_each_others_games(duel: Game, bob: User, charlie: User) -> None:
    bot, second = (User.objects.create_user(name, owner=charlie) for name in ("robo", "second"))
    duel.players.filter(user=bob).update(user=bot)
    assert [heard(charlie, duel), heard(second, duel)] == [404, 404]
    assert "Among spectators" not in page(charlie, duel)
    duel.players.filter(user=bot).update(user=charlie)
    assert heard(bot, duel) == 404
    duel.players.filter(user=charlie).update(user=bob)
    assert "Among spectators" in page(charlie, duel)


def test_private_tables_and_waiting_tables_have_no_gallery(alice: User, bob: User, charlie: User) -> None:
    for game in (table_of(alice, bob, public=False), table_of(alice, bob, size=3)):
        assert heard(charlie, game) == 404
    assert client_of(charlie).get("/games/nosuch/gallery/").status_code == 404


def test_players_can_read_and_post_after_the_end(duel: Game, alice: User, charlie: User, guest: User) -> None:
    post(charlie, "gallery", duel, text="Bootleg at midnight")
    give_up(duel)
    assert "Bootleg" in heard(alice, duel)
    assert post(alice, "gallery", duel, text="Thanks for watching").status_code == 302
    assert "Thanks for watching" in heard(charlie, duel)
    html = heard(guest, duel)
    assert "Guests can read here, not write." in html
    assert "<textarea" not in html
    refused = post(guest, "gallery", duel, text="Hello")
    assert refused.status_code == 422
    assert "Guests can read here, not write." in refused.content.decode()
    assert heard(None, duel) == 404


def test_read_positions_of_the_rooms_are_independent(duel: Game, alice: User, bob: User, charlie: User) -> None:
    post(bob, "chat", duel, text="Good game.")
    post(charlie, "gallery", duel, text="What a game.")
    give_up(duel)
    said = Message.objects.get(room=Message.Room.GALLERY)
    assert post(alice, "gallery-read", duel, HTMX, after=str(said.pk)).status_code == 200
    kept = Membership.objects.get(game=duel, user=alice)
    assert (kept.read, kept.gallery_read) == (0, said.pk)
    assert "1 new message" in page(alice, duel)
    assert post(alice, "chat-read", duel, after=str(said.pk)).status_code == 422, "it is not of that room"


def test_a_mention_notifies_users_who_have_posted_there(duel: Game, alice: User, carol: User, charlie: User) -> None:
    post(carol, "gallery", duel, text="Evening.")
    post(charlie, "gallery", duel, text="@carol @alice @bob good evening")
    notice = Notice.objects.get(kind=NotificationKind.MENTION)
    assert (notice.user, notice.player) == (carol, None)
    words = BUILDERS[NotificationKind.MENTION](notice)
    assert words.title == "charlie mentions you in the spectators’ talk at Duel"
    assert words.path == reverse("gallery", args=[duel.public_id])
    assert needed(notice, timezone.now())
    duel.players.filter(user=alice).update(stand_in=Player.StandIn.FRIEND, friend=carol)
    assert not needed(notice, timezone.now()), "who plays meanwhile is not told"


def test_muted_users_cannot_post_there(duel: Game, charlie: User) -> None:
    restrict(charlie, Restriction.Kind.MUTE)
    answer = post(charlie, "gallery", duel, text="Bootleg at midnight")
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "You can’t write to others." in html
    assert "Bootleg at midnight" in html, "what was typed is still there"
    assert not Message.objects.exists()


def test_messages_of_blocked_users_are_hidden_there_too(duel: Game, carol: User, charlie: User) -> None:
    post(carol, "gallery", duel, text="Evening.")
    friendships.block(carol, charlie)
    post(charlie, "gallery", duel, text="@carol good evening")
    assert not Notice.objects.filter(kind=NotificationKind.MENTION).exists()
    assert "A message you’ve hidden" in page(carol, duel)


def test_removing_a_message_updates_open_pages(duel: Game, charlie: User) -> None:
    post(charlie, "gallery", duel, text="Bootleg at midnight")
    rooms.remove(Message.objects.get())
    duel.refresh_from_db()
    assert (duel.chat_version, duel.gallery_version) == (0, 2)
    assert "Bootleg" not in heard(charlie, duel)


def test_the_number_of_queries_does_not_depend_on_the_number_of_messages(
    duel: Game, charlie: User, django_assert_num_queries
) -> None:
    client = client_of(charlie)
    post(charlie, "gallery", duel, text="Evening.")
    client.get(duel.get_absolute_url())
    with django_assert_num_queries(16) as counted:
        client.get(duel.get_absolute_url())
    people = [somebody(f"fan{number}") for number in range(6)]
    Message.objects.bulk_create(
        Message(game=duel, room=Message.Room.GALLERY, user=fan, text="Evening.") for fan in people
    )
    with django_assert_num_queries(len(counted)):
        client.get(duel.get_absolute_url())
