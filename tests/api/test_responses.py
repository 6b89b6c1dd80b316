"""Reading by API: responses for a player, for a spectator, and without a token."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games import api, play
from games.models import Game, Player
from games.play import version_of
from games.presentation.view_model import table_view
from games.rules import RULES
from tests.api.caller import Caller
from tests.cast import table_of
from tests.playing import asked_seat, give_up, other, play_on
from tests.scene import seat

pytestmark = pytest.mark.django_db

PARAGRAPHS = "/games/chicago_poker/paragraphs"


def test_me_has_names_and_quotas_and_no_address(alice) -> None:
    me = Caller(alice).get("/me").json()
    assert (me["username"], me["time_zone"]) == ("alice", "UTC")
    assert {quota["name"] for quota in me["quotas"]} >= {"api", "move"}
    assert alice.email not in str(me)
    first = next(quota for quota in me["quotas"] if quota["name"] == "api")
    assert first["left"] == first["limit"] - 1


def test_me_reports_the_remaining_requests_of_every_limit(alice, bob) -> None:
    sources = "".join(path.read_text() for path in Path(api.__file__).parent.glob("*.py"))
    counted = set(re.findall(r"\b(?:limit|run_action|run_action_without_content)\(request, \"(\w+)\"", sources))
    program, game = Caller(alice), table_of(alice, bob)
    before = {quota["name"]: quota["left"] for quota in program.get("/me").json()["quotas"]}
    assert set(before) == counted - {"api_token"}, "that one is counted where no account is known"
    program.post(f"/tables/{game.public_id}/votes", {"kind": "cancel"})
    after = {quota["name"]: quota["left"] for quota in program.get("/me").json()["quotas"]}
    assert {name for name in before if after[name] < before[name]} == {"api", "vote"}


def test_tables_to_move_are_those_that_wait_for_this_person(alice, bob) -> None:
    game = table_of(alice, bob)
    asked = asked_seat(game)
    waiting = other(game, asked)
    [table] = Caller(asked.user).get("/tables?to_move=1").json()
    assert (table["id"], table["you"], table["my_move"]) == (game.public_id, asked.seat, True)
    assert table["version"] == version_of(game, asked)
    rival = Caller(waiting.user)
    assert rival.get("/tables?to_move=1").json() == []
    assert [table["my_move"] for table in rival.get("/tables").json()] == [False]


def test_a_paused_table_is_not_to_move(alice, bob) -> None:
    game = table_of(alice, bob)
    program = Caller(asked_seat(game).user)
    play.cast(seat(game, bob), play.propose(seat(game, alice), "pause").pk, yes=True)
    assert program.get("/tables?to_move=1").json() == []
    assert [table["my_move"] for table in program.get("/tables").json()] == [False]
    table = program.get(f"/tables/{game.public_id}").json()
    assert (table["paused"], table["my_move"], table["legal"]) == (True, False, [])
    play.cast(seat(game, bob), play.propose(seat(game, alice), "resume").pk, yes=True)
    assert [table["id"] for table in program.get("/tables?to_move=1").json()] == [game.public_id]


@pytest.mark.parametrize("variant", RULES)
def test_the_rules_are_those_of_the_page_by_paragraph(client, variant) -> None:
    book = RULES[variant].presentation.RULEBOOK
    paragraphs = [paragraph for section in book for paragraph in section.paragraphs]
    page = client.get(f"/rules/{variant}/").content.decode()
    shown = [found.replace("-", ".") for found in re.findall(r'<(?:p|div) class="paragraph" id="p-([0-9-]+)"', page)]
    told = Caller(None).get(f"/games/{variant}/paragraphs").json()
    assert [each["number"] for each in told if each["number"] in shown] == shown
    assert shown == [paragraph.number for paragraph in paragraphs if paragraph.number]
    assert all(each["text"] for each in told)
    if book[0].heading:
        assert all(each["section"] for each in told) and len(shown) > 25
    assert "<" not in "".join(each["text"] for each in told)
    assert not any(each["text"].startswith(each["number"]) for each in told)


def test_the_rules_are_told_in_the_asked_language_with_a_line_for_each_item() -> None:
    told = {
        language: {each["number"]: each for each in Caller(None).get(PARAGRAPHS, accept_language=language).json()}
        for language in ("en", "sv")
    }
    hands = told["en"]["7.1"]["text"].splitlines()
    assert hands[:2] == ["The hands, best first:", "1 Chicago Poker Five of the same value."]
    assert len(hands) == 12
    assert told["en"]["9"]["text"].startswith("Edition. English")
    assert told["sv"]["1.3"]["text"] != told["en"]["1.3"]["text"]
    assert told["sv"]["1.3"]["section"] != told["en"]["1.3"]["section"]


@pytest.mark.parametrize("variant", RULES)
def test_a_table_is_what_its_page_may_show(alice, bob, charlie, variant) -> None:
    game = play_on(table_of(alice, bob, variant=variant), 8)
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    for me, user in [*((player, player.user) for player in players), (None, charlie)]:
        seen = table_view(game, players, me, user)
        table = Caller(user).get(f"/tables/{game.public_id}").json()
        assert (table["my_move"], table["version"]) == (seen.my_move, seen.version)
        assert table["legal"] == (list(seen.view.legal) if seen.my_move else [])
        assert [each["hand"] for each in table["seats"]] == [
            None if known.hand is None else list(known.hand) for known in seen.view.seats
        ]
        assert sum(each["count"] for each in table["hidden"]) > 10 and len(table["pieces"]) < 30


def test_face_down_cards_keep_their_places_and_hidden_decks_are_counts(alice, bob, charlie) -> None:
    game = play_on(table_of(alice, bob), 8)
    table = Caller(charlie).get(f"/tables/{game.public_id}").json()
    assert {piece["place"] is None for piece in table["pieces"] if piece["code"].startswith("?")} <= {False}
    deck = game.cards.filter(zone="deck").count()
    assert {"kind": "card", "zone": "deck", "seat": None, "count": deck} in table["hidden"]
    hands = {each["seat"]: each["count"] for each in table["hidden"] if each["zone"] == "hand"}
    assert hands == {seat["seat"]: seat["hand_size"] for seat in table["seats"] if seat["hand_size"]}
    assert len(json.dumps(table)) < 6000, "it was 12,000 when each card of the deck was listed"


def test_a_closed_game_is_open_to_all(alice, bob, charlie) -> None:
    game = give_up(play_on(table_of(alice, bob), 8))
    table = Caller(charlie).get(f"/tables/{game.public_id}").json()
    assert table["status"] == "over" and table["outcome"]["winners"]
    assert all(each["hand"] is not None for each in table["seats"])
    deal = Caller(None).get(f"/tables/{game.public_id}/deal").json()
    assert deal["secret"] == game.secret and len(deal["hands"]) == 2
    assert Caller(None).get(f"/tables/{game.public_id}/record").json()["outcome"] == game.outcome
    [ended] = Caller(None).get("/people/alice/games").json()["games"]
    assert ended["id"] == game.public_id and ended["how"] in ("won", "lost")


def test_an_unchanged_table_answers_304(alice, bob) -> None:
    game = table_of(alice, bob)
    program = Caller(asked_seat(game).user)
    first = program.get(f"/tables/{game.public_id}")
    etag = first.headers["ETag"]
    assert etag.strip('W/"') == first.json()["version"]
    again = program.get(f"/tables/{game.public_id}", **{"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    play.propose(seat(game, alice), "pause")
    changed = program.get(f"/tables/{game.public_id}", **{"If-None-Match": etag})
    assert changed.status_code == 200 and changed.json()["vote"]["kind"] == "pause"


def test_legal_moves_are_said_in_the_asked_language(alice, bob) -> None:
    game = table_of(alice, bob)
    program, address = Caller(asked_seat(game).user), f"/tables/{game.public_id}?words=1"
    table = program.get(address)
    said = dict(zip(table.json()["legal"], table.json()["legal_in_words"], strict=True))
    assert said["draw"] == "Draw a card"
    assert program.get(f"/tables/{game.public_id}").json()["legal_in_words"] == []
    french = program.get(address, **{"Accept-Language": "fr", "If-None-Match": table.headers["ETag"]})
    assert french.status_code == 200 and "Draw a card" not in french.json()["legal_in_words"]
    again = program.get(address, **{"Accept-Language": "fr", "If-None-Match": french.headers["ETag"]})
    assert again.status_code == 304
    assert Caller(None).get(address).json()["legal_in_words"] == []


def test_events_are_those_after_a_move_and_redacted(alice, bob) -> None:
    game = play_on(table_of(alice, bob), 12)
    everything = Caller(alice).get(f"/tables/{game.public_id}/events").json()
    assert [move["id"] for move in everything["moves"]] == list(range(len(everything["moves"])))
    later = Caller(alice).get(f"/tables/{game.public_id}/events?after=3").json()
    assert later["moves"] == everything["moves"][4:]
    drawn = {
        viewer: [
            event
            for move in Caller(viewer).get(f"/tables/{game.public_id}/events").json()["moves"]
            for event in move["events"]
            if event["kind"] == "drew"
        ]
        for viewer in (alice, bob)
    }
    own = {player.user: player.seat for player in Player.objects.filter(game=game).select_related("user")}
    for viewer, events in drawn.items():
        assert events
        for event in events:
            assert ("card" in event["details"] or "cards" in event["details"]) == (event["seat"] == own[viewer])


def test_events_come_in_portions(alice, bob, monkeypatch) -> None:
    monkeypatch.setattr("games.api.events.MOVES_AT_ONCE", 5)
    game = play_on(table_of(alice, bob), 12)
    found = Caller(alice).get(f"/tables/{game.public_id}/events").json()
    assert found["more"] and len(found["moves"]) == 5
    rest = Caller(alice).get(f"/tables/{game.public_id}/events?after=4").json()
    assert rest["moves"][0]["id"] == 5


def test_the_lobby_lists_tables_with_a_free_seat(alice, bob) -> None:
    table_of(alice, size=3, public_id="waits")
    table_of(alice, size=3, public_id="secret", public=False)
    assert [table["id"] for table in Caller(bob).get("/lobby").json()["tables"]] == ["waits"]
    assert Caller(bob).get("/lobby?game=swedish_chicago").json()["tables"] == []
    assert [table["id"] for table in Caller(bob).get("/lobby?game=chicago_poker").json()["tables"]] == ["waits"]


def test_games_are_described_with_every_option() -> None:
    games = {game["game"]: game for game in Caller(None).get("/games").json()}
    assert set(games) == set(RULES)
    for variant, rules in RULES.items():
        assert {option["name"] for option in games[variant]["options"]} == {
            option.name for option in rules.engine.OPTIONS
        }


@pytest.mark.parametrize(("path", "most"), [("/tables", 7), ("/lobby", 7), ("/invitations", 6)])
def test_lists_take_a_constant_number_of_queries(
    alice, bob, path, most, django_assert_num_queries, django_assert_max_num_queries
) -> None:
    def one_more() -> None:
        table_of(alice, bob)
        waits = table_of(bob, size=3)
        play.invite(seat(waits, bob), "alice")

    one_more()
    program = Caller(alice)
    program.get(path)
    with django_assert_max_num_queries(most) as counted:
        assert program.get(path).json()
    for _more in range(3):
        one_more()
    with django_assert_num_queries(len(counted)):
        program.get(path)


def test_a_table_takes_no_more_queries_late_in_a_game(
    alice, bob, django_assert_num_queries, django_assert_max_num_queries
) -> None:
    game = table_of(alice, bob)
    program = Caller(alice)
    program.get(f"/tables/{game.public_id}")
    with django_assert_max_num_queries(7) as counted:
        program.get(f"/tables/{game.public_id}")
    play_on(game, 20)
    with django_assert_num_queries(len(counted)):
        program.get(f"/tables/{game.public_id}")
    assert Game.objects.get(pk=game.pk).version > 1
