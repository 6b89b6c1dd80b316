"""The Review's page: its viewers, states and contents, the curve on the replay, and the links to the page."""

from __future__ import annotations

from html import unescape
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from games.models import Game, Player, Review
from games.models import Move as MoveRow
from games.presentation.narration import Narrator
from games.presentation.view_model import narrator_of
from games.replay.verification import steps
from games.review.report import from_json
from games.rules.contract import State
from tests.cast import client_of
from tests.normalized import compact
from tests.playing import give_up, play_on
from tests.review.samples import POKER, SWEDISH, finished_game, made_review

pytestmark = pytest.mark.both

WAITING = {"HX-Request": "true"}


def address(game: Game) -> str:
    return reverse("review", args=[game.public_id])


def page(game: Game, viewer: User) -> str:
    answer = client_of(viewer).get(address(game))
    assert answer.status_code == 200
    return compact(unescape(answer.content.decode()))


def asked_for(game: Game, status: str, progress: int = 0) -> Review:
    return Review.objects.create(player=Player.objects.get(game=game, seat=0), status=status, progress=progress)


# --- viewers


def test_only_the_owner_of_the_seat_finds_a_review(alice: User, bob: User, charlie: User) -> None:
    game = finished_game()
    made_review(game)
    assert "Where your result came from" in page(game, alice)
    assert "Where your result came from" not in page(game, bob)
    for viewer in (charlie, None):
        assert client_of(viewer).get(address(game)).status_code == 404


def test_a_running_game_has_no_review(duel: Game, alice: User) -> None:
    shown = page(duel, alice)
    assert "Once the game is over" in shown
    assert "Make the Review" not in shown
    answer = client_of(alice).post(address(duel))
    assert 400 <= answer.status_code < 500
    assert not Review.objects.exists()


NO_REVIEW = {
    "running": ("Once the game is over", "· finished"),
    "stopped": ("This game has no result", "Once the game is over"),
    "not dealt": ("This game has no deal of its own", "Once the game is over"),
}
"""The texts on the page of a game without a Review, and texts that must be missing."""


@pytest.mark.parametrize("kind", NO_REVIEW)
def test_a_game_without_a_review_says_the_true_reason(duel: Game, alice: User, kind: str) -> None:
    game = {"running": lambda: duel, "stopped": lambda: finished_game("chicago_poker/reshuffled")}.get(
        kind, lambda: finished_game()
    )()
    if kind == "not dealt":
        Game.objects.filter(pk=game.pk).update(origin_move=3)
    wanted, unwanted = NO_REVIEW[kind]
    for answer in (client_of(alice).get(address(game)), client_of(alice).post(address(game))):
        shown = compact(unescape(answer.content.decode()))
        assert wanted in shown
        assert unwanted not in shown
        assert "Make the Review" not in shown


# --- in progress


def test_a_button_asks_for_the_review_once(alice: User) -> None:
    game = finished_game()
    assert "Make the Review" in page(game, alice)
    for _ in range(2):
        assert client_of(alice).post(address(game)).status_code == 302
    review = Review.objects.get()
    assert (review.player.user, review.status) == (alice, Review.Status.WAITING)


def test_a_review_being_made_shows_its_progress_and_is_fetched_again_with_and_without_script(alice: User) -> None:
    game = finished_game()
    asked_for(game, Review.Status.RUNNING, 43)
    shown = page(game, alice)
    assert '<progress id="progress" max="100" value="43">' in shown
    assert 'hx-trigger="every 2s"' in shown
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in shown
    assert "Make the Review" not in shown


def test_the_waiting_page_reloads_when_the_review_is_done_or_has_failed(alice: User) -> None:
    game = finished_game()
    review, client = asked_for(game, Review.Status.RUNNING), client_of(alice)
    assert "HX-Refresh" not in client.get(address(game), headers=WAITING).headers
    for status in (Review.Status.FAILED, Review.Status.DONE):
        Review.objects.filter(pk=review.pk).update(status=status)
        assert client.get(address(game), headers=WAITING).headers["HX-Refresh"] == "true"


def test_a_review_that_waits_says_how_many_are_made_before_it(alice: User, bob: User, charlie: User) -> None:
    """Further Reviews of the same user have a lower priority, so that each user's first one comes soon."""
    game = finished_game()
    for seat, user in ((1, bob), (2, charlie), (0, alice)):
        player = Player.objects.get(game=game, seat=seat)
        Review.objects.create(player=player, requested_by=user)
    assert "2 Reviews are ahead of yours." in page(game, alice)
    assert "Reviews are ahead of yours" not in page(game, bob)


def test_the_page_says_how_many_more_one_can_ask_for(alice: User, settings: Settings) -> None:
    settings.REVIEWS_PER_DAY = 2
    other, game = finished_game(SWEDISH), finished_game()
    assert "You can ask for 2 more today." in page(game, alice)
    client_of(alice).post(address(other))
    assert "You can ask for 1 more today." in page(game, alice)


