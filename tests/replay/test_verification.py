"""``manage.py verify`` accepts sound games, and finds a wrong row of any kind."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games import play
from games.core import store
from games.models import Game, Incident, Move
from tests.cast import somebody, table_of
from tests.needs import EVERYTHING
from tests.playing import give_up, play_on


def verified(*tables):
    out = StringIO()
    call_command("verify", *tables, stdout=out)
    return out.getvalue()


@pytest.fixture
def played(duel):
    return play_on(duel, 40)


def refusal(game):
    with pytest.raises(CommandError) as refused:
        verified(game.public_id)
    return str(refused.value)


def test_dealt_running_and_finished_games_pass(duel, alice, bob):
    over = give_up(play_on(table_of(alice, bob), 20, seed=3))
    running = play_on(table_of(alice, bob), 60, seed=4)
    lines = verified().splitlines()
    assert lines == [f"ok: {game.public_id}, {game.moves.count() - 1} moves" for game in (duel, over, running)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"short": True}, {"edition": "french", "specials": False}][: 2 if EVERYTHING else 1]
)
def test_a_whole_game_of_three_passes(alice, bob, carol, options):
    game = play_on(table_of(alice, bob, carol, options=options), 5000, seed=7)
    assert game.is_over
    assert verified(game.public_id) == f"ok: {game.public_id}, {game.moves.count() - 1} moves\n"


def test_an_open_table_has_nothing_to_verify(alice):
    table = table_of(alice, size=3)
    assert verified() == ""
    assert "no started game at" in refusal(table)
    with pytest.raises(CommandError, match="no started game at: nowhere"):
        verified("nowhere")


def test_drafts_are_ignored(duel):
    player = duel.players.get(to_move_since__isnull=False)
    card = duel.cards.filter(zone="hand", seat=player.seat).exclude(code__regex="^[a-z]").first()
    tile = duel.tiles.get(slot=0)
    play.move(player, f"play {card.code} {tile.code}", play.version_of(duel, player))
    player.refresh_from_db()
    assert player.drafts
    assert verified(duel.public_id).startswith("ok")


CARD_FAULTS = {
    "zone": {"zone": "discard"},
    "seat": {"seat": 5},
    "tile": {"tile": "jazz1"},
    "index": {"index": 77},
    "face_up": {"face_up": True},
}
TILE_FAULTS = {"zone": {"zone": "gone"}, "index": {"index": 77}, "controller": {"controller": 1}, "slot": {"slot": 9}}
OTHER_SECRET = "ab" * 32
GAME_FAULTS = {
    "facts": {"facts": {}},
    "turn": {"turn": 99},
    "outcome": {"outcome": {"winners": [0], "reason": "stalemate", "scores": [0, 0]}},
    "options": {"options": {"edition": "english", "specials": True, "short": 1}},
    "game": {"variant": "whist"},
    "seats": {"size": 3},
}


@pytest.mark.parametrize("field", CARD_FAULTS)
def test_a_wrong_card_is_found(played, field):
    card = played.cards.filter(zone="hand").first()
    played.cards.filter(pk=card.pk).update(**CARD_FAULTS[field])
    assert refusal(played).startswith(f"{played.public_id}: cards: {card.code} ")
    assert field in refusal(played)


def test_a_missing_and_an_extra_card_are_found(played):
    card = played.cards.first()
    card.delete()
    assert f"cards: {card.code}: in the replay but not stored" in refusal(played)
    card.code = "16R"
    card.save()
    assert "16R: stored but not in the replay" in refusal(played)


@pytest.mark.parametrize("field", TILE_FAULTS)
def test_a_wrong_tile_is_found(played, field):
    tile = played.tiles.filter(zone="pile").first()
    played.tiles.filter(pk=tile.pk).update(**TILE_FAULTS[field])
    assert refusal(played).startswith(f"{played.public_id}: tiles: {tile.code} {field}")


@pytest.mark.parametrize("place", GAME_FAULTS)
def test_a_wrong_game_is_found(played, place):
    Game.objects.filter(pk=played.pk).update(**GAME_FAULTS[place])
    assert refusal(played).startswith(f"{played.public_id}: {place}: ")


def test_another_secret_is_found(played):
    Game.objects.filter(pk=played.pk).update(secret=OTHER_SECRET)
    assert "move" in refusal(played)


def test_a_wrong_fact_is_named(played):
    Game.objects.filter(pk=played.pk).update(facts=played.facts | {"due": 9})
    assert "facts: due: stored 9, replayed" in refusal(played)


def test_a_wrong_status_is_found(played):
    over = give_up(played)
    Game.objects.filter(pk=over.pk).update(status="cancelled")
    assert f"{over.public_id}: status: " in refusal(over)


def test_another_entropy_is_found(played):
    played.players.filter(seat=0).update(entropy="0" * 31 + "f")
    assert "move" in refusal(played)


def test_a_player_wrongly_not_to_move_is_found(played):
    played.players.filter(to_move_since__isnull=False).update(to_move_since=None, turn_started_at=None, deadline=None)
    assert "players: seats asked for a move: stored []" in refusal(played)


def test_a_wrong_resignation_is_found(played):
    over = give_up(played)
    gone = over.players.get(resigned=True)
    over.players.filter(pk=gone.pk).update(resigned=False)
    assert f"players: resigned seats: stored [], replayed [{gone.seat}]" in refusal(over)
    over.players.update(resigned=True)
    assert "players: resigned seats: stored [0, 1]" in refusal(over)


@pytest.mark.parametrize("wrong", [{"after": 9999}, {"after": 0, "seat": 7}])
def test_an_impossible_incident_is_found(played, wrong):
    Incident.objects.create(game=played, kind="missed", **{"after": 3, "seat": 0} | wrong)
    assert "incidents: " in refusal(played)


def test_a_missing_and_a_wrong_move_are_found(played):
    move = played.moves.get(number=5)
    Move.objects.filter(pk=move.pk).update(text="play 9M nowhere")
    assert "move 5: 'play 9M nowhere' by seat" in refusal(played)
    move.delete()
    assert "move 5: not stored; the next one is number 6" in refusal(played)


def test_missing_last_moves_are_found(played):
    played.moves.filter(number__gt=20).delete()
    assert refusal(played)
    played.moves.all().delete()
    assert "deal: not stored" in refusal(played)


def test_a_wrong_event_is_found(played):
    move = played.moves.exclude(number=0).filter(text="draw").first()
    event, *others = store.read_events(move.events)
    event.private = {}
    Move.objects.filter(pk=move.pk).update(events=[store.event_to_json(each) for each in (event, *others)])
    assert f"events of move {move.number}: event 1: stored" in refusal(played)
    Move.objects.filter(pk=move.pk).update(events=["draw"])
    assert f"events of move {move.number}: event 1: stored 'draw'" in refusal(played)
    Move.objects.filter(pk=move.pk).update(events=[])
    assert f"events of move {move.number}: how many: stored 0" in refusal(played)
    Move.objects.filter(pk=move.pk).update(events={})
    assert f"events of move {move.number}: not a list" in refusal(played)


def test_a_moves_turn_is_compared(played):
    played.moves.filter(number=3).update(turn=F("turn") + 1)
    assert "move 3: turn: stored" in refusal(played)


def test_the_first_mismatch_stops_the_command(alice, bob):
    wrong = table_of(alice, bob)
    right = table_of(alice, somebody("dora"))
    wrong.cards.filter(zone="deck")[:1].get().delete()
    with pytest.raises(CommandError, match=wrong.public_id):
        verified()
    assert verified(right.public_id).startswith("ok")


def test_a_game_stored_before_thrown_cards_were_kept_passes(alice, bob):
    game = play_on(table_of(alice, bob, variant="swedish_chicago"), 6)
    del game.facts["thrown_cards"]
    Game.objects.filter(pk=game.pk).update(facts=game.facts)
    assert "ok: " in verified(game.public_id)
    Game.objects.filter(pk=game.pk).update(facts=game.facts | {"thrown_cards": [["2c"], []]})
    assert "facts: thrown_cards: stored" in refusal(game)


def test_a_game_from_before_an_option_existed_is_played_on(alice, bob):
    """Its row lacks the option, and so do the rows of tables that processes of the old version open meanwhile."""
    game = table_of(alice, bob, variant="swedish_chicago")
    older = {name: value for name, value in game.options.items() if name != "target"}
    Game.objects.filter(pk=game.pk).update(options=older)
    game = play_on(Game.objects.get(pk=game.pk), 20)
    assert verified(game.public_id).startswith("ok: ")
    assert game.options["target"] == "52"
    assert Game.objects.only("pk").get(pk=game.pk).options == game.options
