"""The simulated waits of games over days."""

from lab import waits
from lab.waits import Scenario, course

SWEDISH = Scenario("swedish_chicago", 3)


def test_one_after_the_other_everybody_waits_for_everybody():
    played = course(SWEDISH, 8, 1)
    assert played.chain == played.visits > 50
    assert played.deals > 3


def test_together_fewer_visits_wait_for_each_other():
    one_by_one, together = course(SWEDISH, 8, 1), course(SWEDISH._replace(options={"together": True}), 8, 1)
    assert together.chain / together.deals < 0.8 * one_by_one.chain / one_by_one.deals
    assert together.chain < together.visits


def test_standing_orders_take_no_visit():
    every = course(SWEDISH, 8, 1)
    ordered = course(SWEDISH._replace(orders=waits.ANNOUNCE_BEST), 8, 1)
    assert ordered.visits / ordered.deals < 0.8 * every.visits / every.deals


def test_with_plans_one_visit_decides_a_whole_phase():
    together = SWEDISH._replace(options={"together": True})
    every, planned = course(together, 8, 1), course(together._replace(plans=True), 8, 1)
    assert planned.visits / planned.deals <= 4 * SWEDISH.seats < every.visits / every.deals
    assert planned.chain / planned.deals <= 6


def test_a_game_takes_as_many_days_as_its_answers():
    assert course(SWEDISH, 24, 1).days > 2 * course(SWEDISH, 8, 1).days > 4 * course(SWEDISH, 1, 1).days


def test_a_turn_of_many_revolvers_ends():
    assert course(Scenario("chicago_poker", 6), 8, 6).visits < 1000


def test_nobody_answers_at_night():
    assert waits.awake(21.5, zone=0) == 21.5
    assert waits.awake(21.5, zone=2) == 29
    assert waits.awake(22, zone=0) == waits.awake(30, zone=0) == 31
    assert waits.awake(26, zone=-5) == 26


def test_a_row_lists_means_and_settings():
    scenario = SWEDISH._replace(options={"together": True}, orders=waits.ONLY_MOVE)
    cells = waits.row(scenario, games=1, jobs=1).split(" | ")
    assert cells[1:4] == ["3", "together=true", "only_move=make"]
    assert cells[4] == "–"
    assert int(cells[6]) in range(100, 400)
