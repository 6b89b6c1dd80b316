"""The write path: moves, drafts, commits, undo, refusals, resigning, notices."""

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from games import play
from games.computers import players as bots
from games.core import store
from games.models import Game, Move, Notice, NotificationKind, Player
from games.play.core.commit import make
from games.play.core.locked import locked
from games.play.core.turns import last_drafted
from tests.cast import somebody, table_of
from tests.playing import lay_out, play_on
from tests.rules.chicago_poker.tables import table

pytestmark = pytest.mark.both


def asked(game):
    return Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)


def legal(player):
    state = play.drafted(store.load(player.game).state, player)
    return state.legal_moves(player.seat)


def act(player, text):
    player = Player.objects.select_related("game").get(pk=player.pk)
    return play.move(player, text, play.version_of(player.game, player)).game


def fresh(player):
    return Player.objects.select_related("game").get(pk=player.pk)


def gangster(player):
    return next(move for move in legal(player) if move.startswith("play"))


def test_a_full_table_is_dealt_and_a_player_is_to_move(duel):
    assert duel.is_running
    assert duel.cards.count() == 81
    assert duel.tiles.count() == 20
    assert duel.moves.get().number == 0
    assert asked(duel).deadline - asked(duel).turn_started_at == duel.terms.turn


def test_a_draw_is_committed_at_once_and_ends_the_first_turn(duel):
    first = asked(duel)
    act(first, "draw")
    texts = list(duel.moves.values_list("text", "by"))
    assert texts[1:] == [("draw", "player"), ("end", "form")]
    assert asked(duel).pk != first.pk


def test_a_played_gangster_is_a_draft_hidden_from_others(duel):
    me = asked(duel)
    text = gangster(me)
    act(me, text)
    assert fresh(me).drafts == [text]
    assert duel.moves.count() == 1
    other = duel.players.exclude(pk=me.pk).get()
    assert all(not column for business in store.load(duel).state.view(other.seat).street for column in business.columns)
    mine = play.drafted(store.load(duel).state, fresh(me)).view(me.seat)
    assert sum(len(column) for business in mine.street for column in business.columns) == 1


def test_of_several_drafts_the_last_one_is_told(duel):
    act(asked(duel), "draw")  # the first turn has one action
    me = asked(duel)
    for _number in range(2):
        act(me, gangster(fresh(me)))
    me = fresh(me)
    first, second = (text.split()[1] for text in me.drafts)
    (event,) = last_drafted(store.load(me.game).state, me)
    assert second in str(event)
    assert first not in str(event)


def test_undo_takes_the_last_draft_back(duel):
    me = asked(duel)
    act(me, gangster(me))
    me = fresh(me)
    assert me.auto_at is not None
    play.undo(me, play.version_of(me.game, me))
    assert fresh(me).drafts == []
    assert fresh(me).auto_at is None
    with pytest.raises(play.NothingToUndo, match="you haven’t done anything this turn"):
        play.undo(fresh(me), play.version_of(me.game, fresh(me)))


def test_a_move_that_revealed_something_can_not_be_undone(duel):
    act(asked(duel), "draw")  # the first turn has one action
    me = asked(duel)
    act(me, "draw")
    me = fresh(me)
    with pytest.raises(play.NothingToUndo, match="it revealed something hidden"):
        play.undo(me, play.version_of(me.game, me))


def test_end_commits_the_drafts_before_it(duel):
    me = asked(duel)
    text = gangster(me)
    act(me, text)
    act(me, "end")
    assert list(duel.moves.values_list("number", "seat", "text"))[1:] == [(1, me.seat, text), (2, me.seat, "end")]
    assert fresh(me).drafts == []


def test_a_turn_with_drafts_ends_by_itself_after_two_minutes(duel):
    me = asked(duel)
    act(me, gangster(me))
    assert not play.make_automatic_move(me.pk)
    with time_machine.travel(timezone.now() + timedelta(minutes=2, seconds=1)):
        assert play.make_automatic_move(me.pk)
        assert not play.make_automatic_move(me.pk)
    assert duel.moves.last().text == "end"


