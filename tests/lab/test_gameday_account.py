"""The checks of a game day report losses, duplicates and missing mails."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from lab.gameday import account
from lab.gameday.account import Sending, Sums, TurnMails
from lab.gameday.faults import Fault, Happened, plan
from lab.gameday.ledger import Known, Posted

BEGUN = datetime(2026, 11, 25, 12, tzinfo=UTC)
DELAY = timedelta(seconds=3)


def at(seconds: float) -> datetime:
    return BEGUN + timedelta(seconds=seconds)


def posted(*texts: str, seconds: float = 0) -> list[Posted]:
    return [Posted(text, at(seconds + number)) for number, text in enumerate(texts)]


def moves(accepted: Sequence[Posted], written: Sequence[Posted], unanswered: Sequence[Posted] = ()) -> Sums:
    sums = Sums()
    account.moves("anne", accepted, unanswered, written, sums)
    return sums


def test_moves_that_are_all_there() -> None:
    sums = moves(posted("draw", "play 4R", "draw"), posted("draw", "play 4R", "draw"))
    assert (sums.count, sums.lost, sums.doubled) == (3, [], [])


@pytest.mark.parametrize("missing", range(3))
def test_a_lost_move_is_found(missing: int) -> None:
    accepted = posted("draw", "play 4R", "end")
    written = [each for number, each in enumerate(accepted) if number != missing]
    sums = moves(accepted, written)
    assert len(sums.lost) == 1 and accepted[missing].text in sums.lost[0]
    assert not sums.doubled


def test_moves_in_another_order_are_found() -> None:
    assert moves(posted("draw", "play 4R"), posted("play 4R", "draw")).lost


def test_a_doubled_move_is_found() -> None:
    sums = moves(posted("draw", "end"), posted("draw", "draw", "end"))
    assert len(sums.doubled) == 1 and "draw" in sums.doubled[0]
    assert not sums.lost


def test_a_move_without_an_answer_may_have_been_made_once() -> None:
    assert not moves(posted("draw"), posted("draw", "end"), posted("end")).doubled
    assert not moves(posted("draw"), posted("draw"), posted("end")).lost
    assert moves(posted("draw"), posted("draw", "end", "end"), posted("end")).doubled


def test_a_turn_that_the_site_ends_after_two_minutes_is_not_doubled() -> None:
    drawn = posted("draw")
    assert not moves(drawn, [*drawn, Posted("end", at(120))]).doubled
    assert moves(drawn, [*drawn, Posted("end", at(20))]).doubled


def mails(
    style: str = "Poller",
    done: float | None = None,
    arrived: Sequence[Sequence[float]] = (),
    crashes: Sequence[Happened] = (),
    follows: bool = False,
) -> Sums:
    sums = Sums()
    by_id = {f"<{number}>": [at(each) for each in times] for number, times in enumerate(arrived)}
    ended = None if done is None else at(done)
    account.turn_mails(TurnMails("anne", style, BEGUN, ended, follows, by_id), DELAY, crashes, sums)
    return sums


def test_a_turn_that_goes_on_without_a_mail_is_found() -> None:
    assert mails("Poller").lost and mails("Reader").lost
    assert not mails("Listener").lost
    assert not mails("Poller", arrived=[[4]]).lost


def test_a_reader_who_moved_without_a_mail_is_found() -> None:
    assert mails("Reader", 60).lost
    assert not mails("Reader", 60, follows=True).lost


def test_a_player_who_moves_on_or_looks_again_needs_no_mail() -> None:
    assert account.follows(at(0), at(0.5), at(30), [at(0.2)], [])
    assert account.follows(at(0), at(3), at(30), [at(4)], [])
    assert not account.follows(at(0), at(6), at(30), [at(4), at(8)], [])
    assert account.follows(at(0), at(6), at(30), [at(4)], [at(7)])
    assert not account.follows(at(0), at(6), at(30), [at(4)], [at(5), at(31)])


def test_a_turn_that_is_over_sooner_needs_no_mail() -> None:
    assert not mails(done=2).lost and not mails(done=2).apart
    assert mails(done=10).apart["turns over before their mail"] == 1
    assert mails(done=500).lost


def test_a_second_mail_is_found() -> None:
    assert mails(arrived=[[4], [9]]).doubled
    assert mails(arrived=[[4, 9]]).doubled


def test_a_mail_that_a_crash_repeats_is_counted_apart() -> None:
    crash = Happened("killed", at(3), at(5), True)
    sums = mails(arrived=[[4, 300]], crashes=[crash])
    assert not sums.doubled and sums.apart["mails repeated after a crash"] == 1
    assert mails(arrived=[[40, 300]], crashes=[crash]).doubled


def test_how_late_a_mail_is_counts_from_when_it_was_due() -> None:
    assert mails(arrived=[[5.5]]).late == [2.5]


def deadline(*acted: float) -> Sums:
    sums = Sums()
    account.deadline("game 1", BEGUN, [at(each) for each in acted], sums)
    return sums


def test_deadlines_are_acted_upon_once_and_not_before() -> None:
    assert deadline(4).late == [4] and not deadline(4).doubled
    assert deadline().lost
    assert deadline(4, 5).doubled
    assert deadline(-1).doubled


def news(known: Sequence[Known], left: datetime | None = None) -> Sums:
    sums = Sums()
    account.news({2: at(10), 3: at(20)}, known, left, at(100), sums)
    return sums


def test_a_version_that_a_page_never_knew_of_is_found() -> None:
    first = Known(1, at(0), "socket")
    assert len(news([first]).lost) == 2
    assert len(news([first, Known(2, at(11), "socket")]).lost) == 1
    sums = news([first, Known(3, at(26), "poll")])
    assert (sums.lost, sums.late, sums.apart) == ([], [16, 6], {"by poll, later": 2})
    assert not news([first], left=at(12)).count


def deliveries(*sendings: Sending, unknown: int = 0) -> Sums:
    sums = Sums()
    account.deliveries(sendings, unknown, sums)
    return sums


def test_missing_and_overdue_deliveries_are_found() -> None:
    assert not deliveries(Sending("turn", "sent", True, 1), Sending("turn", "pending", False, 0)).lost
    assert deliveries(Sending("turn", "sent", True, 0)).lost
    assert deliveries(Sending("turn", "pending", True, 0)).lost
    assert deliveries(Sending("turn", "failed", False, 0)).lost
    assert deliveries(unknown=1).doubled


def test_entries_of_the_log_are_counted() -> None:
    for written, lost, doubled in [(2, 1, 0), (3, 0, 0), (4, 0, 0), (5, 0, 1)]:
        sums = Sums()
        account.entries(3, 1, written, sums)
        assert (len(sums.lost), len(sums.doubled)) == (lost, doubled)


def fault(name: str, *places: str) -> Fault:
    return Fault(name, frozenset(places), (2, 5), lambda: None, lambda: None)


def test_a_seed_repeats_the_faults_and_none_meets_another_at_its_place() -> None:
    faults = [fault(str(number), str(number), "all" if number % 2 else f"own {number}") for number in range(9)]
    planned = plan(Random(3), faults, 300)
    assert planned == plan(Random(3), faults, 300) != plan(Random(4), faults, 300)
    assert {each.fault.name for each in planned[:9]} == {each.name for each in faults}
    assert all(each.ends <= 300 for each in planned)
    together = [(one, other) for one, other in pairwise(planned) if other.begins < one.ends]
    assert together and not any(one.fault.places & other.fault.places for one, other in together)
