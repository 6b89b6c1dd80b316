"""Learn from your mistakes: the mistakes of a finished Review, retried on the board of that moment."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.i18n.lists import exact_percent
from accounts.models import User
from games.models import Game, Review
from games.review.mistakes import views
from games.review.mistakes.mistakes import Answer, answered, mistakes_of
from games.review.play_on.play_on import start_at
from games.review.report import Grade, Option, from_json, to_json
from games.rules.contract import State
from tests.cast import client_of
from tests.review.samples import POKER, SWEDISH, finished_game, made_review

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture(params=[POKER, SWEDISH])
def review(request: pytest.FixtureRequest) -> Review:
    """The finished Review of alice's seat, with mistakes."""
    made = made_review(finished_game(request.param))
    assert len(wrong(made)) > 2
    return made


def wrong(review: Review) -> list[Grade]:
    return mistakes_of(from_json(Review.objects.get(pk=review.pk).report))


def address(review: Review, number: int | None = None) -> str:
    table = review.player.game.public_id
    return (
        reverse("review-mistakes", args=[table]) if number is None else reverse("review-mistake", args=[table, number])
    )


def answer(review: Review, mistake: Grade, move: str) -> str:
    said = client_of(review.player.user).post(address(review, mistake.number), {"version": "1", "move": move})
    assert said.status_code == 200
    return said.content.decode()


def tried(review: Review) -> dict[str, str]:
    return Review.objects.get(pk=review.pk).tried


def test_every_mistake_is_shown_on_the_board_as_it_was(review: Review) -> None:
    client = client_of(review.player.user)
    for each in wrong(review):
        shown = client.get(address(review, each.number))
        assert shown.status_code == 200
        assert "What’s best here?" in shown.content.decode()
        assert "formaction" not in shown.content.decode(), "a button of the running table"
    assert client.get(address(review, 10**6)).status_code == 404


def test_the_best_move_solves_it(review: Review) -> None:
    first = wrong(review)[0]
    page = answer(review, first, first.best)
    assert "That’s it!" in page and "your move in the game" in page and "1 solved" in page
    assert tried(review) == {str(first.number): "solved"}


def test_repeating_the_games_move_solves_nothing_and_reveals_nothing(review: Review) -> None:
    first = wrong(review)[0]
    page = answer(review, first, first.move)
    assert "There’s something better." in page and "0 solved" in page and "mistake__options" not in page
    assert tried(review) == {str(first.number): "missed"}


def test_mistakes_may_be_retried_and_stay_solved(review: Review) -> None:
    first = wrong(review)[0]
    for move in (first.move, first.best, first.move):
        answer(review, first, move)
    assert tried(review) == {str(first.number): "solved"}


def test_a_wrong_move_has_its_own_chance_told_beside_the_best_ones(review: Review) -> None:
    first = wrong(review)[0]
    page = answer(review, first, first.move)
    chances = [exact_percent(each) for each in (first.chance, first.chance + first.loss)]
    assert (
        "Judging by what you knew, this move wins {} of the games played on from here, "
        "and the best one wins {}.".format(*chances)
        in page
    )


def test_reasons_are_shown_only_for_right_or_revealed_answers(review: Review) -> None:
    first = wrong(review)[0]
    client = client_of(review.player.user)
    wanted = {"wrong": first.move, "right": first.best}
    told = {how: client.post(address(review, first.number), {"version": "1", "move": wanted[how]}) for how in wanted}
    shown = client.post(address(review, first.number), {"do": "show"})
    reasons = told["right"].context["reasons"]
    gave_up = shown.context["gave_up"]
    assert told["right"].context["gave_up"] == gave_up and not told["wrong"].context["gave_up"]
    assert reasons and shown.context["reasons"] == reasons and not told["wrong"].context["reasons"]
    assert all(reason in told["right"].content.decode() for reason in reasons)


def test_the_best_move_is_shown_on_request(review: Review) -> None:
    first = wrong(review)[0]
    page = client_of(review.player.user).post(address(review, first.number), {"do": "show"}).content.decode()
    assert "The best move" in page and "mistake__options" in page
    assert tried(review) == {str(first.number): "missed"}


def test_the_list_leads_to_the_first_that_is_not_solved_or_to_the_one_asked_for(review: Review) -> None:
    client, (first, second, *_rest) = client_of(review.player.user), wrong(review)
    assert client.get(address(review)).url == address(review, first.number)
    answer(review, first, first.best)
    assert client.get(address(review)).url == address(review, second.number)
    assert client.get(f"{address(review)}?at={first.number}").url == address(review, first.number)
    assert client.get(f"{address(review)}?at=x").url == address(review, second.number)


def test_when_all_are_solved_there_is_no_next_one(review: Review) -> None:
    pages = [answer(review, each, each.best) for each in wrong(review)]
    assert ["Next position" in page for page in pages] == [True] * (len(pages) - 1) + [False]


@pytest.mark.parametrize(
    "fields", [{}, {"move": ""}, {"move": "nonsense"}, {"move": "resign"}, {"move": "x\0"}, {"move": "play * jazz"}]
)
def test_no_move_and_an_illegal_one_are_refused_in_words(fields: dict[str, str], review: Review) -> None:
    first = wrong(review)[0]
    shown = client_of(review.player.user).post(address(review, first.number), {"version": "1"} | fields)
    assert (shown.status_code, 'role="alert"' in shown.content.decode()) == (422, True)
    assert not tried(review)


