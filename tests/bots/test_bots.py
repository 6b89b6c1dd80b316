"""Bots: how they are created and marked, where they may sit, and how they end."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from accounts.access.restrictions import restrict
from accounts.models import Block, Restriction, Token, User
from accounts.privacy.erasure import erase_user
from accounts.refusals import Refused
from accounts.tokens import tokens
from games import play
from games.bots import bots
from games.models import Game, Invitation, Message, Notice, Player
from games.play import version_of
from tests.api.caller import Caller
from tests.bots.cast import bot_of, open_table, program_of
from tests.cast import SECRET, table_of
from tests.playing import asked_seat, legal, play_on

pytestmark = pytest.mark.django_db


def test_a_person_owns_at_most_five(alice: User) -> None:
    for number in range(bots.MOST):
        bot_of(alice, f"robo{number}")
    with pytest.raises(Refused):
        bot_of(alice, "robo9")
    assert alice.bots.count() == bots.MOST


def test_only_a_user_with_a_confirmed_address_owns_a_bot(alice: User, guest: User) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=False)
    for person in (alice, guest):
        with pytest.raises(Refused):
            bot_of(person)
    EmailAddress.objects.filter(user=alice).update(verified=True)
    with pytest.raises(Refused, match="Confirm your e-mail address first"):
        bot_of(bot_of(alice), "grandchild")


@pytest.mark.parametrize("closed", ["inactive", "suspended"])
def test_the_owner_of_a_closed_account_reads_that_it_is_closed(closed: str, alice: User) -> None:
    if closed == "suspended":
        restrict(alice, Restriction.Kind.SUSPENSION)
    else:
        User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(Refused, match="This account has been closed"):
        bot_of(alice)


def test_the_name_shows_the_owner_of_a_bot(alice: User) -> None:
    bot = bot_of(alice)
    assert bot.shown_name == "robo (alice’s bot)"
    bots.rename(bot, "Robo the Great")
    assert User.objects.get(pk=bot.pk).shown_name == "Robo the Great (alice’s bot)"


def test_a_token_of_a_bot_has_all_it_needs_and_a_new_one_replaces_it(alice: User) -> None:
    bot = bot_of(alice)
    program = program_of(bot)
    me = program.get("/me").json()
    assert (me["username"], me["owner"]) == ("robo", "alice")
    assert {quota["name"] for quota in me["quotas"]} >= {"api", "move"}
    assert program.get("/tables").status_code == 200
    second = program_of(bot)
    assert (program.get("/me").status_code, second.get("/me").status_code) == (401, 200)
    assert bot.tokens.get().scopes == [Token.BOT]


def test_a_personal_token_can_not_have_the_scope_of_bots(alice: User) -> None:
    assert tokens.make(alice, "mine", [Token.BOT, "play"], None).token.scopes == ["play"]


def test_it_sits_only_where_the_table_says_any_computer(alice: User, bob: User, carol: User) -> None:
    closed, wide = table_of(bob, size=3), open_table(bob, size=3)
    program = program_of(bot_of(alice))
    assert [each["id"] for each in program.get("/lobby").json()["tables"]] == [wide.public_id]
    answer = program.post(f"/tables/{closed.public_id}/join", {})
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "This table doesn’t take computer players from outside.",
    )
    answer = program.post(f"/tables/{wide.public_id}/join", {})
    assert answer.status_code == 200 and answer.json()["any_computer"]
    assert [seat["owner"] for seat in answer.json()["seats"]] == ["", "alice"]
    with pytest.raises(Refused):
        play.invite(closed.players.get(), "robo")
    assert not Invitation.objects.exists()


def test_a_table_that_it_opens_is_open_to_others_of_its_kind(alice: User, bob: User) -> None:
    table = program_of(bot_of(alice)).post("/tables", {"game": "chicago_poker", "size": 2}).json()
    assert table["any_computer"] and table["rated"]
    assert program_of(bot_of(bob, "other")).post(f"/tables/{table['id']}/join", {}).json()["status"] == "running"
    assert Game.objects.get(public_id=table["id"]).rated


def test_a_game_of_people_with_a_bot_is_not_rated(alice: User, bob: User) -> None:
    game = open_table(bob, bot_of(alice), rated=True)
    assert game.is_running and not game.rated
    assert open_table(alice, bob, rated=True).rated


def test_owner_and_bot_never_sit_at_one_rated_table(alice: User, bob: User) -> None:
    bot, second = bot_of(alice), bot_of(alice, "second")
    for first, other in ((alice, bot), (bot, alice), (bot, second)):
        game = open_table(first, size=3, rated=True)
        with pytest.raises(Refused):
            play.join(game, other)
        assert play.join(open_table(first, size=3, rated=False), other)
    assert play.join(open_table(alice, size=3, rated=True), bot_of(bob, "bobs"))


def test_who_has_blocked_the_owner_has_blocked_the_bot(alice: User, bob: User) -> None:
    Block.objects.create(by=bob, who=alice)
    game = open_table(bob, size=3)
    program = program_of(bot_of(alice))
    assert program.get("/lobby").json()["tables"] == []
    assert program.post(f"/tables/{game.public_id}/join", {}).status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize("begun", [pytest.param(0, marks=pytest.mark.whole), 60])
def test_a_game_is_played_to_its_end_by_polling(alice: User, bob: User, settings, begun: int) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api": "100000/m/key", "move": "100000/m/key"}
    programs = [program_of(bot_of(alice)), program_of(bot_of(bob, "other"))]
    table = "polled"
    programs[0].post("/tables", {"game": "chicago_poker", "size": 2, "entropy": f"{0:032x}"})
    Game.objects.update(public_id=table, secret=SECRET)  # the same cards in each run
    programs[1].post(f"/tables/{table}/join", {"entropy": f"{1:032x}"})
    assert play_on(Game.objects.get(public_id=table), begun).is_running
    for turn in range(2000):
        program = programs[turn % 2]
        for mine in program.get("/tables?to_move=1").json():
            seen = program.get(f"/tables/{mine['id']}").json()
            body = {"version": seen["version"], "move": seen["legal"][-1]}
            assert program.post(f"/tables/{table}/moves", body, key=seen["version"]).status_code == 200
        if not Game.objects.get(public_id=table).is_running:
            break
    assert Game.objects.get(public_id=table).is_over


def test_what_moderators_forbid_the_owner_they_forbid_the_bot(alice: User, bob: User) -> None:
    bot = bot_of(alice)
    program, game = program_of(bot), open_table(bob, bot)
    restrict(alice, Restriction.Kind.MUTE)
    assert program.post(f"/tables/{game.public_id}/chat", {"text": "Hello"}).status_code == 422
    assert not Message.objects.exists()
    restrict(alice, Restriction.Kind.SUSPENSION)
    answer = program.get("/tables")
    assert (answer.status_code, answer.json()["code"]) == (403, "suspended")


def test_a_bot_gets_no_notices_except_for_its_turns(alice: User, bob: User) -> None:
    bot = bot_of(alice)
    game = open_table(bob, size=3)
    play.invite(game.players.get(), "robo")
    open_table(bob, bot)
    assert set(Notice.objects.filter(user=bot).values_list("kind", flat=True)) <= {"turn"}


def test_an_invitation_by_one_names_its_owner(alice: User, bob: User) -> None:
    play.invite(open_table(bot_of(alice), size=3).players.get(), "bob")
    play.invite(open_table(alice, size=3).players.get(), "bob")
    found = Caller(bob).get("/invitations").json()
    assert [(each["by"], each["owner"]) for each in found] == [("alice", ""), ("robo", "alice")]


def test_the_owner_leaves_and_their_bots_with_them(alice: User, bob: User) -> None:
    bot = bot_of(alice)
    program, game = program_of(bot), open_table(bob, bot)
    opened = program.post("/tables", {"game": "chicago_poker", "size": 2}).json()["id"]
    play.join(Game.objects.get(public_id=opened), bob)
    assert "robo" in Game.objects.get(public_id=opened).name
    erase_user(alice)
    assert "robo" not in Game.objects.get(public_id=opened).name
    bot.refresh_from_db()
    assert bot.erased_at and not bot.is_bot and not bot.owner_name and "robo" not in bot.username
    assert program.get("/me").status_code == 401
    assert not Player.objects.filter(game=game, user=bot, resigned=False, game__status="running").exists()


def test_its_token_is_revoked_in_mid_game(alice: User, bob: User) -> None:
    bot = bot_of(alice)
    program, game = program_of(bot), open_table(bot, bob)
    seat = asked_seat(game)
    tokens.revoke(program.token)
    body = {"version": version_of(game, seat), "move": legal(seat)[0]}
    assert program.post(f"/tables/{game.public_id}/moves", body).status_code == 401
    assert Caller(bob).get(f"/tables/{game.public_id}").json()["seats"][0]["owner"] == "alice"
