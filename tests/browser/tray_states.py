"""Tables of both games in every state of their trays, laid out in the database for the sweep (test_sweep.py)."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Iterator
from itertools import chain, combinations, product
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from django.db import transaction
from django.db.models import OuterRef, Subquery

from accounts.models import User
from games import play
from games.computers import players
from games.core import store
from games.core.store import read_events
from games.models import Game, Move, Player
from games.play.core import admission
from games.play.core.commit import make
from games.play.core.locked import locked
from games.rules.chicago_poker.pieces import SPECIALS, VALUE, canonical
from games.rules.swedish_chicago.pieces import place_of
from tests.browser.in_process_shell import InProcessShell
from tests.browser.recorded_game import RecordedGame
from tests.cast import found_or_made, table_of
from tests.combinations import every
from tests.playing import act, lay_out, legal, legal_in, play_on, to_move
from tests.review.samples import finished_game

NAMES = ("alice", "bob", "Maximiliana-von-Oberwinter", "dora", "Wolfeschlegelsteinhausenberger", "fred")
SIZES = every((2, 3, 4, 5, 6), 4)
"""Numbers of players: all in `make test-all`, otherwise the smallest and the largest."""
POKER, SWEDISH = "chicago_poker", "swedish_chicago"
ACES = ("Ac", "Ad", "Ah", "As")
FINISHED = {
    POKER: {3: "three-of-a-type", 4: "two-of-a-type", 5: "three-businesses"},
    SWEDISH: {2: "fifty-two", 3: "fifty-two-shared", 5: "level", 6: "level-by-the-combination"},
}
"""Records of whole games, by game and number of players."""
ROUNDS = {
    "exchange": (0, "label:has(#h1) && label:has(#h2)"),
    "open": (0, ""),
    "announce": (0, ""),
    "chicago": (0, ""),
    "play": (1, "label:has([name=card]:not([aria-disabled]))"),
}
"""Phases of Swedish Chicago: the number of cards in the trick, and the button to press."""


class TrayState(NamedTuple):
    """A table as one of its players sees it; ``click`` is what they press there.

    ``is_staged`` means that a stage with the latest events covers it and is left open.
    """

    name: str
    size: int
    path: str
    username: str
    click: str = ""
    is_staged: bool = False


def users(size: int) -> list[User]:
    """Return the first of NAMES, created if needed."""
    return [found_or_made(name) for name in NAMES[:size]]


def seat_of(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user").get(game=game, user=user)


def played_to(game: Game, wanted: Callable[[Any, Player], bool], seed: int = 1) -> tuple[Game, Player]:
    """Play at random until ``wanted(state, the player to move)``, and return that player with the game."""
    rng = Random(seed)
    with locked(game.pk) as held:
        while not wanted(held.state, to_move(held)[0]):
            player = to_move(held)[0]
            make(held, player, rng.choice(legal_in(held, player)))
        found = to_move(held)[0].pk
    return Game.objects.get(pk=game.pk), Player.objects.select_related("user").get(pk=found)


def played_until(game: Game, kind: str, seed: int = 1) -> Player:
    """Play at random until an event of this kind happens, and return the player whose move it was."""
    rng = Random(seed)
    with locked(game.pk) as held:
        while True:
            before, player = held.number, to_move(held)[0]
            make(held, player, rng.choice(legal_in(held, player)))
            events = chain(*Move.objects.filter(game=game, number__gt=before).values_list("events", flat=True))
            if kind in {event.kind for event in read_events(events)}:
                return player


def longest_unmoved(game: Game, by: Player) -> User:
    """Return the user who has not moved for the longest time, except ``by``: their page shows the most events."""
    own = Move.objects.filter(game=game, seat=OuterRef("seat")).order_by("-number").values("number")[:1]
    others = game.players.exclude(pk=by.pk).select_related("user").annotate(last=Subquery(own))
    found = min(others, key=lambda player: (player.last or 0, player.place)).user
    assert found
    return found


def stages(size: int) -> Iterator[tuple[str, TrayState]]:
    """Yield the latest events on stage for each game, as seen by the last player to look."""
    shootout = table_of(*users(size), variant=POKER, public_id=f"sweepshoot{size}")
    hands = [table_of(*users(size), variant=SWEDISH, public_id=f"sweep{key}{size}") for key in ("reveal", "handend")]
    for game, kind in zip((shootout, *hands), ("shootout", "revealed", "hand over"), strict=True):
        watching = longest_unmoved(game, played_until(game, kind))
        name = f"stage-{kind.replace(' ', '-')}"
        yield game.variant, TrayState(name, size, game.get_absolute_url(), watching.username, is_staged=True)
    if size == 2:
        yield POKER, reinforcements_revealed()


def reinforcements_revealed() -> TrayState:
    """Return the stage of a tie's end, replayed from a recorded duel, since no laid-out table has one."""
    recorded = RecordedGame(InProcessShell())
    first = recorded.advance_to(lambda move: move.verb == "send")
    recorded.advance_to(lambda move: move.number > first.number and move.verb != "send")
    who = recorded.record.seats[first.seat]
    return TrayState("stage-reinforcements", 2, recorded.address, who, is_staged=True)


