"""Plans on the site: saved, kept until they lapse, carried out after a random wait, and seen by their owner alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Game, Move, Player
from games.play.core.automatic import LATEST, SOONEST
from games.rules.contract import Illegal
from tests.cast import client_of, table_of
from tests.crazy_eights import GAME, CrazyEightsAutomation
from tests.crazy_eights.state import State
from tests.playing import act, lay_out

pytestmark = pytest.mark.django_db
SWEEP = timedelta(seconds=1)


@pytest.fixture
def eights(alice: User, bob: User) -> Game:
    """Two players, alice (seat 0) to move: she can play any club, bob (seat 1) any heart after her last club."""
    game = table_of(alice, bob, variant=GAME.engine.VARIANT)
    state = State({}, 2)
    state.piles = {"stock": ["Ks", "Qs"], "pile": ["2c"]}
    state.own["hand"] = [["3c", "4c", "Tc", "Jd"], ["5c", "4h", "Th", "6h"]]
    state.suit, state.active, state.turn = "c", 0, 1
    lay_out(game, state)
    game.cards.exclude(code__in=[piece.code for piece in state.pieces()]).delete()
    return Game.objects.get(pk=game.pk)


def seat(game: Game, number: int) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, seat=number)


def save(game: Game, number: int, *steps: str) -> Player:
    me = seat(game, number)
    play.save_plan(me, steps, play.version_of(me.game, me))
    return seat(game, number)


def move(game: Game, number: int, text: str) -> None:
    act(seat(game, number), text)


def in_time(player: Player, later: timedelta = LATEST + SWEEP) -> bool:
    with time_machine.travel(timezone.now() + later):
        return play.make_automatic_move(player.pk)


def texts(game: Game) -> list[tuple[int | None, str, str]]:
    return list(game.moves.filter(number__gt=0).values_list("seat", "text", "by"))


def steps_of(game: Game, number: int) -> Sequence[str]:
    return seat(game, number).plan.get("steps", ())


def test_a_plan_made_while_others_move_is_carried_out_in_its_turns(eights: Game) -> None:
    me = save(eights, 1, "play 5c", "play 6h")
    assert (me.plan, me.auto_at) == ({"steps": ["play 5c", "play 6h"], "seen": {"cards": 4}}, None)
    move(eights, 0, "play 3c")
    me = seat(eights, 1)
    assert SOONEST <= me.auto_at - me.turn_started_at <= LATEST
    assert not in_time(me, SOONEST - SWEEP)
    assert in_time(me)
    assert texts(eights)[-1] == (1, "play 5c", Move.By.PLAN)
    assert steps_of(eights, 1) == ["play 6h"]
    move(eights, 0, "play 4c")
    assert seat(eights, 1).auto_at is None, "a heart does not match: bob decides"
    move(eights, 1, "play 4h")
    move(eights, 0, "draw")
    assert in_time(seat(eights, 1))
    assert texts(eights)[-1] == (1, "play 6h", Move.By.PLAN)
    assert seat(eights, 1).plan == {}


def test_a_plan_saved_in_ones_own_turn_is_carried_out(eights: Game) -> None:
    me = save(eights, 0, "play Tc")
    assert me.auto_at is not None
    assert in_time(me)
    assert texts(eights) == [(0, "play Tc", Move.By.PLAN)]
    assert not in_time(me), "once"


def test_a_dropped_plan_is_not_carried_out(eights: Game) -> None:
    me = save(eights, 0, "play Tc")
    play.drop_plan(me)
    play.drop_plan(me)
    me = seat(eights, 0)
    assert (me.plan, me.auto_at) == ({}, None)
    assert not in_time(me)


def test_an_empty_plan_drops_the_earlier_one(eights: Game) -> None:
    save(eights, 0, "play Tc")
    assert save(eights, 0).plan == {}


def test_a_plan_that_comes_twice_is_saved_once(eights: Game) -> None:
    me = seat(eights, 0)
    version = play.version_of(me.game, me)
    play.save_plan(me, ["play Tc"], version)
    due = seat(eights, 0).auto_at
    play.save_plan(me, ["play Tc"], version)
    assert (steps_of(eights, 0), seat(eights, 0).auto_at) == (["play Tc"], due)


def test_the_same_steps_saved_again_depend_on_the_table_as_it_is_now(eights: Game) -> None:
    save(eights, 1, "play 6h")
    move(eights, 0, "play 3c")
    move(eights, 1, "play 5c")
    assert save(eights, 1, "play 6h").plan == {"steps": ["play 6h"], "seen": {"cards": 3}}


def test_a_plan_from_an_earlier_page_changes_nothing(eights: Game) -> None:
    me = seat(eights, 1)
    version = play.version_of(me.game, me)
    save(eights, 1, "play 6h")
    with pytest.raises(play.Stale):  # another device has saved one
        play.save_plan(me, ["play 5c"], version)
    assert steps_of(eights, 1) == ["play 6h"]
    version = play.version_of(me.game, seat(eights, 1))
    move(eights, 0, "play 3c")
    with pytest.raises(play.Stale):
        play.save_plan(me, ["play 5c"], version)


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (["play Kh"], "You don’t hold that card."),
        (["dance"], "You don’t hold that card."),
        (["play 5c"] * 21, "That plan is too long."),
        (["play 5c" + " " * 200], "That plan is too long."),
    ],
)
def test_a_bad_plan_is_refused_in_a_sentence_and_the_earlier_one_stays(
    eights: Game, bob: User, steps: list[str], says: str
) -> None:
    me = save(eights, 1, "play 6h")
    with pytest.raises(play.Refused):
        play.save_plan(me, steps, play.version_of(me.game, me))
    data = {"step": [*steps[:-1], steps[-1].replace(" " * 200, "x" * 200)], "version": play.version_of(me.game, me)}
    answer = client_of(bob).post(f"/games/{eights.public_id}/plan/", data)
    assert answer.status_code == 422
    if "x" not in data["step"][-1]:
        assert says in answer.content.decode()
    assert steps_of(eights, 1) == ["play 6h"]


def test_a_move_carries_a_plan_for_what_follows(eights: Game) -> None:
    me = seat(eights, 0)
    version = play.version_of(me.game, me)
    for _twice in range(2):
        play.move(me, "play 3c", version, plan=["play 4c"])
    assert texts(eights) == [(0, "play 3c", Move.By.PLAYER)]
    assert steps_of(eights, 0) == ["play 4c"]
    with pytest.raises(play.Stale):
        play.move(me, "play 3c", version, plan=["play Tc"])
    move(eights, 1, "play 5c")
    assert in_time(seat(eights, 0))
    assert texts(eights)[-1] == (0, "play 4c", Move.By.PLAN)


def test_a_move_with_a_bad_plan_is_not_made(eights: Game) -> None:
    me = seat(eights, 0)
    with pytest.raises(play.WrongMove):
        play.move(me, "play 3c", play.version_of(me.game, me), plan=["play 3c"])
    assert texts(eights) == []
    assert steps_of(eights, 0) == ()


def test_the_last_move_of_a_game_needs_no_plan(eights: Game) -> None:
    eights.cards.filter(seat=0).exclude(code="3c").update(seat=1)
    me = seat(eights, 0)
    game = play.move(me, "play 3c", play.version_of(me.game, me), plan=["play 4c"]).game
    assert game.is_over
    assert steps_of(game, 0) == ()


def test_forms_save_and_drop_a_plan(eights: Game, bob: User) -> None:
    client, me = client_of(bob), seat(eights, 1)
    data = {"step": ["play 5c", "", " play  6h "], "version": play.version_of(me.game, me)}
    answer = client.post(f"/games/{eights.public_id}/plan/", data)
    assert (answer.status_code, answer.headers["Location"]) == (303, eights.get_absolute_url())
    assert steps_of(eights, 1) == ["play 5c", "play 6h"]
    assert client.post(f"/games/{eights.public_id}/plan/", {"step": "play 6h"}).status_code == 422
    assert client.post(f"/games/{eights.public_id}/plan/drop/").status_code == 303
    assert steps_of(eights, 1) == ()


def test_a_move_form_carries_a_plan(eights: Game, alice: User) -> None:
    me = seat(eights, 0)
    data = {"move": "play 3c", "then": ["play 4c", ""], "version": play.version_of(me.game, me)}
    assert client_of(alice).post(f"/games/{eights.public_id}/move/", data).status_code == 303
    assert steps_of(eights, 0) == ["play 4c"]


def test_what_is_left_of_a_plan_is_made_at_once_and_once(eights: Game, alice: User) -> None:
    me, client = seat(eights, 0), client_of(alice)
    data = {"step": ["play Tc"], "now": "1", "version": play.version_of(me.game, me)}
    for press in ("first", "second"):
        answer = client.post(f"/games/{eights.public_id}/plan/", data)
        assert (answer.status_code, answer.headers.get("Location")) == (303, eights.get_absolute_url()), press
    assert texts(eights) == [(0, "play Tc", Move.By.PLAN)]
    with pytest.raises(play.Stale):
        play.save_plan(me, ["play 3c"], data["version"], now=True)


def test_a_repeated_request_whose_first_ended_the_game_is_answered_like_the_first(eights: Game) -> None:
    eights.cards.filter(seat=0).exclude(code="Tc").update(seat=1)
    me = seat(eights, 0)
    version = play.version_of(me.game, me)
    for _press in range(2):
        assert play.save_plan(me, ["play Tc"], version, now=True).game.is_over
    with pytest.raises(play.Over):
        play.save_plan(me, ["draw"], version, now=True)


def test_a_game_without_plans_says_so(eights: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(CrazyEightsAutomation, "new_plan")
    with pytest.raises(play.Refused) as refused:
        save(eights, 0, "play Tc")
    assert str(refused.value.message) == "You can’t plan ahead in this game."


def test_nobody_else_has_a_way_to_save_or_drop_it(eights: Game, carol: User) -> None:
    save(eights, 0, "play Tc")
    for what in ("plan", "plan/drop"):
        answer = client_of(carol).post(f"/games/{eights.public_id}/{what}/", {"step": "play Tc", "version": "1"})
        assert answer.status_code == 404
    assert steps_of(eights, 0) == ["play Tc"]


def test_only_its_owner_reads_in_the_log_that_a_plan_made_a_move(eights: Game, alice: User, bob: User) -> None:
    assert in_time(save(eights, 0, "play Tc"))
    log = f"/games/{eights.public_id}/log/"
    assert "by your plan" in client_of(alice).get(log).content.decode()
    for other in (client_of(bob), client_of()):
        assert "by your plan" not in other.get(log).content.decode()


def test_a_plan_rests_while_another_plays_and_goes_on_where_it_still_holds(
    eights: Game, alice: User, carol: User
) -> None:
    save(eights, 0, "play 4c", "play Tc")
    for facts in ({"stand_in": "computer"}, {"stand_in": "friend", "friend": carol}):
        Player.objects.filter(game=eights, seat=0).update(**facts)
        me = seat(eights, 0)
        assert not in_time(me)
        for change in (lambda me: play.drop_plan(me), lambda me: play.save_plan(me, ["play 3c"], "0.0")):
            with pytest.raises(play.Replaced):
                change(me)
        with pytest.raises(play.Refused):
            play.move(me, "play 4c", play.version_of(me.game, me), me.mover, plan=["play Tc"])
    assert texts(eights) == []
    act(seat(eights, 0), "play 4c", carol)
    play.take_back(seat(eights, 0), alice)
    assert steps_of(eights, 0) == ["play Tc"], "the card that the friend played is no longer planned"
    move(eights, 1, "play 5c")
    assert in_time(seat(eights, 0))
    assert texts(eights)[-1] == (0, "play Tc", Move.By.PLAN)


def test_a_friend_in_the_seat_sees_no_sign_of_the_plan(eights: Game, carol: User) -> None:
    Player.objects.filter(game=eights, seat=0).update(stand_in="friend", friend=carol)
    address = eights.get_absolute_url()
    before = client_of(carol).get(address).content
    Player.objects.filter(game=eights, seat=0).update(plan={"steps": ["play Tc"], "seen": {"cards": 4}})
    me = seat(eights, 0)
    assert play.version_of(me.game, me).endswith(".0")
    assert len(client_of(carol).get(address).content) == len(before)


def test_a_seat_that_is_lost_loses_its_plan(alice: User, bob: User) -> None:
    game = table_of(alice, bob, variant=GAME.engine.VARIANT, absence="lost", free_misses=0)
    Player.objects.filter(game=game).update(plan={"steps": ["dance"], "seen": {}})
    me = Player.objects.get(game=game, to_move_since__isnull=False)
    Player.objects.filter(pk=me.pk).update(deadline=timezone.now(), auto_at=None)
    assert play.time_up(me.pk)
    assert Player.objects.get(pk=me.pk).plan == {}


def test_a_plan_is_made_before_a_deadline_is_missed(eights: Game) -> None:
    me = save(eights, 0, "play Tc")
    Player.objects.filter(pk=me.pk).update(deadline=timezone.now(), auto_at=None)
    assert play.time_up(me.pk)
    assert texts(eights) == [(0, "play Tc", Move.By.PLAN)]
    assert seat(eights, 0).misses == 0


def test_resigning_ends_ones_own_plan_and_keeps_the_others(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol, variant=GAME.engine.VARIANT)
    for number in range(3):
        card = game.cards.filter(zone="hand", seat=number).exclude(code__startswith="8").earliest("pk")
        save(game, number, f"play {card.code}")
    play.resign(seat(game, 0), None)
    assert [len(steps_of(game, number)) for number in range(3)] == [0, 1, 1]


def test_a_pause_keeps_the_plan_and_restarts_the_wait(eights: Game) -> None:
    save(eights, 0, "play Tc")
    for kind, is_paused in (("pause", True), ("resume", False)):
        vote = play.propose(seat(eights, 0), kind)
        play.cast(seat(eights, 1), vote.pk, True)
        me = seat(eights, 0)
        assert (me.auto_at is None) == is_paused
        if is_paused:
            assert not in_time(me)
            assert save(eights, 0, "play 4c").auto_at is None, "a plan may be changed meanwhile"
            with pytest.raises(play.Paused):
                play.save_plan(me, ["play 4c"], play.version_of(me.game, seat(eights, 0)), now=True)
    assert in_time(seat(eights, 0))
    assert texts(eights) == [(0, "play 4c", Move.By.PLAN)]


def test_a_game_that_moderators_stop_and_reopen_goes_on_with_its_plans(eights: Game) -> None:
    save(eights, 0, "play Tc")
    play.stop_game(eights)
    assert not in_time(seat(eights, 0))
    with pytest.raises(play.Over):
        play.save_plan(seat(eights, 0), ["play 4c"], "0.0")
    play.reopen_game(Game.objects.get(pk=eights.pk))
    assert in_time(seat(eights, 0))
    assert texts(eights) == [(0, "play Tc", Move.By.PLAN)]


def test_a_game_that_ends_without_a_result_keeps_no_plans(eights: Game) -> None:
    save(eights, 0, "play Tc")
    vote = play.propose(seat(eights, 0), "cancel")
    play.cast(seat(eights, 1), vote.pk, True)
    assert seat(eights, 0).plan == {}


def test_a_plan_that_newer_rules_cannot_read_lapses_and_stops_nobody(
    eights: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(eights, 1, "play 5c")

    def unreadable(_automation: object, _view: object, _plan: object) -> None:
        raise Illegal("not_legal", "3")

    monkeypatch.setattr(CrazyEightsAutomation, "remaining_plan", unreadable)
    move(eights, 0, "play 3c")
    assert seat(eights, 1).plan == {}


def test_a_record_of_a_running_game_holds_no_plan(eights: Game, alice: User) -> None:
    save(eights, 0, "play Tc")
    for client in (client_of(alice), client_of()):
        assert "play Tc" not in client.get(f"/games/{eights.public_id}/record/").content.decode()
