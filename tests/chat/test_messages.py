"""Chat at a table: readers, refused texts, removal of messages, and notices."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from accounts.access.restrictions import restrict
from accounts.models import Restriction, User
from games import moderation, play
from games.chat import rooms
from games.models import Game, Membership, Message, Notice, NotificationKind, Player, Report
from games.notifications.text import BUILDERS
from tests.cast import client_of, somebody, table_of
from tests.playing import give_up
from tests.table.pages import HTMX, page, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    """A public table with alice and bob, waiting for two more players."""
    return table_of(alice, bob, size=4, name="Halsted Street")


def said(game: Game) -> list[str]:
    return list(game.messages.order_by("pk").values_list("text", flat=True))


# --- chat


def test_players_read_each_others_messages(duel: Game, alice: User, bob: User) -> None:
    version = duel.version
    answer = post(alice, "chat", duel, text="Nice club you have there.")
    assert (answer.status_code, answer["Location"]) == (302, reverse("chat", args=[duel.public_id]))
    html = page(bob, duel)
    assert "Nice club you have there." in html
    assert "1 new message" in html
    duel.refresh_from_db()
    assert (duel.version, duel.chat_version) == (version, 1)
    assert client_of(bob).get(reverse("version", args=[duel.public_id])).json() == {"version": version, "chat": 1}


def test_a_message_does_not_change_the_games_version(duel: Game, alice: User, bob: User) -> None:
    me = duel.players.select_related("user", "game").get(to_move_since__isnull=False)
    version = play.version_of(duel, me)
    for user in (alice, bob):
        post(user, "chat", duel, text="Evening.")
    play.move(me, "draw", version)
    assert said(duel) == ["Evening.", "Evening."]


def test_htmx_gets_the_chat_fragment_with_an_empty_input(duel: Game, alice: User) -> None:
    answer = post(alice, "chat", duel, HTMX, text="Evening.")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert html.startswith('<div id="chat-box">') or html.lstrip().startswith('<div id="chat-box">')
    assert "Evening." in html
    assert re.search(r'<textarea[^>]*id="chat-input"[^>]*></textarea>', html)
    assert 'data-chat-version="1"' in html
    assert "<html" not in html


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Write something first."),
        (" \r\n\t ", "Write something first."),
        ("\u200b\u202e\u2066", "Write something first."),
        ("a" * 501, "longer than 500 characters"),
        ("a\0b", "invisible characters"),
    ],
)
def test_an_invalid_message_is_refused_with_a_reason(duel: Game, alice: User, text: str, says: str) -> None:
    for headers in (None, HTMX):
        answer = post(alice, "chat", duel, headers, text=text)
        assert answer.status_code == 422
        assert says in answer.content.decode()
    assert not said(duel)


def test_a_refused_message_stays_in_the_input(duel: Game, alice: User) -> None:
    long = "word " * 120 + "end"
    for headers in (None, HTMX):
        assert long in post(alice, "chat", duel, headers, text=long).content.decode()


@pytest.mark.parametrize("headers", [None, HTMX])
def test_a_message_of_ten_megabytes_is_refused_with_a_reason(
    duel: Game, alice: User, headers: dict[str, str] | None
) -> None:
    answer = post(alice, "chat", duel, headers, text="a" * 10_000_000)
    assert answer.status_code == 413
    assert "more than this site accepts" in answer.content.decode()
    assert not said(duel)


def test_a_post_without_text_is_refused(duel: Game, alice: User) -> None:
    assert post(alice, "chat", duel).status_code == 422


def test_line_breaks_stay_and_invisible_characters_are_removed(duel: Game, alice: User) -> None:
    post(alice, "chat", duel, text="  one \r\n\u202etwo\u200b\r\n\r\n\r\n\r\nthree\u2028four\x07\tfive ")
    assert said(duel) == ["one\ntwo\n\nthree\nfour five"]


def test_five_hundred_characters_are_fine_however_the_browser_ends_lines(duel: Game, alice: User) -> None:
    assert post(alice, "chat", duel, text="a\r\n" * 249 + "bb").status_code == 302
    assert len(said(duel)[0]) == 500


def test_markup_is_shown_as_it_was_typed(duel: Game, alice: User, bob: User) -> None:
    post(alice, "chat", duel, text='<img src=x onerror=alert(1)> & "quotes"')
    html = page(bob, duel)
    assert "<img" not in html
    assert "&lt;img src=x onerror=alert(1)&gt; &amp;" in html


def test_posting_the_same_request_twice_is_idempotent(duel: Game, alice: User) -> None:
    for _ in range(2):
        post(alice, "chat", duel, text="Evening.", after="0")
    assert said(duel) == ["Evening."]
    post(alice, "chat", duel, text="Evening.", after=str(Message.objects.latest("pk").pk))
    assert said(duel) == ["Evening.", "Evening."]


@pytest.mark.parametrize("after", ["x", "-1", "9" * 40, "1e9", "\0"])
def test_an_invalid_last_message_key_is_harmless(duel: Game, alice: User, after: str) -> None:
    assert post(alice, "chat", duel, text="Evening.", after=after).status_code == 302
    assert post(alice, "chat-read", duel, after=after).status_code == 422


def test_messages_are_rate_limited(duel: Game, alice: User, bob: User) -> None:
    for number in range(rooms.MESSAGES_PER_MINUTE):
        post(alice, "chat", duel, text=f"no {number}")
    answer = post(alice, "chat", duel, HTMX, text="one more")
    assert answer.status_code == 422
    assert "a lot for one minute" in answer.content.decode()
    assert post(bob, "chat", duel, text="I still can").status_code == 302
    Message.objects.update(sent_at=timezone.now() - timedelta(minutes=2))
    assert post(alice, "chat", duel, text="one more").status_code == 302


def test_a_page_shows_fifty_messages_the_newest_last(duel: Game, alice: User, bob: User) -> None:
    me = duel.players.get(user=alice)
    Message.objects.bulk_create(Message(game=duel, player=me, user=alice, text=f"no {n:03}") for n in range(120))
    Game.objects.filter(pk=duel.pk).update(chat_version=120)
    texts = re.findall(r"no \d{3}", page(bob, duel))
    assert texts == [f"no {n:03}" for n in range(70, 120)]
    whole = reverse("chat", args=[duel.public_id])
    assert f'href="{whole}"' in page(bob, duel)
    client = client_of(bob)
    assert re.findall(r"no \d{3}", client.get(whole).content.decode()) == [f"no {n:03}" for n in range(50, 120)]
    first = client.get(whole, {"page": "1"}).content.decode()
    assert re.findall(r"no \d{3}", first) == [f"no {n:03}" for n in range(50)]


def test_earlier_messages_lead_to_a_page_that_has_some(duel: Game, alice: User) -> None:
    """The newest page is at least as long as the list that links to it."""
    me = duel.players.get(user=alice)
    Message.objects.bulk_create(Message(game=duel, player=me, user=alice, text=f"no {n:03}") for n in range(51))
    Game.objects.filter(pk=duel.pk).update(chat_version=51)
    newest = client_of(alice).get(reverse("chat", args=[duel.public_id])).content.decode()
    assert re.findall(r"no \d{3}", newest) == [f"no {n:03}" for n in range(51)]


def test_unread_messages_are_marked_until_read(duel: Game, alice: User, bob: User) -> None:
    for text in ("one", "two"):
        post(alice, "chat", duel, text=text)
    assert "2 new messages" in page(bob, duel)
    assert "new message" not in page(alice, duel)
    assert "2 new messages" in page(bob, duel), "looking at the page is no reading"
    answer = post(bob, "chat-read", duel, HTMX, after=str(Message.objects.latest("pk").pk))
    assert answer.status_code == 200
    assert answer.content.decode().count("hidden") == 2
    assert "new message" not in page(bob, duel)
    post(alice, "chat", duel, text="three")
    assert "1 new message" in page(bob, duel)


def test_the_read_position_only_advances_and_is_per_table(duel: Game, alice: User, bob: User, carol: User) -> None:
    other = table_of(alice, carol)
    for game, text in ((duel, "one"), (duel, "two"), (other, "elsewhere")):
        post(alice, "chat", game, text=text)
    one, two, elsewhere = Message.objects.order_by("pk")
    post(bob, "chat-read", duel, after=str(two.pk))
    post(bob, "chat-read", duel, after=str(one.pk))
    assert Membership.objects.get(game=duel, user=bob).read == two.pk
    answer = post(bob, "chat-read", duel, HTMX, after=str(elsewhere.pk))
    assert answer.status_code == 422
    assert "isn’t at this table" in answer.content.decode()


def test_own_messages_are_never_unread(duel: Game, alice: User, bob: User) -> None:
    post(alice, "chat", duel, text="one")
    post(bob, "chat", duel, text="two")
    assert "1 new message" in page(alice, duel)


def test_players_can_chat_before_the_start(table: Game, alice: User, bob: User) -> None:
    post(alice, "chat", table, text="Anybody else?")
    assert "Anybody else?" in page(bob, table)


def test_players_can_chat_after_the_end(duel: Game, alice: User, bob: User) -> None:
    give_up(duel)
    post(alice, "chat", duel, text="Good game.")
    assert "Good game." in page(bob, duel)


def test_there_is_no_chat_with_computer_players_only(alice: User) -> None:
    game = table_of(alice, bots=("steady",))
    html = page(alice, game)
    assert 'id="chat"' not in html
    assert 'id="note-text"' in html


def test_messages_of_erased_users_stay(duel: Game, alice: User, bob: User) -> None:
    post(bob, "chat", duel, text="So long.")
    bob.delete()
    html = page(alice, duel)
    assert "So long." in html
    assert "former player" in html


def test_messages_are_in_neither_record_nor_log(duel: Game, alice: User) -> None:
    post(alice, "chat", duel, text="Bootleg at midnight")
    for name in ("record", "log", "deal-audit"):
        assert "Bootleg" not in client_of(alice).get(reverse(name, args=[duel.public_id])).content.decode()


def test_a_muted_user_sees_when_the_mute_ends(duel: Game, alice: User) -> None:
    until = datetime(2030, 5, 17, 18, 30, tzinfo=UTC)
    restrict(alice, Restriction.Kind.MUTE, until=until)
    for headers in (None, HTMX):
        answer = post(alice, "chat", duel, headers, text="Evening.")
        assert answer.status_code == 422
        html = answer.content.decode()
        assert "You can’t write to others until Friday 17 May 2030, 18:30 UTC." in html
        assert "Evening." in html
    assert not said(duel)
    Restriction.objects.update(lifted_at=timezone.now())
    assert post(alice, "chat", duel, text="Evening.").status_code == 302


# --- moderators


def test_moderators_open_a_case_about_a_message(duel: Game, alice: User, bob: User, moderator: User) -> None:
    for text in ("@bob you cheat", "Sorry."):
        post(alice, "chat", duel, text=text)
    message = Message.objects.earliest("pk")
    client = client_of(moderator)
    row = client.get(reverse("admin:games_message_change", args=[message.pk])).content.decode()
    assert "@bob you cheat" in row
    assert '<textarea name="text"' not in row
    made = reverse("admin:games_message_case", args=[message.pk])
    assert client.post(made, {"category": "insult"})["Location"].endswith(f"/{Report.objects.get().pk}/change/")
    assert "You’ve already reported this." in client.post(made, {"category": "spam"}, follow=True).content.decode()
    assert (Report.objects.get().message, Report.objects.get().by) == (message, moderator)


def test_a_removed_message_is_gone_for_everyone(duel: Game, alice: User, bob: User, staff: User) -> None:
    for text in ("@bob you cheat", "Sorry."):
        post(alice, "chat", duel, text=text)
    moderation.remove(staff, Message.objects.earliest("pk"), "An insult")
    assert said(duel) == ["Sorry."]
    assert "you cheat" not in page(bob, duel)
    duel.refresh_from_db()
    assert duel.chat_version == 3, "open pages hear of it"
    assert not Notice.objects.filter(kind=NotificationKind.MENTION, state=Notice.State.PENDING).exists()


def test_messages_cannot_be_changed_in_the_admin(duel: Game, alice: User, bob: User, staff: User) -> None:
    post(alice, "chat", duel, text="one")
    message = Message.objects.get()
    reader = somebody("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_message"))
    change, made, removal = (
        reverse(f"admin:games_message_{name}", args=[message.pk]) for name in ("change", "case", "delete")
    )
    assert client_of(reader).post(change, {"text": "two"}).status_code == 403
    assert client_of(reader).post(made, {"category": "insult"}).status_code == 403
    assert client_of(staff).post(removal, {"post": "yes"}).status_code == 403
    assert client_of(bob).post(removal, {"post": "yes"}).status_code == 404
    assert said(duel) == ["one"]


# --- being named


@pytest.mark.parametrize("text", ["@bob your turn", "well, @Bob!", "(@bob)", "hey @Bobby B."])
def test_a_mention_enqueues_a_notice(duel: Game, alice: User, bob: User, text: str) -> None:
    bob.display_name = "Bobby B."
    bob.save()
    post(alice, "chat", duel, text=text)
    notice = Notice.objects.get(kind=NotificationKind.MENTION)
    assert (notice.user, notice.game, notice.player.user) == (bob, duel, bob)
    assert notice.data == {"message": Message.objects.get().pk}
    assert text in BUILDERS[NotificationKind.MENTION](notice).text


@pytest.mark.parametrize("text", ["bob", "@bobby", "bob@example.org", "@alice", "@charlie", "x@bob"])
def test_users_who_are_not_mentioned_get_no_notice(duel: Game, alice: User, charlie: User, text: str) -> None:
    post(alice, "chat", duel, text=text)
    assert not Notice.objects.filter(kind=NotificationKind.MENTION).exists()


def test_repeated_mentions_in_a_message_count_once(duel: Game, alice: User) -> None:
    post(alice, "chat", duel, text="@bob @bob @BOB")
    assert Notice.objects.filter(kind=NotificationKind.MENTION).count() == 1


def test_a_substitute_can_post_and_be_mentioned(duel: Game, alice: User, bob: User, carol: User) -> None:
    duel.players.filter(user=bob).update(stand_in=Player.StandIn.FRIEND, friend=carol)
    post(alice, "chat", duel, text="@carol welcome")
    assert Notice.objects.get(kind=NotificationKind.MENTION).user == carol
    assert "@carol welcome" in page(carol, duel)
    assert post(carol, "chat", duel, text="Thanks").status_code == 302
    assert Message.objects.latest("pk").by == "carol"


# --- cost


def test_queries_of_the_table_do_not_depend_on_the_number_of_messages(
    duel: Game, alice: User, bob: User, django_assert_max_num_queries
) -> None:
    client = client_of(bob)

    def queries() -> int:
        with django_assert_max_num_queries(18) as counted:
            client.get(duel.get_absolute_url())
        return len(counted)

    queries()
    quiet = queries()
    me = duel.players.get(user=alice)
    Message.objects.bulk_create(Message(game=duel, player=me, user=alice, text=f"no {n}") for n in range(70))
    assert queries() == quiet