def test_hidden_cards_are_hidden_here_too(review: Review) -> None:
    """The page is the same for any cards of the others, apart from CSRF tokens."""
    first, game = wrong(review)[0], review.player.game
    shown = client_of(review.player.user).get(address(review, first.number)).content.decode()
    state = asked_state(review, first)
    hidden = {piece.code for piece in state.pieces() if piece.zone == "hand" and piece.seat != review.player.seat}
    assert hidden and not [code for code in hidden if f'"{code}"' in shown], game.variant


def test_a_move_that_was_not_weighed_is_weighed_now(review: Review) -> None:
    first = wrong(review)[0]
    state, seat = asked_state(review, first), review.player.place
    view = state.full_view(seat)
    kept = tuple(option for option in first.options if option.move in (first.best, first.move))
    bare = first._replace(options=kept)
    known = [game_says(review, option.move, view) for option in kept]
    other = next(move for move in view.legal if game_says(review, move, view) not in known)
    found = answered(review.player.game.rules, view, bare, other)
    assert found.option.move == other and 0 <= found.option.chance <= 1 and found.annotation


@pytest.mark.parametrize(("loss", "is_right"), [(0.006, True), (0.012, False), (0.017, False)])
def test_only_what_wins_back_half_of_the_loss_solves_a_mistake(loss: float, is_right: bool, review: Review) -> None:
    """A loss of 1.2 or 1.7 is within the noise of the best move, and so is the inaccuracy's loss of 1.6."""
    first = wrong(review)[0]
    best, played = Option(first.best, 0.322, 0.012), Option(first.move, 0.306, 0.012)
    view = asked_state(review, first).full_view(review.player.place)
    other = next(move for move in view.legal if move not in (first.best, first.move))
    inaccuracy = first._replace(
        chance=0.306, loss=0.016, annotation="inaccuracy", options=(best, Option(other, 0.322 - loss, 0.012), played)
    )
    found = answered(review.player.game.rules, view, inaccuracy, other)
    assert (found.is_right, found.is_even) == (is_right, not is_right)


def test_an_answer_about_as_good_as_the_mistake_is_told_so_and_solves_nothing(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = wrong(review)[0]
    view = asked_state(review, first).full_view(review.player.place)
    other = next(move for move in view.legal if move not in (first.best, first.move))
    even = Answer(Option(other, first.chance, first.error), first.loss, first.annotation, is_even=True)
    monkeypatch.setattr(views, "answered", lambda *given: even)
    assert "About as good as your move in the game." in answer(review, first, other)
    assert tried(review) == {str(first.number): "missed"}


def test_a_swedish_position_is_headed_by_its_hand_and_phase() -> None:
    review = made_review(finished_game(SWEDISH))
    for each in wrong(review):
        view = asked_state(review, each).view(review.player.place)
        page = client_of(review.player.user).get(address(review, each.number)).content.decode()
        assert f"Hand {view.hand}, phase {view.part} of 3" in page and ">Turn " not in page


def test_a_swedish_hand_lies_after_the_answer_as_it_lay_at_the_table() -> None:
    review = made_review(finished_game(SWEDISH))
    rules, seat = review.player.game.rules, review.player.place
    for each in wrong(review):
        state = asked_state(review, each)
        asked = [card.face for card in rules.presentation.board(state.view(seat), {}, (), ()).hand]
        looked_back = rules.presentation.board(state.look_back(seat, reveal_all=False), {}, (), ())
        mine = next(place for place in looked_back.places if place.seat == seat)
        assert [card.face for card in mine.cards][-len(asked) :] == asked


def game_says(review: Review, move: str, view: object) -> object:
    return review.player.game.rules.presentation.move_texts(move, view)[0]


def asked_state(review: Review, mistake: Grade) -> State:
    """Return the position before a mistake."""
    game = review.player.game
    return start_at(game, list(game.players.order_by("seat")), mistake.number).state


def test_mistakes_are_shown_only_to_the_owner(review: Review, charlie: User) -> None:
    first, bob = wrong(review)[0], User.objects.get(username="bob")
    for person in (charlie, None):
        for page in (address(review), address(review, first.number)):
            assert client_of(person).get(page).status_code == 404
    assert client_of(bob).get(address(review)).url == reverse("review", args=[review.player.game.public_id])
    assert client_of(bob).get(address(review, first.number)).status_code == 302


def test_a_review_that_is_not_made_leads_to_its_page(review: Review) -> None:
    Review.objects.update(status=Review.Status.RUNNING)
    assert client_of(review.player.user).get(address(review)).url.endswith("/review/")


def test_a_game_without_mistakes_says_so(review: Review) -> None:
    report = from_json(review.report)
    good = tuple(each for each in report.grades if each.annotation in ("best", "good"))
    Review.objects.update(report=to_json(report._replace(grades=good)))
    shown = client_of(review.player.user).get(address(review))
    assert "No mistakes to practise" in shown.content.decode()


def test_moves_that_do_not_fit_have_a_page_that_says_so(review: Review) -> None:
    first = wrong(review)[0]
    Game.objects.get(pk=review.player.game_id).moves.filter(number=1).update(text="draw nothing")
    assert client_of(review.player.user).get(address(review, first.number)).status_code == 409


def test_the_page_takes_the_same_queries_at_every_mistake(review: Review) -> None:
    client, counts = client_of(review.player.user), []
    client.get(address(review, wrong(review)[0].number))
    for each in (wrong(review)[0], wrong(review)[-1]):
        with CaptureQueriesContext(connection) as queries:
            client.get(address(review, each.number))
        counts.append(len(queries))
    assert max(counts) <= 13, counts
