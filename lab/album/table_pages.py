"""Scenes of tables: two to six players, full-page results of moves, practice, lessons, replays, finished games."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from functools import partial
from typing import Any

from django.urls import reverse

from accounts.models import User
from games import play
from games.chat import rooms
from games.lessons.courses import COURSES
from games.lessons.lesson import Lesson
from games.lobby.time_controls import PRESETS
from games.models import Game, Player
from games.stats import ratings
from lab.album.album import Album, Scene
from tests.browser.in_process_shell import InProcessShell
from tests.browser.recorded_game import Move, RecordedGame
from tests.cast import found_or_made, some_guest, table_of
from tests.lessons.steps import Learner, states
from tests.playing import asked_seat, give_up, other, play_on
from tests.review.samples import POKER, SWEDISH, finished_game, made_review

NAMES = ("alice", "bob", "carol", "dora", "emil", "Maximiliana-von-Oberwinter")
RECORDS = "../../records/swedish_chicago"
SHOOTOUT, COMPARISON, HAND_END = 63, 12, 32
"""The numbers of the moves, in the recorded games, before a shootout, a comparison and the end of a hand."""

AGAIN, NEXT, GO_ON = (f"[data-playback={button}]" for button in ("again", "next", "go-on"))


def _recorded(story: str) -> RecordedGame:
    return RecordedGame(InProcessShell(), story)


def _users(number: int) -> list[User]:
    return [found_or_made(name) for name in NAMES[:number]]


def _name(player: Player) -> str:
    assert player.user
    return player.user.username


def numbers_of_players(album: Album) -> None:
    """Add tables with two, three and six players in mid-game, as seen by a player to move and by a waiting player."""
    for variant, moves in (("chicago_poker", 60), ("swedish_chicago", 25)):
        for size in (2, 3, 6):
            table = f"{variant[:2]}{size}of"
            game = play_on(table_of(*_users(size), variant=variant, name="Lakeshore Nights", public_id=table), moves)
            asked = Player.objects.filter(game=game, to_move_since__isnull=False).earliest("seat")
            address = f"/games/{table}/"
            _without_its_stage(album, f"{variant}-of-{size}", address, _name(asked))
            waiting = Player.objects.filter(game=game, to_move_since__isnull=True).first()
            if waiting is not None:
                _without_its_stage(album, f"{variant}-of-{size}-waiting", address, _name(waiting))


def _without_its_stage(album: Album, name: str, address: str, who: str) -> None:
    body = album.visitor(who).get(address).content
    staged, since = (
        int(found[1]) for word in (b"staged", b"since") if (found := re.search(rb'data-%s="(\d+)"' % word, body))
    )
    album.add_page(name, address, who, "en", *[GO_ON] * (staged > since))


def around_the_table(album: Album) -> None:
    """Add chat, log, a table without scripts, a vote, a pause, and the question how to notify a guest."""
    game = play_on(table_of(*_users(3), name="Lakeshore Nights", public_id="aroundit"), 40)
    me = asked_seat(game)
    rival = other(game, me)
    assert me.user and rival.user
    address = f"/games/{game.public_id}/"
    for words in ("Good evening to all of you.", "Who closed the Brass Canary? I had plans for it."):
        rooms.post(rival, rival.user, words)
    rooms.post(me, me.user, "Not I, for once.")
    rooms.post(rival, rival.user, "We shall see about that.")
    album.add_page("chat-unread", address, _name(me))
    album.add_page("chat-open", address, _name(me), "en", "[popovertarget=chat], #chat")
    album.add_page("log-open", address, _name(me), "en", "[popovertarget=log], #log summary, #log")
    album.add_page("log-page", f"{address}log/", _name(me))
    album.add_page("without-script", address, _name(me), script=False)
    play.propose(rival, "pause")
    album.add_page("vote", address, _name(me))
    play.cast(me, game.votes.latest("pk").pk, True)
    third = Player.objects.select_related("game", "user").filter(game=game).exclude(pk__in=[me.pk, rival.pk]).get()
    with suppress(play.Refused):  # the vote may have passed already
        play.cast(third, game.votes.latest("pk").pk, True)
    album.add_page("paused-of-3", address, _name(me))
    _a_guest_is_asked(album)


def _a_guest_is_asked(album: Album) -> None:
    guest = some_guest("Dana")
    waiting = table_of(guest, size=2, name="Two for tea", public_id="guestwaits", public=False)
    album.add_page("waiting-guest", f"/games/{waiting.public_id}/", guest.username)
    for name, time in (("how-to-tell", {}), ("how-to-tell-tonight", PRESETS["tonight"].fields)):
        duel = table_of(guest, *_users(1), name="Two for tea", public_id=name[-12:], **time)
        mine = Player.objects.filter(game=duel, user=guest)
        while not (player := mine.get()).last_turn_end or player.to_move_since is not None:
            play_on(duel, 1)
        album.add_page(name, f"/games/{duel.public_id}/", guest.username)


def practice(album: Album) -> None:
    """Add a visitor's practice tables of each game: at the start, after the first move, a lost game and a won game."""
    for variant in COURSES:
        client = album.visitor()
        answer = client.post(reverse("play-now"), {"game": variant}, follow=True)
        address = answer.redirect_chain[-1][0]
        album.add_answer(f"guided-{variant}", address, answer)
        game = Game.objects.latest("pk")
        me = Player.objects.select_related("game", "user").get(game=game, bot="")
        assert me.user
        _move_somehow(me)
        album.add_answer(f"guided-{variant}-second", address, client.get(game.get_absolute_url()))
        for who, others in (("lost", False), ("won", True)):
            copied = table_of(me.user, bots=("novice", "novice"), variant=variant, name="Practice table", public=False)
            play_on(copied, 20)
            seats = Player.objects.select_related("game").filter(game=copied).order_by("seat")
            mine, *theirs = sorted(seats, key=lambda seat: seat.bot)
            for seat in theirs if others else (mine, *theirs[1:]):
                play.resign(seat, None)
            album.add_answer(
                f"practice-{who}-{variant}", copied.get_absolute_url(), client.get(copied.get_absolute_url())
            )


