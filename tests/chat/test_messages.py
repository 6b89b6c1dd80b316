"""Talk at a table: who hears it, what is refused, who removes it, who is told."""

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
from games.models import Game, Kind, Membership, Message, Notice, Player, Report
from games.notifications import messages
from tests.cast import client_of, somebody, table_of
from tests.playing import give_up
from tests.table.pages import HTMX, page, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    """A public table of alice's and bob's that waits for two more."""
    return table_of(alice, bob, size=4, name="Halsted Street")


def said(game: Game) -> list[str]:
    return list(game.messages.order_by("pk").values_list("text", flat=True))


# --- talk


def test_what_a_player_says_is_heard_by_the_others(duel: Game, alice: User, bob: User) -> None:
    version = duel.version
    answer = post(alice, "talk", duel, text="Nice club you have there.")
    assert (answer.status_code, answer["Location"]) == (302, reverse("talk", args=[duel.table]))
    html = page(bob, duel)
    assert "Nice club you have there." in html
    assert "1 new message" in html
    duel.refresh_from_db()
    assert (duel.version, duel.talk) == (version, 1)
    assert client_of(bob).get(reverse("version", args=[duel.table])).json() == {"version": version, "talk": 1}


def test_what_is_said_makes_no_page_stale(duel: Game, alice: User, bob: User) -> None:
    me = duel.players.select_related("user", "game").get(asked__isnull=False)
    version = play.version_of(duel, me)
    for user in (alice, bob):
        post(user, "talk", duel, text="Evening.")
    play.move(me, "draw", version)
    assert said(duel) == ["Evening.", "Evening."]


def test_htmx_gets_the_talk_alone_with_an_empty_field(duel: Game, alice: User) -> None:
    answer = post(alice, "talk", duel, HTMX, text="Evening.")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert html.startswith('<div id="talk-box">') or html.lstrip().startswith('<div id="talk-box">')
    assert "Evening." in html
    assert re.search(r'<textarea[^>]*id="say"[^>]*></textarea>', html)
    assert 'data-talk="1"' in html
    assert "<html" not in html


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Write something first."),
        (" \r\n\t ", "Write something first."),
        ("\u200b\u202e\u2066", "Write something first."),
        ("a" * 501, "at most 500 characters"),
        ("a\0b", "invisible characters"),
    ],
)
def test_what_cannot_be_said_is_refused_with_a_sentence(duel: Game, alice: User, text: str, says: str) -> None:
    for headers in (None, HTMX):
        answer = post(alice, "talk", duel, headers, text=text)
        assert answer.status_code == 422
        assert says in answer.content.decode()
    assert not said(duel)


def test_a_message_that_is_too_long_is_not_lost(duel: Game, alice: User) -> None:
    long = "word " * 120 + "end"
    for headers in (None, HTMX):
        assert long in post(alice, "talk", duel, headers, text=long).content.decode()


@pytest.mark.parametrize("headers", [None, HTMX])
def test_ten_megabytes_get_a_sentence(duel: Game, alice: User, headers: dict[str, str] | None) -> None:
    answer = post(alice, "talk", duel, headers, text="a" * 10_000_000)
    assert answer.status_code == 413
    assert "longer than anything that this site takes" in answer.content.decode()
    assert not said(duel)


def test_no_field_at_all_is_refused(duel: Game, alice: User) -> None:
    assert post(alice, "talk", duel).status_code == 422


def test_lines_stay_and_what_nobody_sees_goes(duel: Game, alice: User) -> None:
    post(alice, "talk", duel, text="  one \r\n\u202etwo\u200b\r\n\r\n\r\n\r\nthree\u2028four\x07\tfive ")
    assert said(duel) == ["one\ntwo\n\nthree\nfour five"]


def test_five_hundred_characters_are_fine_however_the_browser_ends_lines(duel: Game, alice: User) -> None:
    assert post(alice, "talk", duel, text="a\r\n" * 249 + "bb").status_code == 302
    assert len(said(duel)[0]) == 500


def test_markup_is_shown_as_it_was_typed(duel: Game, alice: User, bob: User) -> None:
    post(alice, "talk", duel, text='<img src=x onerror=alert(1)> & "quotes"')
    html = page(bob, duel)
    assert "<img" not in html
    assert "&lt;img src=x onerror=alert(1)&gt; &amp;" in html


