"""Screen reader announcements of the move that a player has just made."""

from collections.abc import Mapping
from typing import Any

from games.core import store
from games.models import Game, Player
from games.play.core.turns import last_drafted
from games.presentation.view_model import logged_moves
from games.rules.contract import CLOSES, OPENS, Event, State, redact


def announcement(shown: Mapping[str, Any], text: str, state: State | None) -> dict[str, str]:
    """Return the texts to announce: ``did``, the move ``text`` in words, and ``drawn``, a drawn card or empty.

    ``shown`` is the page's context; ``state`` is the game's state, if already loaded.
    """
    game, me, narrator = shown["game"], shown["me"], shown["narrator"]
    events = _events(game, me, text, state)
    lines = game.rules.presentation.announcements(events, shown["view"], named=game.hand_labels)
    drawn = (code for event in events for code in game.rules.presentation.drawn(event))
    return {"did": " ".join(narrator.line(line) for line in lines), "drawn": next(drawn, "")}


def _events(game: Game, me: Player, text: str, state: State | None) -> list[Event]:
    """Return the events of the player's last move with that text, redacted for them, without events of other seats."""
    if me.drafts:
        events = last_drafted(state or store.load(game).state, me)
    else:
        moves = logged_moves(game.moves.filter(seat=me.seat, text=text).order_by("-number")[:1])
        events = [event for move in moves for event in move.events]
    mine = (event for event in events if event.seat == me.seat and event.kind not in (OPENS, CLOSES))
    return [redact(event, me.seat) for event in mine]
