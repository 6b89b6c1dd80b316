"""A game with only an engine and sentences can be played on every page of the site, without templates."""

from __future__ import annotations

import json
import re
from html import unescape
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts.models import User
from games.computers import players
from games.core.store import read_events
from games.models import Game, Notice, NotificationKind, Player
from games.rules import record
from games.rules.contract import redact
from tests.cast import client_of, table_of
from tests.crazy_eights import GAME
from tests.lobby.test_lobby import OPEN, filled
from tests.mail_server import PostOffice
from tests.notifications.outbox_steps import deliver_due, later
from tests.playing import play_on
from tests.queue import Queue

pytestmark = pytest.mark.django_db
MANY = 400
"""A number of moves that none of these games reaches."""


def body(user: User | None, name: str, *args: str, query: str = "") -> str:
    answer = client_of(user).get(reverse(name, args=args) + query)
    assert answer.status_code == 200, (name, answer.status_code)
    return unescape(answer.content.decode())


def opened(*people: User, **changes: object) -> Game:
    """Return a table opened and joined through the pages."""
    host, *others = people
    form = filled(
        GAME.engine.VARIANT, size=changes.pop("size", len(people)), name="Eights", entropy="0" * 32, **changes
    )
    assert client_of(host).post(f"{OPEN}?game={GAME.engine.VARIANT}", form).status_code == 302
    game = Game.objects.get(variant=GAME.engine.VARIANT)
    for number, other in enumerate(others, start=1):
        client_of(other).post(reverse("join", args=[game.public_id]), {"entropy": f"{number:032x}"})
    return Game.objects.get(pk=game.pk)


def asked(game: Game) -> Player:
    return Player.objects.select_related("user", "game").get(game=game, to_move_since__isnull=False)


def press(game: Game) -> None:
    """Submit the first button on the page of the player to move."""
    user = asked(game).user
    page = body(user, "table", game.public_id)
    move = re.findall(r'name="move"\s+value="([^"]+)"', page)[0]
    assert move in json.loads(re.search(r'<script id="legal-moves"[^>]*>(.*?)</script>', page)[1])
    version = re.search(r'name="version" value="([^"]+)"', page)[1]
    answer = client_of(user).post(reverse("move", args=[game.public_id]), {"move": move, "version": version})
    assert answer.status_code == 303, answer.content.decode()


def to_the_end(game: Game) -> Game:
    game = play_on(game, MANY)
    assert game.is_over
    return game


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return to_the_end(table_of(alice, bob, variant=GAME.engine.VARIANT))


def test_it_is_opened_joined_and_played_through_its_buttons(alice: User, bob: User) -> None:
    game = opened(alice, bob)
    assert game.is_running
    for _ in range(12):
        press(game)
    assert game.moves.count() == 13
    page = body(alice, "table", game.public_id)
    assert "Your hand" in page
    assert re.search(r"\b(1 card|\d+ cards) in hand", page)
    assert "pile" in page


def test_log_recap_and_news_have_sentences(alice: User, bob: User) -> None:
    game = play_on(table_of(alice, bob, variant=GAME.engine.VARIANT), 10)
    assert "played" in body(alice, "log", game.public_id)
    assert "’s turn." in body(None, "log", game.public_id)
    assert body(alice, "home")
    assert body(alice, "lobby")
    assert "Crazy Eights" in body(None, "front")


def test_a_drawn_card_is_visible_to_its_player_only(alice: User, bob: User) -> None:
    game = play_on(table_of(alice, bob, variant=GAME.engine.VARIANT), 25)
    moves = game.moves.filter(text="draw")
    assert moves
    for move in moves:
        (drew,) = (event for event in read_events(move.events) if event.kind == "drew")
        assert "card" in redact(drew, move.seat).details
        assert "card" not in redact(drew, 1 - move.seat).details


def test_an_opponents_hand_is_on_no_page_of_mine(alice: User, bob: User) -> None:
    game = play_on(table_of(alice, bob, variant=GAME.engine.VARIANT), 8)
    cards = {seat: game.cards.filter(zone="hand", seat=seat) for seat in range(2)}
    own = game.players.get(user=alice).seat
    mine, theirs = ({_label(card.code) for card in cards[seat]} for seat in (own, 1 - own))
    table, replay = body(alice, "table", game.public_id), body(alice, "replay", game.public_id)
    for label in mine:
        assert label in table
        assert label in replay
    told = {_label(card.code) for card in game.cards.filter(zone="pile")}
    assert not [label for label in theirs - told if label in table or label in replay]