def grant(state: Any, gangsters: int, specials: tuple[str, ...] = SPECIALS) -> None:
    """Give the active player these special cards and this number of gangsters, taken from wherever they are."""
    for pile in (state.deck, state.discarded, *state.hands):
        pile[:] = [code for code in pile if code not in SPECIALS]
    hand = state.hands[state.active]
    while len(hand) > gangsters:
        state.deck.insert(0, hand.pop())
    while len(hand) < gangsters:
        hand.append(next(code for code in state.deck if code not in SPECIALS))
        state.deck.remove(hand[-1])
    state.hands[state.active] = canonical([*hand, *specials])


def lay_beside(state: Any) -> None:
    """Give every seat one to three cards without a marker at two businesses, so that each special card has a target."""
    places = list(state.open())[:2]
    state.markers = [marker for marker in state.markers if marker[0] not in dict(places)]
    for (_slot, business), seat in product(places, range(state.seats)):
        column = business.columns[seat]
        if not column:
            column.append(next(code for code in state.deck if code not in SPECIALS))
            state.deck.remove(column[0])
        state.down.difference_update(column[3:])
        state.discarded += column[3:]
        del column[3:]


def poker_turn(size: int, key: str, *, gangsters: int, due: int = 3, specials: tuple[str, ...] = SPECIALS) -> Game:
    """Return a practice table at which alice holds these cards and is to move; the others are computer players.

    Some cards of each gang and all other special cards have been discarded.
    """
    (me,) = users(1)
    with transaction.atomic():
        bots = ("casual", "steady", "master", "novice", "club")[: size - 1]
        game = play_on(table_of(me, variant=POKER, bots=bots, public_id=key), 14 * size)
        state = store.load(game).state
        state.active, state.tie = seat_of(game, me).place, None
        lay_beside(state)
        grant(state, gangsters, specials)
        while state.deck and len(state.discarded) < 24:
            state.discarded.append(state.deck.pop(0))
        state.discarded += [code for code in SPECIALS if code not in specials]
        state.due, state.extra = due, 0
        lay_out(game, state)
    return game


def poker_turns(size: int) -> Iterator[TrayState]:
    """Yield the question for each card in hand, and hands of every length."""
    game = poker_turn(size, f"sweepturn{size}", gangsters=4)
    state = store.load(game).state
    path, moves = game.get_absolute_url(), state.legal_moves(state.active)
    first = {move.split()[0]: move.split() for move in reversed(moves)}
    yield TrayState("turn", size, path, NAMES[0])
    yield TrayState("card-chosen", size, path, NAMES[0], f"label:has(input[value='{first['play'][1]}'])")
    yield TrayState("revolver", size, path, NAMES[0], "label:has(input[data-kind=revolver])")
    yield TrayState("limousine", size, f"{path}?card=limousine", NAMES[0])
    yield TrayState("hint", size, path, NAMES[0], "[formaction$='/hint/']")
    for kind in ("raid", "liquidation"):
        _verb, tile, seat = first[kind]
        yield TrayState(kind, size, path, NAMES[0], f"label:has(input[data-kind={kind}])")
        if game.rules.presentation.asks_first(" ".join(first[kind]), state.view(state.active)):
            yield TrayState(f"{kind}-asked", size, f"{path}?card={kind}&at={tile}&of={seat}", NAMES[0])
    _verb, source, onto, *load = max((move.split() for move in moves if move.startswith("limousine")), key=len)
    query = f"card=limousine&from={source}&cards={'-'.join(load)}&to={onto}"
    yield TrayState("limousine-loaded", size, f"{path}?{query}", NAMES[0])
    briber = poker_turn(size, f"sweepbribe{size}", gangsters=2, specials=("bribery",))
    taken = store.load(briber).state.discarded[0]
    yield TrayState("bribery", size, f"{briber.get_absolute_url()}?card=bribery", NAMES[0])
    yield TrayState("bribery-chosen", size, f"{briber.get_absolute_url()}?card=bribery&take={taken}", NAMES[0])