def test_a_refusal_stands_beside_the_button(alice: User, settings: Settings) -> None:
    settings.REVIEWS_PER_DAY = 0
    game = finished_game()
    answer = client_of(alice).post(address(game))
    assert answer.status_code == 422
    assert '<p class="message message--error">You can have 0 Reviews a day.' in compact(answer.content.decode())


def test_a_game_without_a_result_has_no_review(alice: User) -> None:
    game = finished_game("chicago_poker/reshuffled")
    shown = page(game, alice)
    assert "It was stopped early." in shown
    assert "Make the Review" not in shown


def test_a_failed_review_says_what_to_do(alice: User) -> None:
    game = finished_game()
    asked_for(game, Review.Status.FAILED)
    shown = page(game, alice)
    assert "We couldn’t make your Review" in shown
    assert "Make it again" in shown


# --- contents


def test_the_bar_names_every_part_and_its_sum_is_exact(alice: User) -> None:
    game = finished_game()
    made_review(game)
    context = client_of(alice).get(address(game)).context
    rows = context["shown"].bar.rows
    assert round(sum(row.points for row in rows[:-1]), 1) == rows[-1].points
    shown = page(game, alice)
    for name in ("Fair share", "Luck of the deal", "Luck of your draws", "Luck of their draws", "Their decisions"):
        assert f"<b>{name}</b>" in shown
    assert "One judges your choices, the other judges how they turned out." in shown


def test_a_game_of_several_deals_is_told_hand_by_hand(alice: User) -> None:
    game = finished_game(SWEDISH)
    made_review(game)
    shown = client_of(alice).get(address(game)).context["shown"]
    deals = sum(step.kind == "deal" for step in shown.report.steps)
    assert shown.by_deal and len(shown.stretches) == deals > 1
    assert [stretch.title for stretch in shown.stretches] == [str(number) for number in range(1, deals + 1)]


@pytest.mark.parametrize("path", [POKER, SWEDISH])
def test_the_table_beside_the_curve_adds_up_to_the_result(alice: User, path: str) -> None:
    game = finished_game(path)
    made_review(game)
    shown = client_of(alice).get(address(game)).context["shown"]
    changed = sum(stretch.luck + stretch.decisions for stretch in shown.stretches)
    assert changed == pytest.approx(100 * (shown.report.result - shown.report.fair))
    assert shown.stretches[-1].chance == shown.report.result


@pytest.mark.parametrize("path", [POKER, SWEDISH])
def test_a_turning_point_shows_the_position_as_its_player_saw_it(alice: User, path: str) -> None:
    """Cards that were hidden from the player stay hidden, although all are open now."""
    game = finished_game(path)
    made_review(game)
    points = client_of(alice).get(address(game)).context["shown"].turning_points
    assert len(points) == 3
    for point in points:
        known = " ".join(line for lines in point.knew for line in lines)
        assert "In your hand: " in known
        for name in hidden_cards(game, point.decision.number):
            assert f'aria-label="{name}"' not in known


def position_before(game: Game, number: int) -> State:
    (state,) = (step.state.copy() for step in steps(game) if step.move.number == number - 1)
    return state


def hidden_cards(game: Game, number: int) -> list[str]:
    """Return the names of the cards that seat 0 had not seen before a move."""
    state = position_before(game, number)
    hidden = [piece.code for piece in state.pieces() if state.seen_by(0, piece).is_hidden and piece.kind == "card"]
    narrator = Narrator(game.rules, {}, 0)
    assert hidden
    return [narrator.card(code) for code in hidden]


def test_a_turning_point_names_its_rule_its_candidates_and_the_better_move(alice: User) -> None:
    game = finished_game()
    made_review(game)
    first = client_of(alice).get(address(game)).context["shown"].turning_points[0]
    shown = page(game, alice)
    rule = first.paragraphs[0]
    assert f'href="{reverse("rules", args=[game.variant])}#{rule.anchor}">Rule {rule.number}</a>' in shown
    assert f'href="{reverse("replay", args=[game.public_id])}?at={first.decision.number}"' in shown
    assert [candidate.is_yours for candidate in first.candidates].count(True) == 1
    assert first.candidates[0].is_best and first.better
    assert first.points == -first.decision.loss