def _label(code: str) -> str:
    """Return the English label of a card on a page."""
    name = GAME.presentation.face(code).name
    return f'aria-label="{name.text % {"rank": name.terms["rank"].value.text}}"'


def test_a_turn_mail_is_sent(alice: User, bob: User, mailbox: PostOffice, queue: Queue) -> None:
    game = play_on(table_of(alice, bob, variant=GAME.engine.VARIANT), 3)
    Notice.objects.exclude(kind=NotificationKind.TURN).delete()
    with later(hours=1):
        deliver_due(queue)
    (mail,) = mailbox.mails
    assert mail["To"] == asked(game).user.email
    for kind in ("plain", "html"):
        assert "Match " in mail.get_body((kind,)).get_content()


def test_computers_play_it_with_people(alice: User) -> None:
    game = table_of(alice, variant=GAME.engine.VARIANT, bots=("steady", "random"))
    for _ in range(MANY):
        players.move_all(game.pk)
        game = Game.objects.get(pk=game.pk)
        if game.is_over:
            break
        game = play_on(game, 1)
    assert game.is_over
    assert "won" in body(alice, "table", game.public_id)


def test_a_finished_game_is_replayed_move_by_move(over: Game, alice: User) -> None:
    for at in (0, 1, over.moves.count() - 1):
        for cards in ("", "&cards=up"):
            assert "Replay" in body(alice, "replay", over.public_id, query=f"?at={at}{cards}")


def test_it_ends_with_its_outcome_on_the_page_and_in_the_profile(over: Game, alice: User) -> None:
    assert "won: played the last card." in body(alice, "table", over.public_id)
    assert re.search(r"(Won against|Lost to) \w+\.", body(alice, "profile", alice.username))


def test_its_deal_can_be_checked(over: Game, alice: User) -> None:
    page = body(alice, "deal-audit", over.public_id)
    assert '"broken": false' in page
    deal = json.loads(re.search(r'<script id="deal" type="application/json">(.*?)</script>', page)[1])
    assert [len(hand) for hand in deal["hands"]] == [7, 7]
    assert deal["deck"] is not None
    drawn = [card for move in deal["moves"] for card in move["drawn"]]
    assert len(drawn) == over.moves.filter(text="draw").count()


def test_its_rows_are_what_its_moves_give(over: Game, alice: User, bob: User) -> None:
    running = play_on(table_of(alice, bob, variant=GAME.engine.VARIANT), 20)
    out = StringIO()
    call_command("verify", over.public_id, running.public_id, stdout=out)
    assert out.getvalue().count("ok:") == 2


def test_its_record_is_read_again(over: Game, alice: User, tmp_path: Path) -> None:
    answer = client_of(alice).get(reverse("record", args=[over.public_id]))
    written = record.read(answer.content.decode())
    assert record.outcome_json(record.check(written).outcome) == over.outcome
    path = tmp_path / "eights.record.json"
    path.write_bytes(answer.content)
    over.delete()
    call_command("import_record", str(path), stdout=StringIO())
    assert Game.objects.get(variant=GAME.engine.VARIANT).is_over


def test_resigning_and_absence_are_as_in_every_game(alice: User, bob: User, carol: User) -> None:
    game = table_of(alice, bob, carol, variant=GAME.engine.VARIANT)
    me = asked(game)
    data = {"version": re.search(r'name="version" value="([^"]+)"', body(me.user, "table", game.public_id))[1]}
    client_of(me.user).post(reverse("resign", args=[game.public_id]), data)
    assert game.players.get(resigned=True).pk == me.pk
    assert asked(game).pk != me.pk
    to_the_end(game)


def test_rules_about_and_the_form_speak_of_it(alice: User) -> None:
    rules = body(None, "rules", GAME.engine.VARIANT)
    assert 'id="p-2"' in rules
    assert "eights" in body(None, "about").lower()
    assert GAME.presentation.PITCH in unescape(client_of().get("/").content.decode())
    assert GAME.engine.VARIANT in body(alice, "open-table")
