"""Hidden information is never sent to a viewer: by pages, fragments, log, record, mails or socket frames.

Two proofs over random games, for every seat and a spectator: no card that the viewer has never been shown is named
anywhere, and exchanging two such cards everywhere in the database changes no byte that the viewer gets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from random import Random

import pytest
import time_machine
from django.core import signing
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Token, User
from accounts.tokens import tokens
from games import play
from games.core import store
from games.models import Card, Delivery, Game, Move, Notice, Player
from games.notifications import compose as words
from games.notifications.channels import email
from games.play.core.commit import make
from games.play.core.locked import locked
from games.presentation.narration import Narrator
from games.presentation.view_model import logged_moves, seat_names
from games.rules.contract import redact
from tests.cast import client_of, found_or_made, some_guest, somebody, table_of
from tests.needs import EVERYTHING
from tests.normalized import TOKENS
from tests.playing import legal_in, to_move

pytestmark = pytest.mark.django_db

SIGNED = re.compile(r"(?<=/(?:go|op)/)(\w[\w-]*):[\w-]+(?=/)")
SEALED = {"together": True, "open_card": True}
GAMES = [
    *(
        pytest.param("chicago_poker", {}, seed, steps, id=f"poker{seed}")
        for seed, steps in [(1, 25), (2, 60), (3, 110)]
    ),
    *(
        pytest.param("swedish_chicago", {}, seed, steps, id=f"swedish{seed}")
        for seed, steps in [(1, 9), (2, 21), (3, 40)]
    ),
    *(
        pytest.param("swedish_chicago", SEALED, seed, steps, id=f"sealed{seed}")
        for seed, steps in [(4, 2), (5, 8), (6, 20)]
    ),
]
"""The slug, options, seed and steps of each game. In games with many deals, few cards stay unseen for long."""
if connection.vendor == "postgresql":
    # Only the order of rows may differ on PostgreSQL, and the longest game of each kind is enough to test that.
    GAMES = GAMES[2::3]


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Freezes the time that pages show."""
    with time_machine.travel("2026-11-20 12:00Z", tick=False):
        yield


@pytest.fixture
def people():
    return [somebody("alice"), somebody("bob"), some_guest("Dana")]


def play_on(game: Game, chance: Random, steps: int) -> None:
    """Play random moves and drafts, preferring special cards, so that there is something to hide."""
    with locked(game.pk) as held:
        for _step in range(steps):
            if not (asked := to_move(held)):
                return
            player = chance.choice(asked)
            moves = legal_in(held, player)
            specials = [move for move in moves if move.split()[0] in ("raid", "bribery", "limousine", "liquidation")]
            make(held, player, chance.choice(specials or moves))


def viewers(game: Game) -> Iterator[tuple[Player | None, Client]]:
    yield None, client_of()
    for player in game.players.select_related("user", "game"):
        yield player, client_of(player.user)


def everything(game: Game, me: Player | None, client: Client) -> dict[str, str]:
    """Return everything the site sends to this viewer about the game, by place."""
    address = {
        name: reverse(name, args=[game.public_id]) for name in ("table", "log", "record", "deal-audit", "version")
    }
    sent = {name: client.get(url) for name, url in address.items()}
    onlooker = found_or_made("onlooker")
    sent["lobby"] = client_of(onlooker).get(reverse("lobby"))
    sent["fragment"] = client.get(address["table"], headers={"HX-Request": "true"})
    if me is not None:
        sent["stale"] = client.post(reverse("move", args=[game.public_id]), {"version": "0.0", "move": "draw"})
        sent["wrong"] = client.post(
            reverse("move", args=[game.public_id]), {"version": play.version_of(game, me), "move": "x"}
        )
    sent |= {f"api {part}": answer for part, answer in by_api(game, me).items()}
    texts = {name: TOKENS.sub("", answer.content.decode()) for name, answer in sent.items()}
    if me is not None and me.to_move_since is not None:
        notice = Notice(
            user=me.user, kind="turn", game=game, player=me, data={"asked": me.to_move_since}, due_at=me.turn_started_at
        )
        delivery = Delivery(notice=notice, user=me.user, channel="mail")
        message = email.build_mail(delivery, words.message([delivery]), "me@example.org")
        texts["mail"] = "\n".join(
            [message.subject, message.body, *(str(part.content) for part in message.alternatives)]
        )
        texts["mail"], addresses = SIGNED.subn(payload, texts["mail"])
        assert addresses
    return texts


def _token_of(user: User) -> str:
    """Revoke the user's earlier tokens, so that there is only one, and return a new one."""
    Token.objects.filter(user=user).delete()
    return tokens.make(user, "program", Token.Scope.values, None).secret


def by_api(game: Game, me: Player | None) -> dict[str, HttpResponse]:
    """Return the API's responses to this viewer's programs, or the public ones for a guest, who has no token."""
    user = None if me is None or me.user.is_guest else me.user
    headers = {"Authorization": f"Bearer {_token_of(user)}"} if user else {}
    client, root = Client(), f"/api/v1/tables/{game.public_id}"
    sent = {part: client.get(root + part, headers=headers) for part in ("", "/events", "/record", "/deal")}
    if user is not None:
        sent["orders"] = client.get(f"{root}/orders", headers=headers)
        sent["plan"] = client.get(f"{root}/plan", headers=headers)
        body = {"version": play.version_of(game, me), "move": "x"}
        sent["wrong"] = client.post(f"{root}/moves", body, "application/json", headers=headers)
    assert {answer.status_code for part, answer in sent.items() if part != "wrong"} == {200}
    return sent


def payload(signed: re.Match) -> str:
    """Return the payload of a signed URL, because two letters of its random signature may look like a card."""
    return signing.b64_decode(signed[1].encode()).decode()


