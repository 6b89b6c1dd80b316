"""The owner's pages of bots, and the boards."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from accounts.models import User
from accounts.tokens import tokens
from games.chat import rooms
from games.models import Rating
from games.stats import leaderboards
from tests.api.caller import Caller
from tests.bots.cast import bot_of, open_table
from tests.cast import client_of
from tests.playing import play_on

pytestmark = pytest.mark.django_db


def test_made_named_and_deleted(alice: User) -> None:
    browser = client_of(alice)
    made = browser.post(reverse("bots"), {"username": "robo"})
    assert made.url == reverse("bot", args=["robo"])
    bot = alice.bots.get()
    assert "robo (alice’s bot)" in browser.get(made.url).content.decode()
    browser.post(reverse("rename-bot", args=["robo"]), {"display_name": "Robo the Great"})
    assert "Robo the Great (alice’s bot)" in browser.get(reverse("bots")).content.decode()
    browser.post(reverse("delete-bot", args=["robo"]))
    bot.refresh_from_db()
    assert bot.erased_at is None
    browser.post(reverse("delete-bot", args=["robo"]), {"sure": "yes"})
    bot.refresh_from_db()
    assert bot.erased_at is not None and not alice.bots.exists()


def test_the_list_shows_the_access_of_each_bot(alice: User) -> None:
    bot = bot_of(alice)
    page = client_of(alice).get(reverse("bots")).content.decode()
    assert "It has no token yet." in page and "We ask for its moves" not in page
    tokens.make_for_bot(bot)
    client_of(alice).post(reverse("bot-webhook", args=["robo"]), {"address": "https://hooks.example.org/robo"})
    page = client_of(alice).get(reverse("bots")).content.decode()
    assert "It has no token yet." not in page
    assert "<code>https://hooks.example.org/robo</code>" in page


@pytest.mark.parametrize("name", ["bob", "b0b", "admin", "Ada", "a b", "", "\u0000", "x" * 31])
def test_a_name_that_can_not_be(alice: User, bob: User, name: str) -> None:
    answer = client_of(alice).post(reverse("bots"), {"username": name})
    assert answer.status_code == 422 and not alice.bots.exists()


def test_without_a_confirmed_address_there_is_none(alice: User) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=False)
    answer = client_of(alice).post(reverse("bots"), {"username": "robo"})
    assert answer.url == reverse("security") and not alice.bots.exists()


def test_another_persons_is_not_there(alice: User, bob: User) -> None:
    bot_of(alice)
    browser = client_of(bob)
    assert browser.get(reverse("bot", args=["robo"])).status_code == 404
    for page in ("rename-bot", "bot-token", "revoke-bot-token", "bot-webhook", "remove-bot-webhook", "delete-bot"):
        assert browser.post(reverse(page, args=["robo"])).status_code in (302, 404)
    assert alice.bots.get().erased_at is None and not alice.bots.get().tokens.exists()


def test_the_token_is_shown_once_and_the_owner_is_told(alice: User) -> None:
    bot_of(alice)
    browser = client_of(alice)
    browser.post(reverse("account_reauthenticate"), {"password": "the-quick-brown-fox-7"})
    answer = browser.post(reverse("bot-token", args=["robo"]))
    assert answer.url == reverse("bot", args=["robo"])
    page = browser.get(answer.url).content.decode()
    [secret] = set(re.findall(r"tbr_[\w-]{20,}", page))
    program = Caller(None)
    program.headers = {"Authorization": f"Bearer {secret}"}
    assert program.get("/me").json()["username"] == "robo"
    [letter] = mail.outbox
    assert letter.to == ["alice@example.org"] and "robo" in letter.body and secret not in letter.body
    assert secret not in browser.get(reverse("bot", args=["robo"])).content.decode()
    browser.post(reverse("revoke-bot-token", args=["robo"]))
    assert program.get("/me").status_code == 401


def test_the_address_of_its_program(alice: User) -> None:
    bot = bot_of(alice)
    browser = client_of(alice)
    page = reverse("bot-webhook", args=["robo"])
    for wrong in ("", "http://hooks.example.org/", "https://127.0.0.1/", "https://localhost/"):
        assert browser.post(page, {"address": wrong}).status_code == 422
    for address in ("https://hooks.example.org/a", "https://hooks.example.org/b"):
        assert browser.post(page, {"address": address}).status_code == 302
    assert bot.webhooks.get().address == "https://hooks.example.org/b"
    assert "whsec_" in browser.get(reverse("bot", args=["robo"])).content.decode()
    browser.post(reverse("remove-bot-webhook", args=["robo"]))
    assert not bot.webhooks.exists()


def test_a_bot_is_marked_at_the_table_in_log_and_chat_and_on_its_profile(alice: User, bob: User) -> None:
    bot = bot_of(alice)
    game = open_table(bot, bob, variant="swedish_chicago")
    play_on(game, 6)
    rooms.post(game.players.get(user=bot), bot, "Good luck")
    assert "robo (alice’s bot)" in client_of(bob).get(reverse("chat", args=[game.public_id])).content.decode()
    visitor = client_of()
    for page in (game.get_absolute_url(), reverse("log", args=[game.public_id]), reverse("profile", args=["robo"])):
        assert "robo (alice’s bot)" in visitor.get(page).content.decode()
    waits = open_table(bot, size=3)
    assert "robo (alice’s bot)" in visitor.get(reverse("lobby")).content.decode()
    shown = visitor.get(reverse("invited", args=[waits.invitation])).content.decode()
    assert "Computer players from outside may sit down" in shown


def test_boards_of_their_own(alice: User, bob: User) -> None:
    bot = bot_of(alice)
    for person, mu in ((alice, 30.0), (bob, 20.0), (bot, 40.0)):
        Rating.objects.create(user=person, variant="chicago_poker", mu=mu, sigma=2.0, games=20)
    assert leaderboards.listed("chicago_poker") == [alice.pk, bob.pk]
    assert leaderboards.listed("chicago_poker", bots=True) == [bot.pk]
    assert str(leaderboards.rank_of(alice, "chicago_poker")) == "1"
    assert str(leaderboards.rank_of(bot, "chicago_poker")) == "1"
    visitor = client_of()
    people = visitor.get(reverse("leaderboard", args=["chicago_poker"])).content.decode()
    outside = visitor.get(reverse("bots-leaderboard", args=["chicago_poker"])).content.decode()
    assert "alice</a>" in people and "robo" not in people
    assert "robo (alice’s bot)" in outside and "bob</a>" not in outside
    places = Caller(None).get("/boards/chicago_poker?bots=1").json()["places"]
    assert [(each["place"], each["username"]) for each in places] == [(1, "robo")]
