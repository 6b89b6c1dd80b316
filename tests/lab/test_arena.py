"""The arena: duplicate deals, repeatable results, and correct confidence intervals."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from games.computers.search import Budget
from games.rules import RULES
from lab import arena, ladder
from lab.arena import Deal, Match, Result, decided, described, main, played

OPTIONS = {
    variant: {option.name: option.default for option in rules.engine.OPTIONS} for variant, rules in RULES.items()
}


def match(first: str, second: str, seats: int = 2, game: str = "chicago_poker") -> Match:
    return Match(game, OPTIONS[game], seats, first, second)


def result(*scores: tuple[float, float]) -> Result:
    return Result(2, tuple(Deal(each, 2, ((0.1,), (0.2,))) for each in scores))


def test_a_player_against_itself_wins_each_deal_from_one_seat() -> None:
    for number in range(3):
        assert sum(played(match("quick", "quick"), number).scores) == 1


def test_a_deal_is_repeatable() -> None:
    assert played(match("quick", "random"), 4).scores == played(match("quick", "random"), 4).scores


def test_two_processes_play_the_same_deals_as_one() -> None:
    by_jobs = {jobs: [*arena.results(match("quick", "random"), 8, jobs, first_deal=5)][-1] for jobs in (1, 2)}
    assert [deal.scores for deal in by_jobs[2].deals] == [deal.scores for deal in by_jobs[1].deals]
    assert len(by_jobs[2].deals) == 4


def test_everybody_meets_in_every_seat() -> None:
    deal = played(match("quick", "random", seats=3), 1)
    assert len(deal.scores) == 3
    assert deal.moves == len(deal.seconds[0]) + len(deal.seconds[1])


def test_plans_cost_the_quick_policy_little() -> None:
    planned = Match("swedish_chicago", OPTIONS["swedish_chicago"], 2, "plan:quick", "quick")
    *_, last = arena.results(planned, 40, 1)
    least, most = last.loss_a_hand
    assert least < 0.01 and least < most
    assert "loss a hand" in described(planned, last)
    assert sum(deal.hands for deal in last.deals) > 40 * 4


def test_the_quick_policy_beats_chance() -> None:
    scores = [score for number in range(10) for score in played(match("quick", "random"), number).scores]
    assert sum(scores) >= 19


def test_the_interval_is_of_deals_as_both_games_of_one_share_their_luck() -> None:
    even = result(*[(1.0, 0.0)] * 50)
    assert even.score == 0.5
    assert even.error < 0.01
    uneven = result(*[(1.0, 1.0), (0.0, 0.0)] * 25)
    assert uneven.error > 0.05


def test_the_sequential_test_stops_when_it_is_clear() -> None:
    assert decided(result(*[(1.0, 1.0)] * 3), 0.5, 0.55) is None
    assert decided(result(*[(1.0, 1.0), (1.0, 0.0)] * 20), 0.5, 0.55) == "high"
    assert decided(result(*[(0.0, 0.0), (1.0, 0.0)] * 20), 0.5, 0.55) == "low"
    assert decided(result(*[(1.0, 0.0), (1.0, 1.0), (0.0, 0.0)] * 4), 0.5, 0.55) is None


@pytest.mark.parametrize("name", ["", "nobody", "search", "search:", "search:many", "steady:3", "cheat@"])
def test_an_unknown_player_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no such player|could not convert"):
        arena.player(name)


def test_the_budget_is_in_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Budget] = []
    monkeypatch.setattr(
        arena.levels, "choose", lambda rules, view, level, rng: asked.append(level.budget) or view.legal[0]
    )
    deal = match("search:70", "search@0.5")
    monkeypatch.setattr(arena, "LONGEST", 6)
    played(deal, 1)
    assert {(budget.playouts, budget.seconds) for budget in asked} >= {(70, inf)}
    assert any(budget.seconds == 0.5 for budget in asked)


def test_the_command_prints_the_score_and_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    main(["chicago_poker", "quick", "random", "--games", "6", "--sprt", "0.5", "0.6"])
    printed = capsys.readouterr().out
    assert "6 games: quick 100.0 %" in printed
    assert "sequential test: undecided" in printed


@pytest.mark.parametrize(
    ("command", "names"),
    [(main, ["chicago_poker", "quick", "random"]), (ladder.main, ["chicago_poker"])],
    ids=["arena", "ladder"],
)
@pytest.mark.parametrize("option", ["--games", "--jobs"])
def test_a_match_without_games_or_processes_is_refused_in_words(
    command: Callable[[list[str]], None], names: list[str], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command([*names, option, "0"])
    assert f"argument {option}: 0 is less than 1" in capsys.readouterr().err


def test_the_line_names_the_fair_share() -> None:
    told = described(match("quick", "steady", seats=4), result((1.0, 0.0)))
    assert "fair is 25.0 %" in told