def test_the_same_request_twice_says_it_once(duel: Game, alice: User) -> None:
    for _ in range(2):
        post(alice, "talk", duel, text="Evening.", after="0")
    assert said(duel) == ["Evening."]
    post(alice, "talk", duel, text="Evening.", after=str(Message.objects.latest("pk").pk))
    assert said(duel) == ["Evening.", "Evening."]


@pytest.mark.parametrize("after", ["x", "-1", "9" * 40, "1e9", "\0"])
def test_a_made_up_place_in_the_talk_does_no_harm(duel: Game, alice: User, after: str) -> None:
    assert post(alice, "talk", duel, text="Evening.", after=after).status_code == 302
    assert post(alice, "talk-read", duel, after=after).status_code == 422


def test_nobody_floods_the_table(duel: Game, alice: User, bob: User) -> None:
    for number in range(rooms.MOST_A_MINUTE):
        post(alice, "talk", duel, text=f"no {number}")
    answer = post(alice, "talk", duel, HTMX, text="one more")
    assert answer.status_code == 422
    assert "a lot for one minute" in answer.content.decode()
    assert post(bob, "talk", duel, text="I still can").status_code == 302
    Message.objects.update(at=timezone.now() - timedelta(minutes=2))
    assert post(alice, "talk", duel, text="one more").status_code == 302


def test_a_page_holds_fifty_the_newest_last(duel: Game, alice: User, bob: User) -> None:
    me = duel.players.get(user=alice)
    Message.objects.bulk_create(Message(game=duel, player=me, user=alice, text=f"no {n:03}") for n in range(120))
    Game.objects.filter(pk=duel.pk).update(talk=120)
    texts = re.findall(r"no \d{3}", page(bob, duel))
    assert texts == [f"no {n:03}" for n in range(70, 120)]
    whole = reverse("talk", args=[duel.table])
    assert f'href="{whole}"' in page(bob, duel)
    client = client_of(bob)
    assert re.findall(r"no \d{3}", client.get(whole).content.decode()) == [f"no {n:03}" for n in range(100, 120)]
    first = client.get(whole, {"page": "1"}).content.decode()
    assert re.findall(r"no \d{3}", first) == [f"no {n:03}" for n in range(50)]


def test_what_is_new_is_marked_until_it_is_read(duel: Game, alice: User, bob: User) -> None:
    for text in ("one", "two"):
        post(alice, "talk", duel, text=text)
    assert "2 new messages" in page(bob, duel)
    assert "new message" not in page(alice, duel)
    assert "2 new messages" in page(bob, duel), "looking at the page is no reading"
    answer = post(bob, "talk-read", duel, HTMX, after=str(Message.objects.latest("pk").pk))
    assert answer.status_code == 200
    assert answer.content.decode().count("hidden") == 3
    assert "new message" not in page(bob, duel)
    post(alice, "talk", duel, text="three")
    assert "1 new message" in page(bob, duel)


def test_reading_goes_forward_only_and_knows_no_other_table(duel: Game, alice: User, bob: User, carol: User) -> None:
    other = table_of(alice, carol)
    for game, text in ((duel, "one"), (duel, "two"), (other, "elsewhere")):
        post(alice, "talk", game, text=text)
    one, two, elsewhere = Message.objects.order_by("pk")
    post(bob, "talk-read", duel, after=str(two.pk))
    post(bob, "talk-read", duel, after=str(one.pk))
    assert Membership.objects.get(game=duel, user=bob).read == two.pk
    answer = post(bob, "talk-read", duel, HTMX, after=str(elsewhere.pk))
    assert answer.status_code == 422
    assert "no such message" in answer.content.decode()


def test_what_i_say_is_not_new_to_me_but_the_answer_is(duel: Game, alice: User, bob: User) -> None:
    post(alice, "talk", duel, text="one")
    post(bob, "talk", duel, text="two")
    assert "1 new message" in page(alice, duel)


def test_who_sits_at_a_table_that_waits_may_talk_too(table: Game, alice: User, bob: User) -> None:
    post(alice, "talk", table, text="Anybody else?")
    assert "Anybody else?" in page(bob, table)


def test_talk_goes_on_after_the_end(duel: Game, alice: User, bob: User) -> None:
    give_up(duel)
    post(alice, "talk", duel, text="Good game.")
    assert "Good game." in page(bob, duel)


def test_nobody_talks_to_computers(alice: User) -> None:
    game = table_of(alice, bots=("steady",))
    html = page(alice, game)
    assert 'id="chat"' not in html
    assert 'id="note-text"' in html


