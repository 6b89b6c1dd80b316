"""Scenes of Reviews, of the pages they link to, and of computer players with their hints."""

from __future__ import annotations

from unittest.mock import patch

from accounts.models import User
from games.computers import adviser
from games.computers import players as computers
from games.computers.search import Budget
from games.models import Game, Review
from games.review.mistakes.mistakes import mistakes_of
from games.review.report import from_json
from lab.album.album import Album, Scene
from tests.cast import table_of
from tests.playing import play_on
from tests.review.samples import SWEDISH, finished_game, made_review


def _of_reviews(album: Album) -> None:
    poker = finished_game()
    review = f"/games/{poker.public_id}/review/"
    album.add_page("review-unmade", review, "alice")
    row = Review.objects.create(player=poker.players.get(seat=0), status=Review.Status.RUNNING, progress=43)
    album.add_page("review-making", review, "alice", "fr")
    Review.objects.update(status=Review.Status.FAILED)
    album.add_page("review-failed", review, "alice", "pl")
    row.delete()
    made = made_review(poker)
    album.add_page("review", review, "alice")
    album.add_page("review-replay", f"/games/{poker.public_id}/replay/?at=58", "alice", "sv")
    assert made.report is not None
    mistake = mistakes_of(from_json(made.report))[0]
    path = f"{review}mistakes/{mistake.number}/"
    album.add_page("mistake", path, "alice")
    _add_tried(album, "mistake-wrong", path, mistake.move)
    _add_tried(album, "mistake-solved", path, mistake.best)
    album.add_page("play-on", f"/games/{poker.public_id}/review/play-on/{mistake.number}/", "alice")
    Game.objects.filter(pk=poker.pk).update(origin_move=3)
    Review.objects.all().delete()
    album.add_page("review-refused", review, "alice")
    Game.objects.filter(pk=poker.pk).update(origin_move=None)
    swedish = finished_game(SWEDISH, "Hearts and Diamonds")
    others = [finished_game(f"chicago_poker/{name}", name) for name in ("last-business", "stalemate")]
    for number, game in enumerate((poker, swedish, *others), start=1):
        made_review(game, seed=number)
    album.add_page("review-swedish", f"/games/{swedish.public_id}/review/", "alice")
    album.add_page("skill", "/people/alice/skill/", "alice")
    album.add_page("profile-of-a-reviewed", "/people/alice/", "alice", "fr")
    album.add_page("opponents", "/opponents/?game=chicago_poker", "alice")
    _hint(album)


def _add_tried(album: Album, name: str, path: str, move: str) -> None:
    """Add the page that the user sees after trying this move instead of a mistake."""
    album.add_answer(name, path, album.visitor("alice").post(path, {"version": "1", "move": move}))


def _hint(album: Album) -> None:
    alice = User.objects.get(username="alice")
    game = table_of(
        alice, bots=("casual", "casual"), name="Practice table", public_id="practice", public=False, odds=True
    )
    play_on(game, 20, seed=3)
    computers.move_all(game.pk)
    # A fixed number of playouts, so that the hint does not depend on the machine's load.
    with patch.object(adviser, "_ADVISER", adviser._ADVISER._replace(budget=Budget(200, 60.0))):
        answer = album.visitor("alice").post("/games/practice/hint/")
    album.add_answer("hint", "/games/practice/", answer)


REVIEWS: dict[str, Scene] = {"reviews": _of_reviews}
