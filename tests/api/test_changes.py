"""Changing a table by API: moves, seats, votes, chat, and repeated requests."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import timezone

from games.models import Game, IdempotencyKey, Invitation, Message, Move, Player
from games.play import version_of
from games.rules import RULES
from games.tasks import sweep_deadlines
from tests.api.caller import Caller
from tests.cast import table_of
from tests.playing import asked_seat, legal, other

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob) -> Game:
    return table_of(alice, bob)


@pytest.fixture
def asked(game) -> Player:
    return asked_seat(game)


@pytest.fixture
def program(asked) -> Caller:
    return Caller(asked.user)


def test_two_programs_play_each_other(alice, bob) -> None:
    game = table_of(alice, bob, variant="swedish_chicago")
    programs = [Caller(player.user) for player in game.players.order_by("seat")]
    for step in range(25):
        seat = asked_seat(Game.objects.get(pk=game.pk)).place
        table = programs[seat].get(f"/tables/{game.public_id}").json()
        move = {"version": table["version"], "move": table["legal"][step % len(table["legal"])]}
        answer = programs[seat].post(f"/tables/{game.public_id}/moves", move, key=f"step {step}")
        assert answer.status_code == 200, answer.json()
    assert Move.objects.filter(game=game).count() > 25
    assert Move.objects.filter(game=game, by=Move.By.PLAYER).count() == 25


def test_a_move_answers_with_the_table_after_it(program, game, asked) -> None:
    text = next(move for move in legal(asked) if move.startswith("draw"))
    table = program.post(f"/tables/{game.public_id}/moves", {"version": version_of(game, asked), "move": text}).json()
    assert table == program.get(f"/tables/{game.public_id}").json()
    assert table["version"] != version_of(game, asked)


def test_a_draft_can_be_undone(program, game, asked) -> None:
    text = next(move for move in legal(asked) if move.startswith("play"))
    laid = program.post(f"/tables/{game.public_id}/moves", {"version": version_of(game, asked), "move": text}).json()
    assert laid["drafts"] == [text]
    undone = program.post(f"/tables/{game.public_id}/undo", {"version": laid["version"]}).json()
    assert undone["drafts"] == [] and undone["version"] == version_of(game, asked)
    again = program.post(f"/tables/{game.public_id}/undo", {"version": undone["version"]})
    assert (again.status_code, again.json()["code"]) == (409, "nothing-to-undo")


def test_an_old_version_answers_409_with_the_current_one(program, game, asked) -> None:
    answer = program.post(f"/tables/{game.public_id}/moves", {"version": "0.0", "move": "draw"})
    wrong = answer.json()
    assert (answer.status_code, wrong["code"], wrong["version"]) == (409, "stale", version_of(game, asked))


def test_a_wrong_move_answers_422_with_the_reason_and_the_paragraph(program, game, asked) -> None:
    answer = program.post(
        f"/tables/{game.public_id}/moves", {"version": version_of(game, asked), "move": "raid brewery1 9"}
    )
    wrong = answer.json()
    assert answer.status_code == 422 and wrong["code"] != "refused"
    assert wrong["paragraph"] and wrong["detail"]
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_request_sent_twice_with_a_key_is_carried_out_once(program, game, asked) -> None:
    move = {"version": version_of(game, asked), "move": next(m for m in legal(asked) if m.startswith("draw"))}
    first = program.post(f"/tables/{game.public_id}/moves", move, key="one")
    moves = Move.objects.filter(game=game).count()
    second = program.post(f"/tables/{game.public_id}/moves", move, key="one")
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json() == first.json()
    assert Move.objects.filter(game=game).count() == moves


def test_messages_sent_twice_with_a_key_are_posted_once(program, game) -> None:
    for _time in range(2):
        chat = program.post(f"/tables/{game.public_id}/chat", {"text": "Good luck"}, key="greeting").json()
        assert [said["text"] for said in chat["messages"]] == ["Good luck"]
    program.post(f"/tables/{game.public_id}/chat", {"text": "Good luck"}, key="another")
    assert Message.objects.filter(game=game).count() == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [("Mode\u200drator", "stray invisible character"), ("x\u0300\u0301\u0302", "One letter has more than two accents")],
)
def test_stray_joiners_and_piled_marks_are_refused_in_words(program, game, text: str, says: str) -> None:
    answer = program.post(f"/tables/{game.public_id}/chat", {"text": text})
    assert answer.status_code == 422
    assert says in answer.json()["detail"]
    assert not Message.objects.filter(game=game).exists()


def test_joined_emoji_and_persian_words_arrive_whole(program, game) -> None:
    text = "👨\u200d👩\u200d👧 می\u200cخواهم"
    chat = program.post(f"/tables/{game.public_id}/chat", {"text": text}).json()
    assert [said["text"] for said in chat["messages"]] == [text]


def test_a_tables_name_with_invisible_characters_is_refused(program) -> None:
    answer = program.post("/tables", {"game": "chicago_poker", "size": 2, "name": "Sal\u034fon"})
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"field": "name", "message": "A name can’t contain invisible characters."}]


def test_a_table_opened_twice_with_a_key_is_one(alice) -> None:
    program, body = Caller(alice), {"game": "chicago_poker", "size": 3}
    one, other_one = (program.post("/tables", body, key="open").json() for _time in range(2))
    assert one["id"] == other_one["id"] and Game.objects.count() == 1


def test_a_key_with_another_request_answers_409(program, game, asked) -> None:
    version = version_of(game, asked)
    text = next(move for move in legal(asked) if move.startswith("draw"))
    program.post(f"/tables/{game.public_id}/moves", {"version": version, "move": text}, key="one")
    for path, body in (("moves", {"version": version, "move": "end"}), ("undo", {"version": version, "move": text})):
        answer = program.post(f"/tables/{game.public_id}/{path}", body, key="one")
        assert (answer.status_code, answer.json()["code"]) == (409, "key-reused")


def test_a_refused_request_may_be_sent_again_with_its_key(program, game, asked) -> None:
    stale = program.post(f"/tables/{game.public_id}/moves", {"version": "0.0", "move": "draw"}, key="one")
    assert stale.status_code == 409 and not IdempotencyKey.objects.exists()
    move = {"version": stale.json()["version"], "move": next(m for m in legal(asked) if m.startswith("draw"))}
    assert program.post(f"/tables/{game.public_id}/moves", move, key="one").status_code == 200


def test_keys_of_two_people_are_not_the_same(alice, bob) -> None:
    for person in (alice, bob):
        assert Caller(person).post("/tables", {"game": "chicago_poker"}, key="open").status_code == 200
    assert Game.objects.count() == 2


@pytest.mark.parametrize("key", ["x" * 65, "a\tb"])
def test_an_invalid_key_is_refused(program, game, asked, key) -> None:
    answer = program.post(f"/tables/{game.public_id}/moves", {"version": "0.0", "move": "draw"}, key=key)
    assert answer.status_code == 422 and "1 to 64" in answer.json()["detail"]


def test_keys_are_deleted_after_a_day(program, game, asked) -> None:
    program.post(f"/tables/{game.public_id}/chat", {"text": "Hello"}, key="new")
    program.post(f"/tables/{game.public_id}/chat", {"text": "Hello?"}, key="old")
    old = timezone.now() - IdempotencyKey.RETENTION
    IdempotencyKey.objects.filter(key="old").update(created_at=old)
    sweep_deadlines()
    assert [stored.key for stored in IdempotencyKey.objects.all()] == ["new"]


def test_orders_are_given_seen_by_their_owner_alone_and_cancelled(program, game, asked) -> None:
    given = program.post(f"/tables/{game.public_id}/orders", {"name": "only_move", "value": "make"})
    assert given.status_code == 200
    orders = {order["name"]: order["value"] for order in program.get(f"/tables/{game.public_id}/orders").json()}
    assert orders["only_move"] == "make"
    rival = Caller(other(game, asked).user)
    assert "make" not in [order["value"] for order in rival.get(f"/tables/{game.public_id}/orders").json()]
    program.send("DELETE", f"/tables/{game.public_id}/orders/only_move", "")
    orders = {order["name"]: order["value"] for order in program.get(f"/tables/{game.public_id}/orders").json()}
    assert orders["only_move"] == ""


def test_a_vote_is_opened_and_carried(alice, bob, game) -> None:
    vote = Caller(alice).post(f"/tables/{game.public_id}/votes", {"kind": "pause"}).json()["vote"]
    assert vote["kind"] == "pause" and len(vote["agreed"]) == 1
    table = Caller(bob).post(f"/tables/{game.public_id}/votes/{vote['id']}", {"yes": True}).json()
    assert table["paused"] and table["vote"] is None


def test_resigning_ends_a_game_of_two(program, game, asked) -> None:
    table = program.post(f"/tables/{game.public_id}/resign", {"version": version_of(game, asked)}).json()
    assert table["status"] == "over" and asked.seat not in table["outcome"]["winners"]


def test_a_table_is_opened_joined_and_started(alice, bob, carol) -> None:
    host = Caller(alice)
    options = {"edition": "french", "specials": False}
    table = host.post("/tables", {"game": "chicago_poker", "size": 4, "name": "By API", "options": options}).json()
    assert table["options"] | options == table["options"] and table["status"] == "open"
    path = f"/tables/{table['id']}"
    assert Caller(bob).post(f"{path}/join", {}).json()["seats"][1]["username"] == "bob"
    assert host.post(f"{path}/computers", {"level": "casual"}).json()["seats"][2]["computer"] == "casual"
    assert Caller(bob).post(f"{path}/start").status_code == 422
    assert host.post(f"{path}/start").json()["status"] == "running"
    assert Caller(carol).post(f"{path}/join", {}).json()["detail"] == "This table has already started."


def test_practice_starts_at_once(alice) -> None:
    body = {"game": "chicago_poker", "size": 3, "computers": 2, "level": "novice", "public": "invited"}
    table = Caller(alice).post("/tables", body).json()
    assert table["status"] == "running" and table["clock"]["kind"] == "none"
    assert [seat["computer"] for seat in table["seats"]] == ["", "novice", "novice"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "whist"}, "game"),
        ({"game": "chicago_poker", "size": 9}, "size"),
        ({"game": "chicago_poker", "size": 2, "computers": 2}, "computers"),
        ({"game": "chicago_poker", "options": {"edition": "danish"}}, "edition"),
        ({"game": "chicago_poker", "options": {"jokers": True}}, "jokers"),
        ({"game": "chicago_poker", "pace": "never"}, "pace"),
        ({"game": "chicago_poker", "name": "x" * 41}, "name"),
    ],
)
def test_a_table_that_can_not_be_is_refused_with_the_field(alice, body, field) -> None:
    answer = Caller(alice).post("/tables", body)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert not Game.objects.exists()


def test_custom_time_controls_are_used(alice) -> None:
    table = Caller(alice).post("/tables", {"game": "chicago_poker", "nights_off": True, "free_misses": 0}).json()
    assert table["clock"]["nights_off"] is True
    assert Game.objects.get().free_misses == 0


def test_a_private_table_can_be_joined_only_by_its_invitation(alice, bob) -> None:
    game = table_of(alice, size=3, public=False)
    program, path = Caller(bob), f"/tables/{game.public_id}/join"
    assert program.post(path, {}).status_code == 404
    assert program.post(path, {"invitation": "wrong"}).status_code == 404
    assert program.post(path, {"invitation": game.invitation}).status_code == 200


def test_invitations_are_sent_listed_and_declined(alice, bob) -> None:
    game = table_of(alice, size=3, public=False)
    assert Caller(alice).post(f"/tables/{game.public_id}/invitations", {"username": "bob"}).status_code == 200
    program = Caller(bob)
    [found] = program.get("/invitations").json()
    assert (found["table"], found["by"]) == (game.public_id, "alice")
    for _time in range(2):
        assert program.post(f"/tables/{game.public_id}/decline", key="no").status_code == 204
    assert program.get("/invitations").json() == [] and Invitation.objects.get().declined


def test_a_seat_is_left_and_a_table_cancelled(alice, bob) -> None:
    game = table_of(alice, bob, size=3)
    program = Caller(bob)
    for _time in range(2):
        assert program.post(f"/tables/{game.public_id}/leave", key="bye").status_code == 204
    assert game.players.count() == 1
    assert Caller(alice).post(f"/tables/{game.public_id}/cancel").status_code == 204
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


@pytest.mark.parametrize("variant", RULES)
def test_every_move_of_a_game_is_answered_with_the_table_that_is_read_after_it(alice, bob, variant) -> None:
    game, rng = table_of(alice, bob, variant=variant), Random(5)
    programs = [Caller(player.user) for player in game.players.order_by("seat")]
    path = f"/tables/{game.public_id}"
    Caller(alice).post(f"{path}/votes", {"kind": "pause"})
    for number in range(25):
        program = programs[asked_seat(Game.objects.get(pk=game.pk)).place]
        before = program.get(path).json()
        answered = program.post(f"{path}/moves", {"version": before["version"], "move": rng.choice(before["legal"])})
        assert answered.json() == program.get(path).json(), number
    leaver = programs[0]
    version = leaver.get(path).json()["version"]
    assert leaver.post(f"{path}/resign", {"version": version}).json() == leaver.get(path).json()