def test_a_turn_is_ended_automatically_at_its_due_time(duel):
    me = asked(duel)
    act(me, gangster(me))
    due = timezone.now().replace(microsecond=0) + timedelta(minutes=2)
    Player.objects.filter(pk=me.pk).update(auto_at=due)
    with time_machine.travel(due - timedelta(microseconds=1), tick=False):
        assert not play.make_automatic_move(me.pk)
    with time_machine.travel(due, tick=False):
        assert play.make_automatic_move(me.pk)


def test_drafts_committed_under_the_same_lock_are_no_longer_drafts(duel):
    """The row is compared with the last written state, not with the loaded state."""
    me = Player.objects.get(game=duel, to_move_since__isnull=False)
    with locked(duel.pk) as game:
        mine = game.player(me.pk)
        make(game, mine, next(text for text in game.state.legal_moves(mine.place) if text.startswith("play")))
        assert Player.objects.get(pk=me.pk).drafts == mine.drafts != []
        make(game, mine, "end")
    assert Player.objects.get(pk=me.pk).drafts == []


def test_undoing_stops_the_turn_from_ending_by_itself(duel):
    me = asked(duel)
    act(me, gangster(me))
    me = fresh(me)
    play.undo(me, play.version_of(me.game, me))
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        assert not play.make_automatic_move(me.pk)


def test_a_stale_page_changes_nothing(duel):
    me = asked(duel)
    with pytest.raises(play.Stale) as refused:
        play.move(me, "draw", "0.0")
    assert refused.value.status == 409
    assert duel.moves.count() == 1


def test_a_double_click_is_idempotent(duel):
    me = asked(duel)
    version = play.version_of(me.game, me)
    play.move(me, "draw", version)
    play.move(fresh(me), "draw", version)
    assert duel.moves.filter(text="draw").count() == 1


def test_a_double_click_on_the_move_that_ends_the_game_is_idempotent(alice, bob):
    game, rng = play_on(table_of(alice, bob, variant="swedish_chicago"), 150), Random(1)
    while Game.objects.get(pk=game.pk).is_running:
        me = asked(game)
        version, text = play.version_of(me.game, me), rng.choice(legal(me))
        play.move(me, text, version)
    made = game.moves.count()
    assert play.move(fresh(me), text, version).game.is_over
    assert game.moves.count() == made
    with pytest.raises(play.Over):
        play.move(fresh(me), text, f"{version}0")


def test_a_double_click_on_a_draft_plays_one_card(duel):
    me = asked(duel)
    version, text = play.version_of(me.game, me), gangster(me)
    play.move(me, text, version)
    play.move(fresh(me), text, version)
    assert fresh(me).drafts == [text]


def test_a_version_identifies_its_drafts(duel):
    me = asked(duel)
    one, other = [move for move in legal(me) if move.startswith("play")][:2]
    act(me, one)
    seen = play.version_of(me.game, fresh(me))
    play.undo(fresh(me), seen)
    act(me, other)
    with pytest.raises(play.Stale):
        play.move(fresh(me), "end", seen)


def test_out_of_turn_is_refused(duel):
    other = duel.players.exclude(pk=asked(duel).pk).get()
    with pytest.raises(play.NotYourTurn) as refused:
        act(other, "draw")
    assert refused.value.status == 409


@pytest.mark.parametrize("text", ["play 99X speakeasy1", "dance", "play", "raid nowhere 1", "end now", "🂡", "-" * 100])
def test_an_illegal_move_changes_nothing(duel, text):
    before = list(duel.cards.order_by("pk").values())
    with pytest.raises(play.WrongMove) as refused:
        act(asked(duel), text)
    assert refused.value.status == 422
    assert refused.value.illegal.paragraph
    assert list(duel.cards.order_by("pk").values()) == before
    assert duel.moves.count() == 1


def test_another_players_card_is_refused_like_one_that_does_not_exist(duel):
    me = asked(duel)
    theirs = duel.cards.filter(zone="hand").exclude(seat=me.seat).exclude(code__regex="^[a-z]").first()
    deck = duel.cards.filter(zone="deck").exclude(code__regex="^[a-z]").first()
    tile = duel.tiles.get(slot=0).code
    refusals = []
    for code in (theirs.code, deck.code):
        with pytest.raises(play.WrongMove) as refused:
            act(me, f"play {code} {tile}")
        refusals.append((refused.value.illegal.code, refused.value.illegal.paragraph))
    assert refusals[0] == refusals[1]


