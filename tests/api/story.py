"""A sequence of API requests to a site: every operation once, and every problem that a client may get."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.test import override_settings

from games.models import Game, OpenDataFile, Player, Rating
from tests.api.caller import Caller
from tests.cast import somebody, table_of
from tests.playing import asked_seat, give_up, play_on

POKER = "chicago_poker"


class Story:
    def __init__(self) -> None:
        self.alice, self.bob, self.carol = (somebody(name) for name in ("alice", "bob", "carol"))
        self.found: dict[str, dict[str, Any]] = {"requests": {}, "answers": {}, "problems": {}}

    def sent(self, schema: str, body: dict[str, Any]) -> dict[str, Any]:
        self.found["requests"][schema] = body
        return body

    def answered(self, name: str, answer: HttpResponse) -> Any:
        assert answer.status_code == 200, (name, answer.content)
        self.found["answers"][name] = answer.json()
        return answer.json()

    def refused(self, status: int, answer: HttpResponse) -> None:
        assert answer.status_code == status, (status, answer.status_code, answer.content)
        self.found["problems"][str(status)] = answer.json()


def tell() -> dict[str, dict[str, Any]]:
    story = Story()
    _look_around(story)
    _open_and_join(story)
    _play(story, play_on(table_of(story.alice, story.bob, name="Duel", public_id="98syy6"), 8))
    _go_wrong(story)
    return story.found


def _look_around(story: Story) -> None:
    anyone, alice = Caller(None), Caller(story.alice)
    for each in (story.alice, story.bob):
        Rating.objects.create(user=each, variant=POKER, mu=27.0, sigma=2.5, games=31)
    over = give_up(play_on(table_of(story.alice, story.bob, public_id="7kq2mp"), 12))
    month = {"month": date(2026, 10, 1), "finished_at": datetime(2026, 11, 2, 3, 0, tzinfo=UTC)}
    OpenDataFile.objects.create(games={POKER: 214}, size=181_403, sha256="5d" * 32, **month)
    story.answered("list_games", anyone.get("/games"))
    story.found["answers"]["GameInfo"] = story.found["answers"]["list_games"][0]
    story.answered("list_paragraphs", anyone.get(f"/games/{POKER}/paragraphs"))
    del story.found["answers"]["list_paragraphs"][3:]
    story.answered("Me", alice.get("/me"))
    story.answered("Person", anyone.get("/people/alice"))
    story.answered("FinishedGames", anyone.get("/people/alice/games"))
    story.answered("Board", anyone.get(f"/boards/{POKER}"))
    story.answered("get_record", anyone.get(f"/tables/{over.public_id}/record"))
    story.answered("Deal", anyone.get(f"/tables/{over.public_id}/deal"))
    story.answered("list_open_data", anyone.get("/open-data"))


def _open_and_join(story: Story) -> None:
    alice, bob = Caller(story.alice), Caller(story.bob)
    opened = alice.post("/tables", story.sent("TableIn", {"game": POKER, "size": 3, "name": "Friday", "quick": "day"}))
    table = opened.json()["id"]
    story.answered("OpenTables", bob.get("/lobby"))
    alice.post(f"/tables/{table}/invitations", story.sent("InviteIn", {"username": "bob"}))
    story.answered("list_invitations", bob.get("/invitations"))
    assert bob.post(f"/tables/{table}/join", story.sent("JoinIn", {"entropy": "0123456789abcdef" * 2})).json()
    assert alice.post(f"/tables/{table}/computers", story.sent("ComputerIn", {"level": "club"})).status_code == 200
    assert Game.objects.get(public_id=table).is_running


def _play(story: Story, game: Game) -> None:
    me, path = asked_seat(game), f"/tables/{game.public_id}"
    program = Caller(me.user)
    story.answered("list_my_tables", program.get("/tables?to_move=1"))
    story.answered("Table", program.get(f"{path}?words=1"))
    story.answered("Events", program.get(f"{path}/events?after=5"))
    story.answered("list_orders", program.get(f"{path}/orders"))
    order = {"name": "only_move", "value": "make"}
    assert program.post(f"{path}/orders", story.sent("OrderIn", order)).status_code == 200
    assert program.post(f"{path}/notices", story.sent("NoticesIn", {"when": "digest"})).status_code == 204
    story.answered("Notices", program.get(f"{path}/notices"))
    _plan(story, program, path)
    Caller(story.bob).post(f"{path}/chat", {"phrase": "luck"})
    story.answered("Chat", program.post(f"{path}/chat", story.sent("MessageIn", {"text": "Good luck!"})))
    assert program.post(f"{path}/votes", story.sent("VoteIn", {"kind": "extend"})).status_code == 200
    story.sent("AnswerIn", {"yes": True})
    _move(story, me, path)


def _plan(story: Story, program: Caller, path: str) -> None:
    plan = story.sent("PlanIn", {"version": program.get(path).json()["version"], "steps": ["draw"]})
    assert program.send("PUT", f"{path}/plan", json.dumps(plan)).status_code == 200
    story.answered("Plan", program.get(f"{path}/plan"))
    assert program.send("DELETE", f"{path}/plan", "").status_code == 200


def _move(story: Story, me: Player, path: str) -> None:
    program = Caller(me.user)
    seen = program.get(path).json()["version"]
    story.sent("VersionIn", {"version": seen})
    move = story.sent("MoveIn", {"version": seen, "move": story.found["answers"]["Table"]["legal"][0]})
    assert program.post(f"{path}/moves", move).status_code == 200
    story.refused(409, program.post(f"{path}/moves", move | {"version": "0.0"}))


def _go_wrong(story: Story) -> None:
    alice = Caller(story.alice)
    story.refused(400, alice.send("POST", "/tables", "{"))
    story.refused(401, Caller(None).get("/me"))
    story.refused(403, Caller(story.alice, "account:read").get("/tables"))
    story.refused(404, alice.get("/tables/nowhere"))
    story.refused(413, alice.send("POST", "/tables", "x" * 100_000))
    story.refused(421, alice.get("/stream"))
    story.refused(422, alice.post("/tables", {"game": POKER, "size": "many"}))
    with override_settings(RATE_LIMITS=settings.RATE_LIMITS | {"api": "1/m/key"}):
        limited = Caller(story.carol)
        limited.get("/me")
        story.refused(429, limited.get("/me"))
