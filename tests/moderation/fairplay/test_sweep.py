"""Each kind of hint, in a scenario that causes it and in a similar one that must not."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from django.utils import timezone

from accounts.models import ConnectionTrace, Restriction
from games.core.store import event_to_json
from games.models import Hint, Move, Notice, Player, Report, Turn
from games.moderation.fairplay import collusion, descriptions, early_resignations, shared_devices, slow_play, sweep
from games.moderation.fairplay.findings import at_least, at_most
from games.rules.contract import Event
from tests.cast import somebody
from tests.stats.histories import HOUR, over, stopped

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATELY = {"started_at": NOW - timedelta(days=3), "finished_at": NOW - timedelta(days=1)}


def seen(user, device="", network="net", days=(0,)):
    for ago in days:
        at = NOW - timedelta(days=ago)
        ConnectionTrace.objects.create(user=user, device=device, network=network, day=at.date(), last_at=at)


def told():
    """Return the kind, names and sentences of each hint."""
    sweep.look(NOW)
    return [(hint.kind, " ".join(descriptions.sentences(hint))) for hint in Hint.objects.order_by("kind")]


def test_one_device_at_one_table(alice, bob, carol):
    game = over(alice, bob, carol, **LATELY)
    seen(alice, "phone", "home", days=(1, 2, 3))
    seen(bob, "phone", "work", days=(1,))
    seen(carol, "laptop", "train")
    [(kind, words)] = told()
    assert kind == "device"
    assert "alice was seen there on 3 days. bob was seen there on 1 day." in words
    hint = Hint.objects.get()
    assert {hint.about, hint.other} == {alice, bob} and [*hint.games.all()] == [game]
    assert hint.expires_at == NOW + timedelta(days=29)
    assert "phone" not in str(hint.evidence)


def test_one_shared_network_is_a_weak_hint(alice, bob):
    over(alice, bob, **LATELY)
    seen(alice, "phone", "home")
    seen(bob, "laptop", "home")
    [(kind, words)] = told()
    assert kind == "network" and "On its own it says little." in words


def test_sharing_without_a_common_table_or_long_ago_is_nothing(alice, bob, carol):
    over(alice, carol, **LATELY)
    over(alice, bob, started_at=NOW - timedelta(days=99), finished_at=NOW - timedelta(days=40))
    stopped(alice, bob, **LATELY)
    for person in (alice, bob):
        seen(person, "phone", "home")
    seen(carol, "phone", "home", days=(31,))
    assert told() == []


def test_browsers_without_a_cookie_share_no_device(alice, bob):
    over(alice, bob, **LATELY)
    seen(alice, "", "home")
    seen(bob, "", "work")
    assert told() == []


def test_a_network_shared_by_many_is_no_hint(alice, bob):
    over(alice, bob, **LATELY)
    for person in (alice, bob, *(somebody(f"pupil{number}") for number in range(shared_devices.MOST - 1))):
        seen(person, f"phone-{person.pk}", "school")
    assert told() == []


def strike(game, numbers, by, at, times):
    """Store public moves in which ``by`` liquidates cards of ``at``, ``times`` times."""
    details = {"business": "speakeasy3", "target": at, "card": "9M", "was_up": True}
    event = event_to_json(Event("liquidated", "5.2", by, details))
    for _each in range(times):
        Move.objects.create(game=game, number=next(numbers), seat=by, text="liquidation", events=[event])


def test_two_who_never_strike_each_other(alice, bob, carol):
    game = over(alice, bob, carol, winners=(2,), **LATELY)
    numbers = count(1)
    strike(game, numbers, 0, 2, 14)
    strike(game, numbers, 1, 2, 9)
    strike(game, numbers, 2, 0, 6)
    strike(game, numbers, 2, 1, 6)
    [(kind, words)] = told()
    assert kind == "sparing"
    assert "alice has struck 14 times, 0 of them against bob; 7 would be usual." in words
    assert "once in 8388608" in words or "less than once in a million" in words
    assert {Hint.objects.get().about, Hint.objects.get().other} == {alice, bob}


def test_random_or_rare_attacks_are_no_hint(alice, bob, carol):
    game = over(alice, bob, carol, winners=(2,), **LATELY)
    numbers = count(1)
    for by in range(3):
        for at in {0, 1, 2} - {by}:
            strike(game, numbers, by, at, 10)
    few = over(*(somebody(name) for name in ("dan", "eve", "fred")), winners=(2,), **LATELY)
    strike(few, numbers, 0, 2, collusion.STRIKES - 1)
    assert told() == []


def test_attacks_after_a_resignation_are_no_hint(alice, bob, carol):
    game = over(alice, bob, carol, winners=(2,), **LATELY)
    numbers = count(1)
    Move.objects.create(game=game, number=next(numbers), seat=1, text="resign")
    strike(game, numbers, 0, 2, 40)
    assert told() == []


def test_strikes_of_a_computer_count_for_no_player(alice, bob, carol):
    game = over(alice, bob, carol, winners=(2,), **LATELY)
    strike(game, count(1), 0, 2, 40)
    Move.objects.update(by=Move.By.COMPUTER)
    assert told() == []


def circle(name):
    return [somebody(f"{name}{number}") for number in range(4)]


def test_one_of_two_always_wins_when_both_play(alice, bob):
    others, strangers = circle("other"), circle("stranger")
    for number in range(12):
        over(alice, bob, *others, winners=(number % 2,), **LATELY)
    for person in (alice, bob):
        for _each in range(collusion.APART):
            over(person, *strangers, winners=(1,), **LATELY)
    [(kind, words)] = told()
    assert kind == "winning" and "One of them has won 12 of these games; 4 would be usual." in words
    assert Hint.objects.get().about == alice


def test_two_strong_players_and_those_who_only_play_together_are_not_accused(alice, bob):
    others, strangers = circle("other"), circle("stranger")
    for number in range(12):
        over(alice, bob, *others, winners=(number % 2,), **LATELY)
    assert told() == []
    for person in (alice, bob):
        for _each in range(6):
            over(person, *strangers, winners=(0,), **LATELY)
    assert told() == []


def duels(winner, loser, times, turn, resigned=True):
    for _each in range(times):
        game = over(winner, loser, rated=True, turn=turn, **LATELY)
        Player.objects.filter(game=game, user=loser).update(resigned=resigned)


def test_losing_on_purpose_is_a_hint(alice, bob, carol):
    duels(alice, bob, 6, turn=4)
    duels(carol, bob, 6, turn=40, resigned=False)
    [(kind, words)] = told()
    assert kind == "yielding"
    assert "bob has resigned early in 6 of 6 rated two-player games against alice." in words
    assert "Against others it was 0 of 6 games." in words


def test_resigning_late_or_to_everyone_is_no_hint(alice, bob, carol, charlie):
    duels(alice, bob, 6, turn=30)
    duels(carol, bob, 6, turn=40, resigned=False)
    assert told() == []
    duels(alice, charlie, 6, turn=4)
    duels(carol, charlie, 6, turn=4)
    assert told() == []


def turns(user, rival, hours, *, won, missed=0):
    """Return a game with these turns, the last ``missed`` of them too late."""
    game = over(user, rival, winners=(0 if won else 1,), clock="turn", pace_hours=10, **LATELY)
    player = game.players.get(user=user)
    for number, each in enumerate(hours):
        at = LATELY["started_at"] + number * 11 * HOUR
        late = number >= len(hours) - missed
        Turn.objects.create(
            player=player, user=user, to_move_since=number, started_at=at, done_at=at + each * HOUR, missed=late
        )


def test_stalling_when_losing_is_a_hint(alice, bob):
    for _each in range(3):
        turns(alice, bob, [1] * 6 + [9] * 4 + [11], won=False, missed=1)
        turns(alice, bob, [1] * 8, won=True)
    [(kind, words)] = told()
    assert kind == "stalling"
    assert "alice used nearly all of the allowed time, or more, in 15 of 15 turns." in words
    assert "In other turns it was 0 of 42. 3 deadlines were missed there." in words


def test_who_is_always_slow_or_seldom_loses_is_not_accused(alice, bob, carol):
    for _each in range(4):
        turns(alice, bob, [9] * 10, won=False)
        turns(carol, bob, [1] * 10, won=False)
    for _each in range(2):
        turns(bob, alice, [1] * 5 + [9] * 5, won=False)
    assert told() == []


def test_a_pause_counts_against_no_player(alice, bob):
    for _each in range(4):
        turns(alice, bob, [1] * 6 + [50] * 5, won=False)
    assert told() == []


def test_hints_expire_after_thirty_days_and_the_sweep_is_idempotent(alice, bob):
    over(alice, bob, **LATELY)
    seen(alice, "phone")
    seen(bob, "phone")
    assert told() == told() != []
    sweep.look(NOW + timedelta(days=29))
    assert Hint.objects.count() == 1
    sweep.look(NOW + timedelta(days=31))
    assert not Hint.objects.exists()


def test_a_dismissed_hint_is_not_created_again(alice, bob, moderator):
    over(alice, bob, **LATELY)
    seen(alice, "phone")
    seen(bob, "phone")
    sweep.look(NOW)
    Hint.objects.update(aside_at=NOW, aside_by=moderator, reason="brothers")
    seen(bob, "phone", days=(1,))
    sweep.look(NOW + timedelta(hours=6))
    hint = Hint.objects.get()
    assert hint.reason == "brothers" and hint.evidence == {"days": [1, 1]}


def test_a_hint_has_no_automatic_consequence(alice, bob, django_assert_max_num_queries):
    over(alice, bob, **LATELY)
    seen(alice, "phone")
    seen(bob, "phone")
    with django_assert_max_num_queries(30):
        sweep.look(NOW)
    assert Hint.objects.count() == 1
    assert not Notice.objects.exists() and not Restriction.objects.exists() and not Report.objects.exists()


@pytest.mark.parametrize(("hits", "likely", "least", "most"), [(0, [0.5] * 3, 1, 0.125), (3, [0.5] * 3, 0.125, 1)])
def test_chances_are_the_binomial_ones(hits, likely, least, most):
    assert at_least(hits, likely) == pytest.approx(least)
    assert at_most(hits, likely) == pytest.approx(most)
    assert at_least(1, [0.2, 0.5]) == pytest.approx(0.6)


def test_every_detector_finds_nothing_without_games(db):
    for module in (shared_devices, collusion, early_resignations, slow_play):
        assert [*module.find(NOW)] == []
