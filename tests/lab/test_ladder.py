"""The table of levels: the pairs that play, ratings from scores, and the progress towards the ceiling."""

from __future__ import annotations

import pytest

from games.computers.levels import LEVELS
from games.computers.ratings import RATINGS
from lab import ladder
from lab.arena import Deal, Match, Result, player
from lab.ladder import CHEAT, Row, apart, main, neighbours, pairs, ratings, way


def row(first: str, second: str, won: int, games: int = 100) -> Row:
    """Return a row with ``won`` wins. In each deal, one player wins from both seats."""
    deals = [Deal((1.0, 1.0), 2, ((), ()))] * (won // 2) + [Deal((0.0, 0.0), 2, ((), ()))] * ((games - won) // 2)
    return Row(first, second, Result(2, tuple(deals)))


def test_each_level_plays_the_one_below_and_the_best_plays_the_fixtures() -> None:
    assert neighbours() == [("casual", "novice"), ("club", "casual"), ("strong", "club"), ("master", "strong")]
    assert {("master", "steady"), ("master", "random"), (CHEAT, "steady")} < set(pairs())
    for names in pairs():
        assert all(player(name) for name in names)


def test_odds_of_ten_to_one_are_400_points() -> None:
    assert apart(10 / 11) == pytest.approx(400)
    assert apart(0.5) == 0
    assert apart(1.0) == apart(0.99) < 1000


def test_ratings_add_up_from_the_anchor() -> None:
    found = ratings(dict.fromkeys(neighbours(), 10 / 11))
    assert found == {"novice": 700, "casual": 1100, "club": 1500, "strong": 1900, "master": 2300}


def test_the_way_is_the_share_of_the_ceiling() -> None:
    assert way([row("master", "steady", 50), row(CHEAT, "steady", 80)]) == 0
    assert way([row("master", "steady", 80), row(CHEAT, "steady", 80)]) == pytest.approx(1)


def test_the_luck_of_the_deal_is_what_duplicates_take_away() -> None:
    one_seat_wins = Result(2, (Deal((1.0, 0.0), 2, ((), ())),) * 10)
    assert one_seat_wins.luck == pytest.approx(1)
    assert row("quick", "steady", 50).result.luck == pytest.approx(-1, abs=0.1)


def test_the_table_is_printed_row_by_row(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[Match] = []

    def results(match: Match, games: int, jobs: int) -> list[Result]:
        asked.append(match)
        return [row("", "", 60).result]

    monkeypatch.setattr(ladder, "results", results)
    main(["chicago_poker", "--games", "100", "--playouts", "30"])
    printed = capsys.readouterr().out
    assert "| casual – novice | 100 | 60.0 % |" in printed
    assert "club 1500" in printed
    assert "100 % of the way" in printed
    assert [asked[0].first, asked[0].second] == ["casual:30", "novice:30"]


@pytest.mark.parametrize("variant", RATINGS)
def test_every_level_of_a_game_with_ratings_has_one_and_the_stronger_one_a_higher(variant: str) -> None:
    found = [RATINGS[variant][level] for level in LEVELS]
    assert found == sorted(set(found))
    assert RATINGS[variant][ladder.ANCHOR] == 1500
