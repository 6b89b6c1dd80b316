"""The games' part of the data export: all personal data, and for running games only the seat's view."""

from __future__ import annotations

import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Export, User
from accounts.privacy.data_export import jobs
from accounts.privacy.erasure import fields_to_erase
from games import moderation, play
from games.models import Game, Invitation, Membership, Message, ModerationAction, Player, Report, Webhook
from games.replay.records import as_seen
from tests.cast import table_of
from tests.playing import asked_seat, give_up, lose_seat, play_on
from tests.privacy.test_erasure import KEPT

pytestmark = pytest.mark.django_db
VARIANTS = ("chicago_poker", "swedish_chicago")

SAID_ELSEWHERE = {
    "admin.LogEntry.user": "staff's work, not about them",
    "accounts.Block.who": "whom others have blocked is never told",
    "games.AppealAnswer.by": "moderators' work",
    "games.ModerationAction.by": "what moderators did is told to those whom it is about",
    "games.Hint.about": "moderators' work, for 30 days",
    "games.Hint.other": "moderators' work, for 30 days",
    "games.Hint.aside_by": "moderators' work",
    "games.PackedGames.user": "their seats say the same",
    "games.Player.friend": "told by the arrangement",
    "games.Report.about": "who has reported somebody is the reporter's secret",
    "games.Report.taken_by": "moderators' work",
    "games.StaffNote.about": "moderators' work",
    "games.StaffNote.by": "moderators' work",
}
"""Fields that point to a user but are not part of the download, each with the reason."""


def data_of(user: User) -> dict:
    assert jobs.run(jobs.request_export(user).pk)
    with ZipFile(BytesIO(bytes(Export.objects.get(user=user).file))) as archive:
        return json.loads(archive.read("data.json"))


def test_every_model_with_a_user_is_exported(alice: User) -> None:
    with CaptureQueriesContext(connection) as asked:
        for part in jobs.parts_of(alice):
            list(part.rows())
    text = "\n".join(query["sql"] for query in asked)
    for label in (fields_to_erase() | KEPT.keys()) - SAID_ELSEWHERE.keys():
        model, _dot, field = label.rpartition(".")
        column = apps.get_model(model)._meta.get_field(field)
        table = f'"{column.model._meta.db_table}"'
        named = rf'({table}|{table} (?P<alias>U\d+) .*(?P=alias))\."{column.column}" (= |IN \(){alice.pk}\b'
        assert re.search(named, text), label


def test_these_parts_have_a_moment_under_the_key_at(alice: User) -> None:
    """Users' programs read these keys, so they must not change when a model's field is renamed."""
    found = {part.key for part in jobs.parts_of(alice) if "at" in [column.key for column in part.columns]}
    of_games = {"moves", "messages", "invitations", "ballots", "reports", "decisions", "appeals", "lessons"}
    assert found == {"blocks"} | of_games


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_export_of_a_running_game_holds_what_the_seat_sees(alice: User, bob: User, variant: str) -> None:
    game = play_on(table_of(alice, bob, variant=variant), 12)
    assert game.is_running
    data = data_of(alice)
    me = game.players.get(user=alice)
    own = game.moves.filter(seat=me.seat).order_by("number")
    assert [row["move"] for row in data["moves"]] == [as_seen(game, move, me.seat) for move in own]
    assert {row["number"] for row in data["moves"]} == set(own.values_list("number", flat=True))
    (seat,) = data["seats"]
    assert (seat["table"], seat["others"], seat["result"], seat["ended_at"]) == (game.public_id, ["bob"], "", None)
    text = json.dumps(data)
    assert game.secret not in text
    assert not {"facts", "entropy", "invitation", "events"} & set(seat)


def test_a_finished_game_includes_its_result(alice: User, bob: User) -> None:
    game = give_up(play_on(table_of(alice, bob), 6))
    me = game.players.get(user=alice)
    (seat,) = data_of(alice)["seats"]
    assert seat["result"] == ("won" if me.seat in game.outcome["winners"] else "lost")