def known_to(game: Game, me: Player | None) -> set[str]:
    """Return all cards shown to this viewer: now on the table, or in events redacted for the viewer."""
    seat = me.seat if me else None
    state = play.drafted(store.load(game).state, me)
    shown = [redact(event, seat) for move in logged_moves(game.moves.all()) for event in move.events]
    text = repr(state.view(seat)) + json.dumps([event.details for event in shown])
    return set(re.findall(rf"\b(?:{'|'.join(game.rules.engine.PIECES)})\b", text))


def never_shown(game: Game, me: Player | None) -> list[str]:
    known = known_to(game, me)
    cards = Card.objects.filter(game=game).values_list("code", flat=True)
    return [code for code in cards if code not in known and game.rules.presentation.face(code).suit]


EXCHANGE = re.compile(r"\b(exchange(?: open)?)((?: [2-9TJQKA][cdhs])+)\b")


def exchange(game: Game, one: str, other: str) -> None:
    """Exchange two cards in all stored data."""
    permute(game, {one: other, other: one})


def permute(game: Game, others: dict[str, str]) -> None:
    """Permute these cards in all stored data."""
    pattern = re.compile(rf"\b(?:{'|'.join(others)})\b")
    order = game.rules.engine.PIECES.index

    def listed(found: re.Match) -> str:
        """Sort the cards of an exchange into the canonical order in which pages list them."""
        return " ".join([found[1], *sorted(found[2].split(), key=order)])

    def swapped(text: str) -> str:
        return EXCHANGE.sub(listed, pattern.sub(lambda found: others[found[0]], text))

    cards = {card.code: card for card in Card.objects.filter(game=game, code__in=others)}
    places = {code: {field: getattr(card, field) for field in store.CARD_FIELDS} for code, card in cards.items()}
    for code, other in others.items():
        vars(cards[other]).update(places[code])
    # Far cheaper than bulk_update(), which makes a condition for each row and field.
    conflicts = {"update_conflicts": True, "unique_fields": ["pk"], "update_fields": store.CARD_FIELDS}
    Card.objects.bulk_create(cards.values(), **conflicts)
    changed = []
    for move in game.moves.all():
        before = move.text, json.dumps(move.events)
        after = swapped(before[0]), swapped(before[1])
        if after != before:
            move.text, move.events = after[0], json.loads(after[1])
            changed.append(move)
    Move.objects.bulk_update(changed, ["text", "events"], batch_size=100)
    for player in game.players.all():
        Player.objects.filter(pk=player.pk).update(drafts=json.loads(swapped(json.dumps(player.drafts))))
    stored = Game.objects.filter(pk=game.pk)
    stored.update(facts=json.loads(swapped(json.dumps(stored.get().facts))))


@pytest.fixture
def running(people, variant, options, seed, steps):
    game = table_of(*people, variant=variant, options=options)
    play_on(game, Random(seed), steps)
    game.refresh_from_db()
    assert game.is_running
    codes = list(Card.objects.filter(game=game).order_by("pk").values_list("code", flat=True))
    # Keys reveal nothing either: rows are in canonical order.
    assert codes == [code for code in game.rules.engine.PIECES if code in set(codes)]
    return game


running_games = pytest.mark.parametrize(("variant", "options", "seed", "steps"), GAMES)


def mentions(text: str, word: str, after: str = "") -> bool:
    """Return whether the text contains this word, followed by a match of the pattern ``after``."""
    return word in text and re.search(rf"\b{word}\b{after}", text) is not None


def assert_nothing_hidden_is_sent(game: Game, me: Player | None, client: Client, exchanges: Iterable[int]) -> None:
    """Assert that no output for this viewer names a card that was never shown to them.

    Exchanging pairs of such cards changes no output.
    """
    narrator = Narrator(game.rules, seat_names(game, game.players.all()), me.seat if me else None)
    hidden, before = never_shown(game, me), everything(game, me, client)
    assert len(hidden) > 10
    for where, text in before.items():
        assert game.secret not in text, (me, where)
        for code in hidden:
            assert not mentions(text, code, "(?! the system)"), (me, where, code)
            assert not mentions(text, narrator.card(code)), (me, where, code)
    chance = Random(game.pk)
    for number in exchanges:
        one, other = chance.sample(never_shown(game, me), 2)
        exchange(game, one, other)
        game.refresh_from_db()
        again = Player.objects.select_related("game", "user").get(pk=me.pk) if me else None
        for where, text in everything(game, again, client).items():
            assert text == before[where], (me, where, number, one, other)


@running_games
@pytest.mark.slow
def test_no_output_reveals_a_hidden_card_or_the_dealing_secret(running):
    for me, client in viewers(running):
        assert_nothing_hidden_is_sent(running, me, client, range(3 if EVERYTHING else 1))


@running_games
@pytest.mark.slow
def test_a_stopped_game_that_may_be_reopened_reveals_nothing(running):
    play.stop_game(running)
    running.refresh_from_db()
    for me, client in viewers(running):
        assert_nothing_hidden_is_sent(running, me, client, range(1))


def test_a_spectator_and_a_rival_see_no_draft(people):
    game = table_of(*people)
    me = Player.objects.select_related("game", "user").get(game=game, to_move_since__isnull=False)
    before = {
        player and player.pk: everything(game, player, client) for player, client in viewers(game) if player != me
    }
    text = next(move for move in store.load(game).state.legal_moves(me.seat) if move.startswith("play"))
    play.move(me, text, play.version_of(me.game, me))
    game.refresh_from_db()
    after = {player and player.pk: everything(game, player, client) for player, client in viewers(game) if player != me}
    assert after == before
