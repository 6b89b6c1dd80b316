"""Crazy Eights for 2 to 4 players: a minimal game, with only an engine and its sentences."""

from __future__ import annotations

from collections import Counter

from games.rules import playing_cards
from games.rules.contract import OPENS, OVER, Event, Illegal, Line, Seat, View
from games.rules.game import Game
from games.rules.phrases import by, card, doer, number, say, seat, seats, text
from tests.crazy_eights.state import CARDS, POINTS
from tests.crazy_eights.state import State as GameState

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
ENDINGS = {"first out": "played the last card", "resignation": "is left", "blocked": "holds least"}


class CrazyEights(Game[View, GameState]):
    """Match the suit or the rank; eights are wild."""

    SLUG, NAME, SEATS, PIECES, State = "crazy_eights", "Crazy Eights", range(2, 5), CARDS, GameState
    ZONES, REASONS = ("stock", "pile", "hand"), tuple(ENDINGS)
    PITCH = "Match the top card’s suit or rank, or change the suit with an eight. First without cards wins."
    PARAGRAPHS = (
        ("1", "Two players get seven cards each, three or four get five. One card is turned up."),
        ("2", "Play a card of the suit or rank to match. An eight can always be played and names the next suit."),
        ("3", "Draw one card if you can’t play; if none is left, pass."),
        ("4", "Who has no card left wins; if nobody can go on, who holds fewest points. Whoever resigns loses."),
    )
    face = staticmethod(playing_cards.face)

    def sentence(self, event: Event, viewer: Seat | None) -> Line | None:
        """Describes every event except ``dealt``."""
        details = event.details
        if event.kind == OVER:
            why = text(ENDINGS[details["reason"]])
            return say("%(winners)s won: %(why)s.", winners=seats(details["winners"]), why=why)
        if event.kind == "played":
            words = {"card": card(details["card"]), "suit": text(SUITS[details["suit"]])}
            return by(event, viewer, "You played %(card)s: %(suit)s.", "%(seat)s played %(card)s: %(suit)s.", **words)
        if "card" in details and event.seat is not None:
            return say("You drew %(card)s.", card=card(details["card"]))
        if event.seat is None:
            return say({"dealt": "The cards are dealt.", "reshuffled": "The pile is shuffled."}[event.kind])
        done = {OPENS: "is to move", "drew": "drew a card", "passed": "passed", "resigned": "resigned"}[event.kind]
        return say("%(seat)s %(done)s.", seat=seat(doer(event)), done=text(done))

    def refusal(self, illegal: Illegal) -> Line:
        """The reason of the refusal."""
        return say({"not_legal": "That can’t be played now: match the suit or the rank."}.get(illegal.code, "Not now."))

    def prompt(self, view: View) -> Line:
        """What the card must match."""
        if view.seat not in view.to_move:
            raise ValueError("not asked")
        return say("Match %(suit)s, or the rank of the top card.", suit=text(SUITS[view.facts["suit"]]))

    def policy(self, view: View) -> str:
        """The card that costs most in hand, an eight last and for the suit that is held most."""
        own = [piece.code for piece in view.pieces if piece.seat == view.seat]
        suits = Counter(code[1] for code in own if code[0] != "8")

        def promise(move: str) -> tuple[bool, int, int]:
            _verb, *words = move.split()
            return words[0][0] != "8", POINTS[words[0]], suits[words[-1]]

        return max(view.legal, key=promise) if view.legal[0].startswith("play") else view.legal[0]

    def progress(self, view: View) -> Line:
        """The number of the turn."""
        return say("turn %(turn)s", turn=number(view.facts["turn"] + 1))


GAME = CrazyEights()