def test_a_lost_seat_is_exported_until_its_loss_as_the_public_sees_it(alice: User, bob: User, charlie: User) -> None:
    game = play_on(table_of(alice, bob), 6)
    me = lose_seat(game)
    loser, lost = me.lost_by, game.incidents.get(kind="lost").after
    play.take_over(game, charlie, me.seat)
    game = play_on(game, 6)
    Player.objects.filter(pk=me.pk).update(drafts=["draw"], orders={"draw": True})
    before, after = data_of(loser), data_of(charlie)
    assert before["moves"] and after["moves"]
    assert all(row["number"] <= lost for row in before["moves"])
    assert all(row["number"] > lost for row in after["moves"])
    mine = game.moves.filter(seat=me.seat, number__lte=lost).order_by("number")
    assert [row["move"] for row in before["moves"]] == [as_seen(game, move, None) for move in mine]
    told = [
        (data["seats"][0]["lost"], data["seats"][0]["drafts"], data["seats"][0]["orders"]) for data in (before, after)
    ]
    assert told == [(True, [], {}), (False, ["draw"], {"draw": True})]


def test_messages_votes_and_reports_are_exported(duel: Game, alice: User, bob: User) -> None:
    Message.objects.create(game=duel, user=alice, player=Player.objects.get(game=duel, user=alice), text="Hello")
    Message.objects.create(game=duel, user=bob, player=Player.objects.get(game=duel, user=bob), text="Hello yourself")
    Membership.objects.create(game=duel, user=alice, note="He always bluffs")
    Invitation.objects.create(game=duel, user=bob, by=alice)
    Report.objects.create(category="insult", about=bob, by=alice, words="He was rude")
    Report.objects.create(category="insult", about=alice, by=bob, words="She was rude")
    Webhook.objects.create(user=alice, address="https://hooks.example/x")
    data = data_of(alice)
    assert [row["text"] for row in data["messages"]] == ["Hello"]
    assert [row["note"] for row in data["notes"]] == ["He always bluffs"]
    assert [(row["by"], row["to"]) for row in data["invitations"]] == [("alice", "bob")]
    assert [row["words"] for row in data["reports"]] == ["He was rude"]
    (hook,) = data["webhooks"]
    assert hook["address"] == "https://hooks.example/x" and "secret" not in hook


def test_a_dismissed_report_is_not_in_the_reported_users_export(alice: User, staff: User) -> None:
    report = Report.objects.create(category="insult", about=alice, by=staff)
    assert report and not ModerationAction.objects.exists()
    moderation.warn(staff, alice, "Second time", words="Be kinder")
    data = data_of(alice)
    assert [row["words"] for row in data["decisions"]] == ["Be kinder"]
    assert "staff" not in json.dumps(data["decisions"])


def test_a_draft_is_exported_to_its_player_only(duel: Game) -> None:
    me = asked_seat(duel)
    Player.objects.filter(pk=me.pk).update(drafts=["play 9M speakeasy3"])
    other = Player.objects.exclude(pk=me.pk).get(game=duel)
    assert data_of(me.user)["seats"][0]["drafts"] == ["play 9M speakeasy3"]
    assert "speakeasy3" not in json.dumps(data_of(other.user)["seats"])


def test_every_list_has_an_order_of_its_own(duel: Game, alice: User, bob: User, charlie: User) -> None:
    """The physical order of rows would reveal which row was updated last."""
    play_on(duel, 4)
    table_of(bob, alice, charlie, size=4)
    with CaptureQueriesContext(connection) as asked:
        for part in jobs.parts_of(alice):
            for row in part.rows():
                for column in part.columns:
                    column.value(row)
    lists = [query["sql"] for query in asked if query["sql"].startswith(("SELECT", "DECLARE"))]
    assert len(lists) > 25
    assert not [sql for sql in lists if "ORDER BY" not in sql]


def test_the_others_at_a_table_stay_in_their_order(alice: User, bob: User, charlie: User, carol: User) -> None:
    game = table_of(alice, bob, charlie, carol, size=5)
    before = data_of(alice)["seats"][0]["others"]
    for user in (bob, charlie):
        play.choose_persona(game.players.get(user=user), 4 if user == bob else 1)
    Export.objects.all().delete()
    assert data_of(alice)["seats"][0]["others"] == before == ["bob", "charlie", "carol"]