@pytest.mark.parametrize("path", [POKER, SWEDISH])
def test_a_turning_point_tells_what_speaks_for_the_best_move(alice: User, path: str) -> None:
    """The reasons are in the game's terms, and don't depend on cards hidden from the player."""
    game = finished_game(path)
    report = from_json(made_review(game).report)
    best = {grade.number: grade.best for grade in report.grades}
    shown, text = client_of(alice).get(address(game)).context["shown"], page(game, alice)
    narrator = narrator_of(game, list(game.players.order_by("seat")), 0)
    assert len(shown.turning_points) == 3
    for point in shown.turning_points:
        number = point.decision.number
        view = position_before(game, number).full_view(0)
        for known in (view, game.rules.automation.determinize(view, Random(3)).full_view(0)):
            reasons = game.rules.presentation.reasons(known, best[number])
            assert point.reasons == [narrator.rich(line) for line in reasons] != []
        assert all(compact(unescape(reason)) in text for reason in point.reasons)


def test_the_reasons_are_told_in_the_language_of_the_reader(alice: User) -> None:
    game = finished_game()
    made_review(game)
    reasons = {}
    for language in ("en", "sv"):
        User.objects.filter(pk=alice.pk).update(language=language)
        points = client_of(alice).get(address(game)).context["shown"].turning_points
        reasons[language] = [reason for point in points for reason in point.reasons]
    assert len(reasons["en"]) == len(reasons["sv"])
    assert not set(reasons["en"]) & set(reasons["sv"])


def test_a_game_that_gives_no_reasons_has_its_turning_points_shown_all_the_same(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished_game()
    made_review(game)
    monkeypatch.setattr(type(game.rules.presentation), "reasons", lambda *_: ())
    points = client_of(alice).get(address(game)).context["shown"].turning_points
    assert [point.reasons for point in points] == [[]] * 3
    assert all(str(point.why) in page(game, alice) for point in points)


def test_every_decision_is_judged_and_stands_in_one_phase(alice: User) -> None:
    game = finished_game()
    made_review(game)
    shown = client_of(alice).get(address(game)).context["shown"]
    turns = [turn for phase in shown.phases for turn in (*phase.costly, *phase.others)]
    numbers = sorted(decision.number for turn in turns for decision in turn.decisions)
    assert numbers == [grade.number for grade in shown.report.grades]
    assert sum(annotation.number for annotation in shown.annotations) == len(numbers)


def test_turns_are_numbered_as_in_the_replay(alice: User) -> None:
    game = finished_game()
    made_review(game)
    client = client_of(alice)
    for point in client.get(address(game)).context["shown"].turning_points:
        replay = client.get(reverse("replay", args=[game.public_id]), {"at": point.decision.number - 1}).context[
            "replay"
        ]
        assert (replay.turn.number, replay.turn.seat.is_you) == (point.decision.turn, True)


def test_a_long_game_takes_no_more_queries_than_a_short_one(alice: User) -> None:
    counts = []
    for path in ("chicago_poker/stalemate", "chicago_poker/last-business", SWEDISH):
        game = finished_game(path)
        made_review(game)
        client = client_of(alice)
        client.get(address(game))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(game))
        counts.append(len(queries))
    assert counts == [QUERIES] * 3


def test_moves_that_cannot_be_replayed_are_no_error_of_the_page(alice: User) -> None:
    game = finished_game()
    made_review(game)
    MoveRow.objects.filter(game=game, number=30).delete()
    answer = client_of(alice).get(address(game))
    assert answer.status_code == 409
    assert "This game can’t be replayed" in answer.content.decode()


# --- the curve on the replay, and the links


def replay_context(game: Game, viewer: User | None, at: int = 10) -> dict[str, object]:
    return client_of(viewer).get(reverse("replay", args=[game.public_id]), {"at": at}).context


def test_the_replay_shows_the_curve_to_the_owner_of_a_made_review_alone(alice: User, bob: User) -> None:
    game = finished_game()
    assert replay_context(game, alice)["curve"] is None
    review = made_review(game)
    curve = replay_context(game, alice, 40)["curve"]
    chances = {step.number: step.chance for step in from_json(review.report).steps}
    assert curve.chance == chances[40]
    assert len(curve.points) == 3
    assert replay_context(game, bob)["curve"] is None
    assert replay_context(game, None)["curve"] is None
    text = client_of(alice).get(reverse("replay", args=[game.public_id])).content.decode()
    assert 'class="scrubber scrubber--curve"' in text


def test_the_end_and_the_replay_lead_a_player_to_the_review(alice: User, charlie: User) -> None:
    game = finished_game()
    link = f'href="{address(game)}"'
    for place in ("table", "replay"):
        path = reverse(place, args=[game.public_id])
        assert link in client_of(alice).get(path).content.decode()
        assert link not in client_of(charlie).get(path).content.decode()


def test_a_running_table_has_no_link_to_a_review(alice: User, bob: User, duel: Game) -> None:
    play_on(duel, 6)
    assert address(duel) not in client_of(alice).get(duel.get_absolute_url()).content.decode()
    give_up(duel)
    assert address(duel) in client_of(alice).get(duel.get_absolute_url()).content.decode()


QUERIES = 8
"""The exact number of queries: session, user, seat, review, players, timeline, moves and waiting tables."""