def _move_somehow(me: Player) -> None:
    fresh = Player.objects.select_related("game").get(pk=me.pk)
    if fresh.to_move_since is not None:
        play_on(fresh.game, 1)


def _is_after(number: int, move: Move) -> bool:
    return move.number > number


def stages(album: Album) -> None:
    """Add the full-page results of a shootout, a comparison and a hand, and a playback in single steps."""
    for name, story, number in (
        ("shootout", "two-people", SHOOTOUT),
        ("comparison", f"{RECORDS}/chicago-needed-and-made", COMPARISON),
        ("hand-end", "swedish-two", HAND_END),
    ):
        recorded = _recorded(story)
        move = recorded.advance_to(partial(_is_after, number))
        seats = recorded.record.seats
        watching = seats[1 - move.seat] if name == "shootout" else seats[move.seat]
        album.add_page(f"stage-{name}", recorded.address, watching)
    recorded = _recorded("two-people")
    move = recorded.advance_to(lambda move: move.number > SHOOTOUT - 8 and move.seat == 0)
    album.add_page("steps", recorded.address, recorded.record.seats[0], "en", AGAIN, NEXT)


def declaring(album: Album) -> None:
    """Add a table where a player can declare a Chicago, and one where a Chicago is being played."""
    recorded = _recorded(f"{RECORDS}/chicago-made")
    move = recorded.advance_to(lambda move: move.verb == "declare")
    album.add_page("chicago-to-declare", recorded.address, recorded.record.seats[move.seat])
    recorded.advance_to(lambda other: other.number == move.number + 2)
    move_after = recorded.next
    assert move_after
    album.add_page("chicago-declared", recorded.address, recorded.record.seats[move_after.seat])


def lessons(album: Album) -> None:
    """Add each game's list of lessons, and every step of a lesson, also after an unwanted move."""
    for variant, course in COURSES.items():
        album.add_page(f"lessons-{variant}", f"/lessons/{variant}/")
        lesson = course[1]
        learner = Learner(lesson, album.visitor())
        for number, step in enumerate(states(lesson)):
            name = f"lesson-{variant}-{number + 1}"
            album.add_answer(name, learner.address, learner.page())
            if not step.step.is_read:
                unwanted = _unwanted(lesson, step)
                if unwanted:
                    album.add_answer(f"{name}-wrong", learner.address, learner.post(move=unwanted))
                learner.post(move=step.wanted()[0])
            else:
                learner.post(do="next")


def _unwanted(lesson: Lesson, step: Any) -> str:
    wanted = step.wanted()
    legal = step.state.legal_moves(0)
    return next((move for move in legal if move not in wanted), "")


def afterwards(album: Album) -> None:
    """Add games won, lost and resigned, the offer of a rematch, logs, and replays with and without a Review's curve."""
    for variant, path in (("chicago_poker", POKER), ("swedish_chicago", SWEDISH)):
        game = finished_game(path, "Lakeshore Nights", clock=Game.Clock.TURN, rated=True, rating_pending=True)
        ratings.rate(variant)
        game.refresh_from_db()
        address = game.get_absolute_url()
        winners = (game.outcome or {}).get("winners", [])
        seats = list(game.players.select_related("user", "game").order_by("seat"))
        won = next(seat for seat in seats if seat.seat in winners and seat.user)
        lost = next(seat for seat in seats if seat.seat not in winners and seat.user)
        staged = [GO_ON] * (2 if variant == "chicago_poker" else 3)
        album.add_page(f"{variant}-won", address, _name(won), "en", *staged)
        album.add_page(f"{variant}-lost", address, _name(lost), "en", *staged)
        album.add_page(f"{variant}-over-visitor", address)
        play.rematch(won)
        album.add_page(f"{variant}-rematch", address, _name(lost), "en", *staged)
        last = game.moves.count() - 1
        album.add_page(f"{variant}-replay", f"{address}replay/?at={last // 2}", _name(lost))
        made_review(game, lost.seat or 0)
        album.add_page(f"{variant}-replay-curve", f"{address}replay/?at={last // 2}", _name(lost))
        album.add_page(f"{variant}-log", f"{address}log/", _name(lost))
    random.seed(1)
    resigned = give_up(play_on(table_of(*_users(2), name="Lakeshore Nights", public_id="resigned"), 20))
    album.add_page("resigned", resigned.get_absolute_url(), NAMES[0])


TABLES: dict[str, Scene] = {
    "numbers": numbers_of_players,
    "around": around_the_table,
    "practice": practice,
    "stages": stages,
    "declaring": declaring,
    "lessons": lessons,
    "afterwards": afterwards,
}
