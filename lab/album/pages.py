"""The pages that ``lab.album.pictures`` draws, rendered without a server."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from unittest.mock import patch

import time_machine
from django.core import mail
from django.db import transaction
from django.test import override_settings

from chicago.translations.catalogues import compile_changed
from games import play
from games.models import Arrangement, Game, Player, Report, Vacation
from lab.album import NOW
from lab.album.album import Album, Page, Scene
from lab.album.other_pages import OTHERS
from lab.album.review_pages import REVIEWS
from lab.album.table_pages import GO_ON, TABLES
from tests.browser.in_process_shell import InProcessShell
from tests.browser.recorded_game import STORIES, Move, RecordedGame
from tests.browser.test_every_page import PAST
from tests.browser.test_replay import STORED
from tests.cast import somebody, table_of
from tests.notifications.outbox_steps import deliver_due
from tests.playing import play_on
from tests.queue import Queue
from tests.scene import build

OPERATOR = "Back Room Society, 12 Dock Street\nhello@backroom.example"


def _card(code: str) -> str:
    return f"label:has(input[name=card][value='{code}'])"


def pages(scenes: Sequence[Scene] = (), language: str = "") -> list[Page]:
    """Return the pages of these scenes, or of all scenes, rendered with a fixed clock and fixed random seeds."""
    compile_changed()
    chance, album = random.Random(1), Album(language)
    with (
        time_machine.travel(NOW, tick=False),
        patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size or 32)),
        patch.object(secrets, "choice", chance.choice),
        patch.object(secrets, "randbelow", chance.randrange),
        override_settings(OPERATOR=OPERATOR),
    ):
        for scene in scenes or SCENES.values():
            random.seed(1)
            with transaction.atomic():
                scene(album)
                transaction.set_rollback(True)
    return album.pages


def of_chicago_poker(album: Album) -> None:
    """Add Chicago Poker tables in every state, and other pages, from the front page to the staff's."""
    build("chicago_poker")
    album.add_page("front", "/")
    album.add_page("front-signed-in", "/", "alice", "fr")
    album.add_page("lobby", "/lobby/", "bob", "pl")
    album.add_page("open-table", "/lobby/open/", "bob")
    album.add_page("home", "/tables/", "alice", "sv")
    album.add_page("waiting-host", "/games/waits/", "alice")
    album.add_page("invited", f"/join/{Game.objects.get(public_id='private').invitation}/", "bob", "fr")
    asked = Player.objects.get(game__public_id="running", to_move_since__isnull=False).user
    assert asked
    album.add_page("running", "/games/running/", asked.username)
    album.add_page("running-visitor", "/games/running/", None, "pl")
    album.add_page("talk", "/games/running/talk/", "bob")
    album.add_page("paused", "/games/paused/", "alice", "sv")
    album.add_page("menu", "/games/paused/", "alice", "en", ".menu-button")
    album.add_page("vacant", "/games/lost/", "bob")
    _a_friend_sits_in(album)
    album.add_page("over", "/games/over/", "alice")
    album.add_page("fair", "/games/over/fair/", "alice", "pl")
    album.add_page("log", "/games/over/log/", "alice")
    album.add_page("rules-chicago-poker", "/rules/chicago_poker/", None, "sv")
    album.add_page("settings", "/settings/", "alice")
    album.add_page("security", "/settings/security/", "alice", "fr")
    album.add_page("notices", "/settings/notices/", "alice")
    album.add_page("vacation", "/settings/vacation/", "bob", "pl")
    album.add_page("friends", "/friends/", "alice")
    album.add_page("sign-in", "/accounts/login/", None, "sv")
    album.add_page("sign-up", "/accounts/signup/")
    album.add_page("nothing-here", "/games/nowhere/", None, "fr")
    album.add_page("privacy", "/privacy/", None, "pl")
    _back_office(album)


def _back_office(album: Album) -> None:
    report = Report.objects.earliest("pk")
    album.add_page("reports", "/back-office/games/report/", "mona")
    album.add_page("case", f"/back-office/games/report/{report.pk}/change/", "mona")
    album.add_page("acts", "/back-office/games/moderationaction/", "mona")
    album.add_page("desk", f"/back-office/games/game/{Game.objects.get(public_id='running').pk}/desk/", "staff")
    album.add_page("admin-index", "/back-office/", "staff")


