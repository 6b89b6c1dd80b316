"""Seat links in mails: they show a table from one seat, permit moves after confirmation, and open nothing else."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from itertools import takewhile

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import play
from games.core import seat_links, store
from games.models import Game, Notice, NotificationKind, Player
from tests.cast import client_of, table_of
from tests.normalized import compact
from tests.notifications.outbox_steps import asked, deliver_due, later
from tests.playing import miss

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return table_of(alice, bob, public=False)


@pytest.fixture
def me(game):
    return asked(game)


def link(player, since=None):
    url = seat_links.url(player, player.mover, since or timezone.now())
    return re.sub("^https?://[^/]+", "", url)


def text_of(answer):
    return compact(answer.content.decode())


def stand(game):
    game.refresh_from_db()
    return game.version, list(game.players.order_by("pk").values_list("drafts", "last_seen_at", "to_move_since"))


def test_the_mail_leads_to_it(game, mailbox, queue):
    Notice.objects.exclude(kind=NotificationKind.TURN).delete()
    with later(minutes=1):
        deliver_due(queue)
        (mail,) = mailbox.mails
        for part in ("plain", "html"):
            address = re.search(r"/go/[^\s\"<]+/", mail.get_body((part,)).get_content())[0]
            assert client_of().get(address).status_code == 200


def test_get_shows_the_table_as_its_seat_sees_it_and_changes_nothing(me, game):
    before = stand(game)
    visitor = client_of()
    answer = visitor.get(link(me))
    text = text_of(answer)
    assert answer.status_code == 200
    hand = list(game.cards.filter(zone="hand", seat=me.seat).values_list("code", flat=True))
    assert any(f'value="{code}"' in text for code in hand)
    assert f"Play this turn as {me.user.username}" in text
    assert '<fieldset class="shown" disabled>' in text
    assert "table/table.js" not in text
    assert stand(game) == before
    assert not Session.objects.exists()
    assert "no-store" in answer["Cache-Control"]
    assert visitor.get(game.get_absolute_url()).status_code == 404


def test_after_a_press_the_seat_can_be_played_from(me, game):
    visitor = client_of()
    assert visitor.post(link(me)).status_code == 302
    page = visitor.get(game.get_absolute_url())
    assert page.status_code == 200
    assert f"The link from your e-mail lets you play as {me.user.username}" in text_of(page)
    version = play.version_of(me.game, me)
    assert visitor.post(reverse("move", args=[game.public_id]), {"version": version, "move": "draw"}).status_code == 303
    assert game.moves.filter(seat=me.seat, text="draw").exists()
    assert visitor.get(reverse("version", args=[game.public_id])).json() == {"version": 2}
    me.refresh_from_db()
    assert me.last_seen_at is not None


def test_log_and_replay_open_too_and_times_are_the_persons(me, game):
    me.user.time_zone = "Asia/Kathmandu"
    me.user.save()
    visitor = client_of()
    preview = text_of(visitor.get(link(me)))
    visitor.post(link(me))
    for name in ("log", "replay"):
        assert visitor.get(reverse(name, args=[game.public_id])).status_code == 200
    shown = f"{me.deadline.astimezone(me.user.zone):%H:%M}"
    assert shown in preview
    assert shown in text_of(visitor.get(game.get_absolute_url()))


def test_a_draft_made_by_link_can_be_undone(me, game):
    visitor = client_of()
    visitor.post(link(me))
    text = next(m for m in store.load(game).state.legal_moves(me.seat) if m.startswith("play"))
    visitor.post(reverse("move", args=[game.public_id]), {"version": play.version_of(me.game, me), "move": text})
    me.refresh_from_db()
    assert me.drafts == [text]
    visitor.post(reverse("undo", args=[game.public_id]), {"version": play.version_of(me.game, me)})
    me.refresh_from_db()
    assert me.drafts == []


def test_nothing_else_opens(me, game, alice, bob, carol):
    other = table_of(me.user, carol, public=False, name="Elsewhere")
    visitor = client_of()
    visitor.post(link(me))
    for name in ("home", "settings", "notices", "vacation", "delete-account", "account_email"):
        assert visitor.get(reverse(name)).status_code == 302, name
    assert visitor.get(other.get_absolute_url()).status_code == 404
    for name in ("resign", "chat", "note", "propose", "leave", "give-order", "save-plan", "drop-plan", "notices-table"):
        answer = visitor.post(
            reverse(name, args=[game.public_id]), {"version": play.version_of(me.game, me), "text": "x"}
        )
        assert answer.status_code in (302, 403, 404), name
    text = text_of(visitor.get(game.get_absolute_url()))
    assert "Sign in" in text
    assert reverse("home") not in text
    assert "Resign" not in text
    assert Game.objects.get(pk=game.pk).version == 1


def test_the_rival_cannot_be_played_with_it(me, game):
    rival = game.players.select_related("user", "game").exclude(pk=me.pk).get()
    visitor = client_of()
    visitor.post(link(rival))
    answer = visitor.post(
        reverse("move", args=[game.public_id]), {"version": play.version_of(game, rival), "move": "draw"}
    )
    assert answer.status_code == 409
    assert game.moves.count() == 1


@pytest.mark.parametrize("pressed", [False, True])
@pytest.mark.parametrize("end", ["password", "address", "closed", "lost", "two weeks"])
def test_it_ends(me, game, end, pressed):
    address, visitor = link(me), client_of()
    if pressed:
        visitor.post(address)
    with later(days=14, minutes=1) if end == "two weeks" else later(seconds=1):
        if end == "address":
            me.user.email = "elsewhere@example.org"
            me.user.save()
        if end == "password":
            me.user.set_password("another-brown-fox-8")
            me.user.save()
        elif end == "closed":
            me.user.is_active = False
            me.user.save()
        elif end == "lost":
            Player.objects.filter(pk=me.pk).update(user=None, bot="steady")
        answer = visitor.get(address)
        assert answer.status_code == 410
        assert reverse("account_login") in text_of(answer)
        assert visitor.post(address).status_code == 410
        assert visitor.get(game.get_absolute_url()).status_code == 404
        assert (
            visitor.post(reverse("move", args=[game.public_id]), {"version": "1.0", "move": "draw"}).status_code == 404
        )


def test_two_weeks_begin_when_the_mail_is_due(me):
    assert client_of().get(link(me, timezone.now() - timedelta(days=13))).status_code == 200
    assert client_of().get(link(me, timezone.now() - timedelta(days=15))).status_code == 410


def test_an_altered_link_opens_nothing(me, game):
    address = link(me)
    head, _colon, tail = address.rpartition(":")
    for altered in (address[:-3] + "/", head + ":" + tail[::-1].strip("/") + "/", "/go/x/", "/go/x:y/", "/go/::/"):
        answer = client_of().get(altered)
        assert answer.status_code == 404
        assert reverse("account_login") in text_of(answer)
        assert client_of().post(altered).status_code == 404


def test_a_signed_in_user_is_redirected_to_the_table(me, game, charlie):
    answer = client_of(me.user).get(link(me))
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
    answer = client_of(charlie).get(link(me))
    assert answer.status_code == 403
    assert client_of(charlie).post(link(me)).status_code == 403


def test_a_pass_is_void_after_signing_in_as_another_user(me, game, charlie):
    visitor = client_of()
    visitor.post(link(me))
    visitor.force_login(charlie, backend="django.contrib.auth.backends.ModelBackend")
    assert visitor.get(game.get_absolute_url()).status_code == 404


def test_the_pass_can_be_given_back(me, game):
    visitor = client_of()
    visitor.post(link(me))
    assert visitor.get(reverse("close-link", args=[game.public_id]))["Location"] == game.get_absolute_url()
    visitor.post(reverse("close-link", args=[game.public_id]))
    assert visitor.get(game.get_absolute_url()).status_code == 404


def test_the_press_needs_the_pages_own_form(me):
    visitor = client_of()
    visitor.handler.enforce_csrf_checks = True
    assert visitor.post(link(me)).status_code == 403


def test_a_substitute_has_their_own_link_until_the_owner_returns(me, game, carol):
    Player.objects.filter(pk=me.pk).update(stand_in="friend", friend=carol)
    seat = Player.objects.select_related("game", "user", "friend").get(pk=me.pk)
    address, visitor = link(seat), client_of()
    visitor.post(address)
    assert "carol" in text_of(visitor.get(game.get_absolute_url()))
    version = play.version_of(seat.game, seat)
    assert visitor.post(reverse("move", args=[game.public_id]), {"version": version, "move": "draw"}).status_code == 303
    Player.objects.filter(pk=me.pk).update(stand_in="", friend=None)
    assert visitor.get(game.get_absolute_url()).status_code == 404
    assert visitor.get(address).status_code == 410


def test_the_owner_takes_the_seat_back_by_link(me, game):
    Player.objects.filter(pk=me.pk).update(stand_in="computer")
    address, visitor = re.sub("^https?://[^/]+", "", seat_links.url(me, me.user, timezone.now())), client_of()
    assert "Open the table as" in text_of(visitor.get(address))
    visitor.post(address)
    assert reverse("take-back", args=[game.public_id]) in text_of(visitor.get(game.get_absolute_url()))
    assert visitor.post(reverse("take-back", args=[game.public_id])).status_code == 303
    me.refresh_from_db()
    assert me.stand_in == ""


def test_the_mail_leads_to_the_replay_too(me, game):
    visitor, address = client_of(), link(me) + "?watch=0"
    shown = visitor.get(address)
    assert shown.status_code == 200
    assert f'action="{address}"' in text_of(shown)
    pressed = visitor.post(address, follow=True)
    assert pressed.redirect_chain[-1][0] == reverse("replay", args=[game.public_id]) + "?at=0&play=1"
    assert pressed.status_code == 200
    assert visitor.get(link(me) + "?watch=x").url == game.get_absolute_url()
    assert client_of(me.user).get(address).url.startswith(reverse("replay", args=[game.public_id]))


@pytest.mark.parametrize("public", [True, False])
def test_the_notice_of_a_lost_seat_links_to_my_tables(alice, bob, carol, mailbox, queue, public):
    game = table_of(alice, bob, carol, absence="lost", free_misses=0, public=public)
    Notice.objects.all().delete()
    loser = miss(game).lost_by
    with later(minutes=3):
        deliver_due(queue)
        texts = {mail["To"]: mail.get_body(("plain",)).get_content() for mail in mailbox.mails}
        assert len(texts) == 3
        own = texts.pop(loser.email)
        assert "/go/" not in own
        assert f"See your tables: http://testserver{reverse('home')}" in own.splitlines()
        for text in texts.values():
            assert client_of().get(re.search(r"/go/[^\s\"<]+/", text)[0]).status_code == 200


def test_no_link_gets_into_the_log(me, caplog):
    visitor = Client(enforce_csrf_checks=True)
    assert visitor.post(link(me)).status_code == 403
    (console,) = (handler for handler in logging.getLogger().handlers if handler.get_name() == "console")
    written = [console.format(record) for record in caplog.records]
    assert any("/go/…/" in line for line in written)
    assert link(me).removeprefix("/go/").strip("/") not in "".join(written)


def test_a_link_uses_the_users_language_unless_the_browser_chose_another(game, me, settings):
    settings.LANGUAGES = [("en", "English"), ("fr", "Français"), ("pl", "Polski")]
    User.objects.filter(pk=me.user_id).update(language="pl")
    me = asked(game)
    visitor = Client(headers={"Accept-Language": "fr"})

    def languages(address, **headers):
        answer = visitor.get(address, headers=headers)
        return answer.headers["Content-Language"], re.findall('<html lang="(..)"', text_of(answer))

    table = game.get_absolute_url()
    assert languages(link(me)) == ("pl", ["pl"])
    visitor.post(link(me))
    for address in (table, f"{table}log/", f"{table}replay/"):
        assert languages(address) == ("pl", ["pl"])
    assert languages(table, HX_Request="true") == ("pl", [])
    assert languages("/about/") == ("fr", ["fr"])
    visitor.post("/settings/language/", {"language": "fr"})
    assert languages(table) == ("fr", ["fr"])


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_move_identifies_its_player_once(me, game, headers) -> None:
    visitor = client_of()
    visitor.post(link(me))
    posted = {"version": play.version_of(me.game, me), "move": "draw"}
    with CaptureQueriesContext(connection) as queries:
        assert visitor.post(reverse("move", args=[game.public_id]), posted, headers=headers).status_code in (200, 303)
    asked = [query["sql"] for query in queries]
    viewer = list(takewhile(lambda sql: not sql.startswith(("BEGIN", "SAVEPOINT")), asked))
    assert [re.search('FROM "(.+?)"', sql)[1] for sql in viewer] == ["django_session", "accounts_user", "games_player"]
    assert all(asked.count(sql) == 1 for sql in viewer)
    if not headers:
        assert len(set(asked)) == len(asked)


def test_a_move_by_link_costs_what_one_by_account_does(me, game) -> None:
    visitor, account = client_of(), client_of(me.user)
    visitor.post(link(me))
    posted = {"version": "0.0", "move": "draw"}
    costs = []
    for browser in (visitor, account):
        with CaptureQueriesContext(connection) as queries:
            assert browser.post(reverse("move", args=[game.public_id]), posted).status_code == 409
        costs.append(len(queries))
    # A signed-in page shows the number of waiting tables, which a seat link does not grant.
    assert costs[0] <= costs[1]
