"""Records: the export for each viewer, and accepted and refused imports (records.md 2)."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games import play
from games.models import Game, Player
from games.rules import __main__ as shell
from games.rules import record
from tests.cast import client_of, table_of
from tests.playing import give_up, play_on

SAMPLES = sorted(Path("tests/records").glob("*/*.record.json"))


def fetch(game, user=None):
    return client_of(user).get(reverse("record", args=[game.public_id]))


def imported(path):
    out = StringIO()
    call_command("import_record", str(path), stdout=out)
    return out.getvalue()


@pytest.fixture
def over(duel):
    return give_up(play_on(duel, 60))


@pytest.fixture
def running(duel):
    return play_on(duel, 60)


@pytest.fixture
def sample(tmp_path):
    """``sample(change)`` writes a changed sample record and returns its path."""

    def write(change):
        data = json.loads(SAMPLES[0].read_text(encoding="utf-8"))
        change(data)
        path = tmp_path / "changed.record.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return path

    return write


def test_an_imported_record_has_resignations(over, tmp_path):
    path = tmp_path / "it.json"
    path.write_bytes(fetch(over).content)
    gone = over.players.get(resigned=True).seat
    over.delete()
    imported(path)
    table = Game.objects.get()
    assert [player.seat for player in table.players.filter(resigned=True)] == [gone]
    assert table.clock == "none", "a record says nothing of time"
    call_command("verify", table.public_id)


def test_the_record_of_a_finished_game_is_valid(over, alice, tmp_path, capsys):
    answer = fetch(over, alice)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="{over.public_id}.record.json"'
    path = tmp_path / "it.json"
    path.write_bytes(answer.content)
    assert shell.main(["--check", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"ok: {over.moves.count() - 1} moves, winner ")
    data = answer.json()
    assert data["seats"] == ["alice", "bob"]
    assert data["deal"]["secret"] == over.secret
    assert data["outcome"]["reason"] == "resignation"


def test_a_record_has_one_move_per_line(over):
    lines = fetch(over).content.decode().splitlines()
    assert sum(line.startswith("  ") for line in lines) == over.moves.count() - 1


def test_the_record_of_a_finished_public_game_is_public(over, alice, bob, charlie, guest):
    assert len({fetch(over, user).content for user in (None, alice, bob, charlie, guest)}) == 1


def test_a_private_game_is_for_its_players(alice, bob, charlie, guest, staff):
    game = give_up(play_on(table_of(alice, bob, public=False), 5))
    assert fetch(game, alice).status_code == fetch(game, bob).status_code == 200
    assert {fetch(game, user).status_code for user in (None, charlie, guest, staff)} == {404}


def test_the_record_of_a_running_game_hides_secret_and_cards(running, alice, bob, charlie):
    hidden = dict(running.cards.filter(face_up=False, seat__isnull=False).values_list("code", "seat"))
    assert hidden
    for user, seat in ((alice, 0), (bob, 1), (charlie, None), (None, None)):
        answer = fetch(running, user)
        data = answer.json()
        assert running.secret not in answer.content.decode()
        assert data["outcome"] is None
        assert "secret" not in data["deal"]
        assert len(data["moves"]) == running.moves.count() - 1
        told = {word for move in data["moves"] for word in move.split()[2:] if move.split()[1] == "play"}
        assert not [card for card, owner in hidden.items() if owner != seat and card in told]


def test_the_record_of_a_running_game_shows_the_viewers_cards(running, alice):
    mine, public = fetch(running, alice).json()["moves"], fetch(running).json()["moves"]
    assert any("?" in move for move in public if move.startswith("0 "))
    assert not any("?" in move for move in mine if move.startswith("0 "))
    assert any("?" in move for move in mine if move.startswith("1 "))


def test_the_record_of_a_running_game_can_not_be_checked(running, tmp_path, capsys):
    path = tmp_path / "it.json"
    path.write_bytes(fetch(running).content)
    assert shell.main(["--check", str(path)]) == 1
    assert "secret: not published" in capsys.readouterr().err


def test_drafts_are_not_in_a_record(duel):
    me = duel.players.get(to_move_since__isnull=False)
    card = duel.cards.filter(zone="hand", seat=me.seat).exclude(code__regex="^[a-z]").first()
    play.move(me, f"play {card.code} {duel.tiles.get(slot=0).code}", play.version_of(duel, me))
    assert fetch(duel, me.user).json()["moves"] == []


def test_an_open_table_has_no_record(alice):
    answer = fetch(table_of(alice, size=2), alice)
    assert answer.status_code == 404
    assert answer.content.decode() == "There’s no record of this game yet: it hasn’t started.\n"


def test_records_are_read_only(over):
    assert client_of().post(reverse("record", args=[over.public_id])).status_code == 405
    assert client_of().get(reverse("record", args=["nowhere"])).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_sample_records_survive_import_and_export(path, tmp_path):
    assert imported(path).startswith("ok: ")
    game = Game.objects.get()
    written = record.read(path.read_text(encoding="utf-8"))
    assert game.is_over == (written.outcome is not None)
    assert [player.shown_name for player in game.players.order_by("seat")] == list(written.seats)
    assert not Player.objects.exclude(user=None).exists()
    out = StringIO()
    call_command("verify", stdout=out)
    assert out.getvalue() == f"ok: {game.public_id}, {len(written.moves)} moves\n"
    assert record.read(fetch(game).content.decode()) == written


def test_an_unfinished_record_is_stored_as_cancelled(sample, db):
    def cut(data):
        data["moves"], data["outcome"] = data["moves"][:10], None

    imported(sample(cut))
    game = Game.objects.get()
    assert game.status == Game.Status.CANCELLED
    assert game.outcome is None
    assert not game.players.filter(to_move_since__isnull=False).exists()
    call_command("verify", stdout=StringIO())
    assert client_of().get(game.get_absolute_url()).status_code == 200
    assert client_of().get(reverse("log", args=[game.public_id])).status_code == 200
    assert fetch(game).json()["deal"]["secret"] == game.secret


REFUSALS = {
    "format": (lambda data: data.update(format="chicago-record/2"), "format: "),
    "game": (lambda data: data.update(game="whist"), "game: "),
    "unknown option": (lambda data: data["options"].update(jokers=True), "jokers: "),
    "missing option": (lambda data: data["options"].pop("short"), "short: "),
    "wrong value": (lambda data: data["options"].update(edition="german"), "edition: "),
    "commitment": (lambda data: data["deal"].update(commitment="0" * 64), "commitment: "),
    "no secret": (lambda data: data["deal"].pop("secret"), "secret: "),
    "illegal move": (lambda data: data["moves"].__setitem__(16, "0 revolver revolver"), "move 17: "),
    "after the end": (lambda data: data["moves"].append("0 draw"), "move "),
    "outcome": (lambda data: data["outcome"].update(reason="luck"), "outcome: "),
    "no outcome": (lambda data: data.update(outcome=None), "outcome: "),
    "table": (lambda data: data.update(table="Not/A Table"), "table: "),
    "seats": (lambda data: data["seats"].__setitem__(0, "x" * 41), "seats: "),
    "control character": (lambda data: data["seats"].__setitem__(0, "a\x00b"), "seats: "),
    "direction": (lambda data: data["seats"].__setitem__(0, "\u202eabc"), "seats: "),
    "invisible": (lambda data: data["seats"].__setitem__(0, "a\u034fb"), "seats: "),
    "blank": (lambda data: data["seats"].__setitem__(0, "\u200b"), "seats: "),
    "spaces": (lambda data: data["seats"].__setitem__(0, "  "), "seats: "),
    "one name twice": (lambda data: data["seats"].__setitem__(slice(0, 2), ["bob", "B0b"]), "seats: two names look"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", REFUSALS)
def test_an_import_refuses_invalid_records_with_place_and_reason(sample, what):
    change, place = REFUSALS[what]
    with pytest.raises(CommandError) as refused:
        imported(sample(change))
    assert str(refused.value).startswith(f"refused: {place}")
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_two_former_players_may_sit_in_one_record(sample):
    imported(sample(lambda data: data["seats"].__setitem__(slice(0, 2), ["former player", "former player"])))
    assert Game.objects.get().players.filter(name="former player").count() == 2


@pytest.mark.django_db
def test_a_byte_order_mark_before_a_record_is_no_error(sample):
    path = sample(lambda data: None)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert imported(path).startswith("ok: ")


@pytest.mark.django_db
def test_an_import_refuses_an_existing_table(sample):
    path = sample(lambda data: None)
    imported(path)
    with pytest.raises(CommandError, match=r"table: a game called .* is here already"):
        imported(path)
    assert Game.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("content", [b"", b"[1]", b"{", b"\xff\xfe", b"null", b'{"format": 7}', b"[" * 100000])
def test_an_import_refuses_other_files(tmp_path, content):
    path = tmp_path / "it"
    path.write_bytes(content)
    with pytest.raises(CommandError, match=r"^refused: "):
        imported(path)


@pytest.mark.django_db
def test_an_import_refuses_a_missing_file(tmp_path):
    with pytest.raises(CommandError, match=r"^refused: "):
        imported(tmp_path / "nothing")