def special_cards(album: Album) -> None:
    """Add a recorded duel of Chicago Poker, from the first chosen card to the end, and a replay."""
    recorded = RecordedGame(InProcessShell())

    def until(verb: str) -> tuple[str, str, Move]:
        move = recorded.advance_to(lambda move: move.verb == verb)
        return recorded.record.seats[move.seat], recorded.record.seats[1 - move.seat], move

    mine, theirs, move = until("play")
    album.add_page("card-chosen", recorded.address, mine, "fr", _card(move.text.split()[1]))
    album.add_page("not-my-move", recorded.address, theirs)
    mine, _theirs, _move = until("liquidation")
    album.add_page("liquidation", recorded.address, mine, "pl", _card("liquidation"))
    mine, _theirs, move = until("raid")
    album.add_page("raid", f"{recorded.address}?card=raid", mine)
    mine, _theirs, move = until("bribery")
    album.add_page("bribery", f"{recorded.address}?card=bribery", mine, "sv")
    mine, theirs, move = until("send")
    album.add_page("tie", recorded.address, mine, "fr", GO_ON)
    album.add_page("tie-waiting", recorded.address, theirs, "en", GO_ON)
    mine, theirs, move = until("limousine")
    source, onto, *load = move.text.split()[1:]
    album.add_page(
        "limousine", f"{recorded.address}?card=limousine&from={source}&cards={'-'.join(load)}&to={onto}", mine, "pl"
    )
    album.add_page("limousine-begun", f"{recorded.address}?card=limousine", mine)
    recorded.advance()
    album.add_page("duel-over", recorded.address, recorded.record.seats[0])
    table, _last, tied, staged = (
        InProcessShell().shell(STORED.format(path=str(STORIES / "two-people.record.json"))).split()
    )
    album.add_page("replay", f"/games/{table}/replay/?at={staged}", "alice", "sv")
    album.add_page("replay-tie", f"/games/{table}/replay/?at={tied}&cards=up", "bob")


def of_swedish_chicago(album: Album) -> None:
    recorded = RecordedGame(InProcessShell(), "swedish-six")
    seats = recorded.record.seats
    for number, verb in enumerate(("exchange", "announce", "play")):
        move = recorded.advance_to(partial(_is, verb))
        album.add_page(f"swedish-{verb}", recorded.address, seats[move.seat], ("sv", "en", "fr")[number])
        if verb == "exchange":
            album.add_page("home-swedish-start", "/tables/", seats[move.seat])
    album.add_page("home-swedish", "/tables/", seats[move.seat])
    album.add_page("home-swedish-waiting", "/tables/", seats[(move.seat + 1) % len(seats)])
    album.add_page("swedish-waiting", recorded.address, seats[(move.seat + 1) % len(seats)], "pl")
    recorded.advance()
    album.add_page("swedish-over", recorded.address, seats[0])
    album.add_page("rules-swedish-chicago", "/rules/swedish_chicago/", None, "fr")


def _is(verb: str, move: Move) -> bool:
    return move.verb == verb


def _of_people(album: Album) -> None:
    InProcessShell().shell(PAST)
    long = "Wolfeschlegelsteinhausenberger"
    album.add_page("profile", "/people/rosa/", "rosa")
    album.add_page("head-to-head", f"/people/{long}/with/Maximiliana-von-Oberwinter/", "rosa", "sv")
    album.add_page("leaderboard", "/leaderboards/chicago_poker/", None, "pl")


def _a_friend_sits_in(album: Album) -> None:
    with transaction.atomic():
        arrangement = Arrangement.objects.get(player__game__public_id="sitting")
        assert arrangement.friend
        play.accept_sitting_in(arrangement, arrangement.friend)
        Vacation.objects.filter(pk=arrangement.vacation_id).update(begins_at=NOW)
        play.begin_vacation(arrangement.vacation_id)
        album.add_page("sitting-in", "/games/sitting/", "carol", "fr")
        transaction.set_rollback(True)


def _mails(album: Album) -> None:
    """Add the HTML mails of two games."""
    queue = Queue()
    mail.outbox.clear()
    with patch("celery.app.base.Celery.send_task", queue.send_task):
        alice, bob = somebody("alice", language="en"), somebody("bob", language="sv")
        play_on(table_of(alice, bob, name="By mail", public_id="bymail"), 14)
        play_on(table_of(bob, alice, name="More of it", public_id="moreofit", variant="swedish_chicago"), 9)
        for minutes in (30, 60):
            with time_machine.travel(NOW + timedelta(minutes=minutes), tick=False):
                deliver_due(queue)
    for number, sent in enumerate(mail.outbox, start=1):
        assert isinstance(sent, mail.EmailMultiAlternatives)
        album.add(f"mail-{number}", "/", str(sent.alternatives[0][0]).encode())


SCENES: dict[str, Scene] = (
    {
        "chicago-poker": of_chicago_poker,
        "special-cards": special_cards,
        "swedish-chicago": of_swedish_chicago,
        "people": _of_people,
        "mails": _mails,
    }
    | REVIEWS
    | TABLES
    | OTHERS
)