def poker_hands(size: int) -> Iterator[TrayState]:
    """Yield long hands with drawn cards, a turn that can only be ended, and one without a playable card."""
    for name, gangsters, specials in (("drawn-7", 5, SPECIALS[2:3]), ("drawn-8", 3, SPECIALS[2:])):
        game = poker_turn(size, f"sweep{name[-1]}n{size}", gangsters=gangsters, specials=specials)
        loaded = store.load(game)
        loaded.state.deck.append(loaded.state.hands[loaded.state.active].pop())
        lay_out(game, loaded.state)
        act(seat_of(game, users(1)[0]), "draw")
        yield TrayState(name, size, game.get_absolute_url(), NAMES[0])
    ending = poker_turn(size, f"sweepend{size}", gangsters=3, due=0, specials=())
    yield TrayState("only-end", size, ending.get_absolute_url(), NAMES[0])


def tied(size: int, key: str) -> tuple[Game, Player]:
    """Return a shootout tied between the player to move and the next one, and the first one to answer."""
    game = play_on(table_of(*users(size), variant=POKER, public_id=key), 12 * size)
    with locked(game.pk) as held:
        state, me = held.state, to_move(held)[0]
        level, (slot, business) = [me.place, (me.place + 1) % size], next(iter(state.open()))
        free = [code for code in (*state.deck, *state.discarded) if code not in SPECIALS]
        pairs = combinations(free, 2)
        pair = next(pair for pair in pairs if VALUE[pair[0]] == VALUE[pair[1]])
        state.deck[:0], state.down = business.cards(), state.down.difference(business.cards())
        business.columns = [[] for _ in range(size)]
        for seat, card in zip(level, pair, strict=True):
            (state.deck if card in state.deck else state.discarded).remove(card)
            business.columns[seat] = [card]
            state.hands[seat] = [code for code in state.hands[seat] if code not in SPECIALS] or [state.deck.pop()]
        state.markers, state.due, state.extra = [(slot, level[1])], 0, 0
        make(held, me, "end")
        assert held.state.tie
        found = to_move(held)[0].pk
    return Game.objects.get(pk=game.pk), Player.objects.select_related("user").get(pk=found)


def poker_ties(size: int) -> Iterator[TrayState]:
    """Yield a reinforcement requested and chosen, a wait for it, and the cards seen in a raid."""
    game, me = tied(size, f"sweeptie{size}")
    path = game.get_absolute_url()
    assert me.user
    yield TrayState("tie", size, path, me.user.username)
    yield TrayState(
        "tie-chosen", size, path, me.user.username, "label:has([name=card]:not([aria-disabled], :disabled))"
    )
    sent, me = tied(size, f"sweepsent{size}")
    act(me, next(move for move in legal(me) if move.startswith("send")))
    assert me.user
    yield TrayState("tie-waiting", size, sent.get_absolute_url(), me.user.username)
    yield TrayState("tie-looking-on", size, sent.get_absolute_url(), "")
    raided = table_of(*users(size), variant=POKER, public_id=f"sweepraided{size}")
    by = played_until(raided, "raided")
    assert by.user
    yield TrayState("raided", size, raided.get_absolute_url(), by.user.username)


def between_people(size: int, variant: str) -> Iterator[TrayState]:
    """Yield a waiting player, a spectator, a vote and a pause."""
    game = play_on(table_of(*users(size), variant=variant, public_id=f"sweep{variant[0]}w{size}"), 12 * size)
    path, waiting = game.get_absolute_url(), game.players.filter(to_move_since__isnull=True).earliest("seat")
    assert waiting.user
    yield TrayState("waiting", size, path, waiting.user.username)
    yield TrayState("looking-on", size, path, "")
    voted = play_on(table_of(*users(size), variant=variant, public_id=f"sweep{variant[0]}v{size}"), 12 * size)
    play.propose(seat_of(voted, users(2)[1]), "pause")
    yield TrayState("vote", size, voted.get_absolute_url(), NAMES[0])
    paused = play_on(table_of(*users(size), variant=variant, public_id=f"sweep{variant[0]}p{size}"), 12 * size)
    vote = play.propose(seat_of(paused, users(1)[0]), "pause")
    for other in users(size)[1:]:
        play.cast(seat_of(paused, other), vote.pk, True)
    yield TrayState("paused", size, paused.get_absolute_url(), NAMES[0])