def test_resigning_a_duel_ends_it(duel):
    me = asked(duel)
    play.resign(me, play.version_of(me.game, me))
    duel.refresh_from_db()
    assert duel.is_over
    assert duel.outcome == {"winners": [1 - me.seat], "reason": "resignation", "scores": [0, 0]}
    with pytest.raises(play.Over) as refused:
        act(me, "draw")
    assert refused.value.status == 409
    assert not Player.objects.filter(game=duel, to_move_since__isnull=False).exists()


def test_resigning_out_of_turn_leaves_the_others_drafts(alice, bob, carol):
    game = table_of(alice, bob, carol)
    me = asked(game)
    text = gangster(me)
    act(me, text)
    quitter = game.players.exclude(pk=me.pk).first()
    play.move(quitter, "resign", play.version_of(quitter.game, quitter))
    assert fresh(me).drafts == [text]
    assert list(game.moves.values_list("text", flat=True))[1:] == ["resign"]
    act(me, "end")


def test_a_turn_enqueues_one_notice_to_the_player_to_move(duel):
    me = asked(duel)
    assert Notice.objects.filter(player=me, kind=NotificationKind.TURN).count() == 1
    act(me, "draw")
    other = asked(duel)
    assert Notice.objects.filter(player=other, kind=NotificationKind.TURN, data__asked=other.to_move_since).count() == 1


@pytest.mark.slow
def test_two_computers_play_to_the_end(alice):
    game = play_on(table_of(alice, bots=("steady", "steady")), 150)
    assert game.is_running
    while not Game.objects.get(pk=game.pk).is_over:
        bots.move_all(game.pk)
        me = Player.objects.select_related("game").get(game=game, user=alice)
        if me.to_move_since is not None:
            act(me, sorted(legal(me))[-1] if "end" not in legal(me) else "end")
    game.refresh_from_db()
    assert game.outcome["reason"]
    assert game.finished_at is not None
    assert list(game.moves.values_list("number", flat=True)) == list(range(game.moves.count()))


def test_events_of_moves_are_stored_with_their_paragraphs(duel):
    act(asked(duel), "draw")
    events = [event for move in Move.objects.filter(game=duel) for event in store.read_events(move.events)]
    kinds = [event.kind for event in events]
    assert kinds[0] == "dealt"
    assert "drew" in kinds
    assert all(event.paragraph for event in events)


def test_loading_gives_the_state_that_was_saved(duel):
    for _number in range(12):
        me = asked(duel)
        act(me, sorted(legal(me))[0])
    loaded = store.load(Game.objects.get(pk=duel.pk))
    again = loaded.state.restore(duel.options, duel.size, loaded.state.pieces(), loaded.state.facts())
    assert again.position() == loaded.state.position()


def test_a_player_with_two_tables_gets_a_notice_for_each(bob):
    alice = somebody("alice2")
    one, two = table_of(alice, bob), table_of(alice, bob)
    act(asked(one), "draw")
    assert asked(two).to_move_since == 0


def test_a_player_whose_turn_ends_in_a_tie_gets_another_turn(duel):
    tie = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C"], "jazz1": ["", ""]}
    lay_out(duel, table(["2S", "4S"], tie, active=0, due=0))
    alice, bob = duel.players.order_by("seat")
    act(alice, "end")
    alice, bob = fresh(alice), fresh(bob)
    number = duel.moves.order_by("number").last().number
    assert (alice.to_move_since, bob.to_move_since) == (number, number)
    assert alice.last_turn_end == number
    assert Notice.objects.filter(kind=NotificationKind.TURN).count() == 2


def test_an_answer_to_a_tie_sends_no_further_notices(alice, bob, carol):
    game = table_of(alice, bob, carol)
    tie = {"brewery1": ["1M 3C 5M 7M 9M", "1C 3M 5C 7C 9C", "1S 3S 5S 7F 9S"], "jazz1": ["", "", ""]}
    lay_out(game, table(["2S", "4S", "6S"], tie, active=2, due=0))
    players = list(game.players.order_by("seat"))
    act(players[2], "end")
    asked_since = fresh(players[1]).to_move_since
    act(players[0], "send 2S")
    assert fresh(players[0]).to_move_since is None
    assert fresh(players[1]).to_move_since == asked_since
    assert Notice.objects.filter(player=players[1], kind=NotificationKind.TURN).count() == 1