def test_what_somebody_who_is_gone_has_said_stays(duel: Game, alice: User, bob: User) -> None:
    post(bob, "talk", duel, text="So long.")
    bob.delete()
    html = page(alice, duel)
    assert "So long." in html
    assert "former player" in html


def test_talk_is_in_no_record_and_no_log(duel: Game, alice: User) -> None:
    post(alice, "talk", duel, text="Bootleg at midnight")
    for name in ("record", "log", "fair"):
        assert "Bootleg" not in client_of(alice).get(reverse(name, args=[duel.table])).content.decode()


def test_who_may_not_write_is_told_until_when(duel: Game, alice: User) -> None:
    until = datetime(2030, 5, 17, 18, 30, tzinfo=UTC)
    restrict(alice, Restriction.Kind.MUTE, until=until)
    for headers in (None, HTMX):
        answer = post(alice, "talk", duel, headers, text="Evening.")
        assert answer.status_code == 422
        html = answer.content.decode()
        assert "You may not write to others until Friday 17 May 2030, 18:30." in html
        assert "Evening." in html
    assert not said(duel)
    Restriction.objects.update(lifted_at=timezone.now())
    assert post(alice, "talk", duel, text="Evening.").status_code == 302


# --- moderators


def test_a_message_is_read_and_made_a_case_of(duel: Game, alice: User, bob: User, moderator: User) -> None:
    for text in ("@bob you cheat", "Sorry."):
        post(alice, "talk", duel, text=text)
    message = Message.objects.earliest("pk")
    client = client_of(moderator)
    row = client.get(reverse("admin:games_message_change", args=[message.pk])).content.decode()
    assert "@bob you cheat" in row
    assert '<textarea name="text"' not in row
    made = reverse("admin:games_message_case", args=[message.pk])
    assert client.post(made, {"category": "insult"})["Location"].endswith(f"/{Report.objects.get().pk}/change/")
    assert "You have reported this already." in client.post(made, {"category": "spam"}, follow=True).content.decode()
    assert (Report.objects.get().message, Report.objects.get().by) == (message, moderator)


def test_what_moderators_remove_is_gone_for_everybody(duel: Game, alice: User, bob: User, staff: User) -> None:
    for text in ("@bob you cheat", "Sorry."):
        post(alice, "talk", duel, text=text)
    moderation.remove(staff, Message.objects.earliest("pk"), "An insult")
    assert said(duel) == ["Sorry."]
    assert "you cheat" not in page(bob, duel)
    duel.refresh_from_db()
    assert duel.talk == 3, "open pages hear of it"
    assert not Notice.objects.filter(kind=Kind.MENTION, state=Notice.State.OWED).exists()


def test_nobody_removes_or_changes_any_by_hand(duel: Game, alice: User, bob: User, staff: User) -> None:
    post(alice, "talk", duel, text="one")
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
def test_whoever_is_named_is_owed_a_notice(duel: Game, alice: User, bob: User, text: str) -> None:
    bob.display_name = "Bobby B."
    bob.save()
    post(alice, "talk", duel, text=text)
    notice = Notice.objects.get(kind=Kind.MENTION)
    assert (notice.user, notice.game, notice.player.user) == (bob, duel, bob)
    assert notice.data == {"message": Message.objects.get().pk}
    assert text in messages.WORDS[Kind.MENTION](notice).text


@pytest.mark.parametrize("text", ["bob", "@bobby", "bob@example.org", "@alice", "@charlie", "x@bob"])
def test_nobody_else_is(duel: Game, alice: User, charlie: User, text: str) -> None:
    post(alice, "talk", duel, text=text)
    assert not Notice.objects.filter(kind=Kind.MENTION).exists()


def test_naming_somebody_often_is_naming_him_once_a_message(duel: Game, alice: User) -> None:
    post(alice, "talk", duel, text="@bob @bob @BOB")
    assert Notice.objects.filter(kind=Kind.MENTION).count() == 1


def test_a_friend_who_sits_in_talks_and_is_named(duel: Game, alice: User, bob: User, carol: User) -> None:
    duel.players.filter(user=bob).update(stand_in=Player.StandIn.FRIEND, friend=carol)
    post(alice, "talk", duel, text="@carol welcome")
    assert Notice.objects.get(kind=Kind.MENTION).user == carol
    assert "@carol welcome" in page(carol, duel)
    assert post(carol, "talk", duel, text="Thanks").status_code == 302
    assert Message.objects.latest("pk").by == "carol"


# --- cost


def test_the_table_takes_the_same_number_of_queries_however_much_is_said(
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
