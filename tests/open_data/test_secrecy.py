"""Personal data in a file: no name, no key, no time, and no link between two files."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from accounts.models import User
from games.chat import rooms
from games.models import Game
from games.open_data import files
from games.rules import __main__ as shell
from tests.open_data.files import OCTOBER, finished, records_of, text_of

pytestmark = pytest.mark.django_db

SEPTEMBER = OCTOBER.replace(month=9)
NAME = re.compile(r"player-[0-9a-f]{12}|computer \([a-z]+\)")
MEMBERS = ["format", "table", "game", "options", "seats", "deal", "moves", "outcome"]


@pytest.fixture
def games(alice, bob, carol) -> list[Game]:
    """Three games of October and one of September, all with names and chat."""
    User.objects.filter(pk=alice.pk).update(display_name="Alice Liddell")
    found = [
        finished(alice, bob, public_id="b2", name="Alice’s party"),
        finished(alice, bob, carol, public_id="a1", name="Alice’s party", variant="swedish_chicago"),
        finished(alice, carol, public_id="c3", name="Alice’s party", bots=("club",)),
        finished(alice, bob, public_id="d4", name="Alice’s party", at=datetime(2026, 9, 9, tzinfo=UTC)),
    ]
    for game in found:
        rooms.post(game.players.select_related("game").get(user=alice), alice, "White rabbit")
    return found


def made(month=OCTOBER):
    file = files.make(month, again=True)
    assert file is not None
    return file


def test_no_name_address_key_word_or_time_is_in_it(games, alice, bob, carol) -> None:
    text = text_of(made())
    for word in ("alice", "Alice", "Liddell", "bob", "carol", "party", "rabbit", "example.org", "2026", "guest"):
        assert word not in text
    keys = {str(row.pk) for game in games for row in (game, *game.players.all())}
    keys |= {str(person.pk) for person in (alice, bob, carol)}
    assert not keys & set(re.findall(r"\d+", re.sub(r'"[0-9a-f]{32,}"|player-\w+', "", text)))


def test_a_line_has_the_members_of_a_record_and_no_more(games) -> None:
    for record in records_of(made()):
        assert list(record) == MEMBERS
        assert list(record["deal"]) == ["commitment", "entropy", "secret"]
        assert all(NAME.fullmatch(name) for name in record["seats"])


def test_every_line_replays_from_its_deal(games, tmp_path: Path, capsys) -> None:
    lines = text_of(made()).splitlines()
    assert len(lines) == 3
    for line in lines:
        path = tmp_path / "game.json"
        path.write_text(line)
        assert shell.main(["--check", str(path)]) == 0
        assert capsys.readouterr().out.startswith("ok: ")


def test_the_lines_are_in_the_order_of_random_codes(games) -> None:
    assert [record["table"] for record in records_of(made())] == ["a1", "b2", "c3"]


def test_a_person_has_one_name_in_a_file_and_another_in_the_next(games) -> None:
    a1, b2, c3 = (record["seats"] for record in records_of(made()))
    assert a1[0] == b2[0] == c3[0] and a1[1] == b2[1] and a1[2] == c3[2]
    assert len({*a1}) == 3 and c3[1] == "computer (club)"
    (september,) = (record["seats"] for record in records_of(made(SEPTEMBER)))
    again = {name for record in records_of(made()) for name in record["seats"] if name.startswith("player-")}
    assert not {*a1} & {*september} and not {*a1} & again


def test_names_are_in_no_order_of_accounts(games, alice, bob, carol) -> None:
    """Depending on the key, alice's pseudonym comes first or last."""
    first = {min(record["seats"]) == record["seats"][0] for _ in range(12) for record in records_of(made())[:1]}
    assert first == {True, False}


def test_other_names_change_nothing_but_the_pseudonyms(games, alice, bob) -> None:
    before = [record | {"seats": len(record["seats"])} for record in records_of(made())]
    User.objects.filter(pk=alice.pk).update(username="zoe", display_name="", email="zoe@example.net")
    User.objects.filter(pk=bob.pk).update(username="alice")
    Game.objects.update(name="Another name")
    after = [record | {"seats": len(record["seats"])} for record in records_of(made())]
    assert json.dumps(before) == json.dumps(after)


def test_a_game_that_can_no_longer_be_replayed_is_left_out(games, caplog) -> None:
    Game.objects.get(public_id="b2").moves.filter(number=1).update(text="play nothing")
    assert [record["table"] for record in records_of(made())] == ["a1", "c3"]
    assert "table b2 is not in the open data: move 1" in caplog.text