def swedish_rounds(size: int) -> Iterator[TrayState]:
    """Yield each phase of a hand."""
    for phase, (led, click) in ROUNDS.items():
        game, me = played_to(
            table_of(*users(size), variant=SWEDISH, public_id=f"sweep{phase}{size}", options={"open_card": True}),
            lambda state, _player, phase=phase, led=led: state.phase == phase and len(state.trick) >= led,
        )
        assert me.user
        yield TrayState(phase, size, game.get_absolute_url(), me.user.username)
        if click:
            yield TrayState(f"{phase}-chosen", size, game.get_absolute_url(), me.user.username, click)
    second, me = played_to(
        table_of(*users(size), variant=SWEDISH, public_id=f"sweepsecond{size}"),
        lambda state, _player: state.phase == "exchange" and state.part == 2,
    )
    assert me.user
    yield TrayState("exchange-again", size, second.get_absolute_url(), me.user.username)
    announced, me = played_to(
        table_of(*users(size), variant=SWEDISH, public_id=f"sweepannounced{size}"),
        lambda state, player: state.phase == "exchange" and any(map(is_long, state.records[player.place])),
    )
    assert me.user
    for name, click in (("announced", ""), ("announced-marked", "label:has([data-announced])")):
        yield TrayState(f"exchange-{name}", size, announced.get_absolute_url(), me.user.username, click)


def is_long(record: Any) -> bool:
    """Return whether an announced combination has at least four cards, so that the player is warned about all."""
    return len(record.cards) > 3


def hold(state: Any, seat: int, wanted: tuple[str, ...]) -> None:
    """Give a seat of Swedish Chicago these cards; cards of its hand take their places."""
    hand = state.hands[seat]
    for card in set(wanted).difference(hand):
        pile = next(pile for pile in (state.stock, state.discards, *state.hands) if card in pile)
        place = next(place for place, mine in enumerate(hand) if mine not in wanted)
        pile[pile.index(card)], hand[place] = hand[place], card
    state.hands = [sorted(each, key=place_of) for each in state.hands]


def swedish_choice(size: int) -> Iterator[TrayState]:
    """Yield the choice after four of a kind: to score, or to reset all others."""
    options = {"four_of_a_kind": "reset"}
    game, me = played_to(
        table_of(*users(size), variant=SWEDISH, public_id=f"sweepchoose{size}", options=options),
        lambda state, _player: state.phase == "announce",
    )
    with locked(game.pk) as held:
        hold(held.state, me.place, ACES)
        while held.state.phase == "announce":
            player = to_move(held)[0]
            make(held, player, "announce" if player.pk == me.pk else "pass")
        assert held.state.phase == "choose"
    assert me.user
    yield TrayState("choose", size, game.get_absolute_url(), me.user.username)


def finished(size: int, variant: str) -> Iterator[TrayState]:
    """Yield the final page of a game: a recorded one, or without one a random game."""
    if record := FINISHED[variant].get(size):
        game = finished_game(f"{variant}/{record}")
    else:
        game, rng = table_of(*users(size), variant=variant, public_id=f"sweep{variant[0]}over{size}"), Random(1)
        with locked(game.pk) as held:
            if variant == SWEDISH:
                held.state.scores = [*range(50, 50 - size, -1)]
            while asked := to_move(held):
                make(held, asked[0], rng.choice([move for move in legal_in(held, asked[0]) if move != "declare"]))
    yield TrayState("over", size, game.get_absolute_url(), NAMES[0])


def lay_out_states(size: int) -> list[TrayState]:
    """Return every state at tables of this size."""
    poker = [*poker_turns(size), *poker_hands(size), *poker_ties(size)]
    poker += [*between_people(size, POKER), *finished(size, POKER)]
    swedish = [*swedish_rounds(size), *swedish_choice(size)]
    swedish += [*between_people(size, SWEDISH), *finished(size, SWEDISH)]
    by_game = [*product((POKER,), poker), *product((SWEDISH,), swedish), *stages(size)]
    return [state._replace(name=f"{variant.split('_')[variant == POKER]}-{state.name}") for variant, state in by_game]


def print_states(size: int) -> None:
    """Print the states for ``Site.shell``: each run deals the same cards and seats the same computer players."""
    chance = Random(size)
    with (
        patch.object(admission, "MOST_TABLES", 1_000),
        patch.object(secrets, "token_hex", lambda length: chance.randbytes(length).hex()),
        patch.object(players, "_random", chance),
    ):
        states = lay_out_states(size)
    sys.stdout.write(json.dumps(states))
