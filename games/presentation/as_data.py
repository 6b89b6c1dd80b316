"""A table as data for one viewer: the content of the page, with codes instead of words.

The API returns this data (games/api/table_view.py has the schema), and bots receive it in webhooks.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from accounts.models import Visitor
from games.core.access import TableAccess, is_closed
from games.core.lengths import expected
from games.models import Game, Player
from games.play import version_of
from games.play.core.vote_count import open_vote
from games.presentation.view_model import Position, position, shown_deadline
from games.rules.contract import Piece, State
from games.rules.record import outcome_json

_CLOCK = (
    *("pace_hours", "pace_minutes", "bank_hours", "added_hours", "cap_hours"),
    *("weekends_off", "nights_off", "playing_hours"),
)


def describe(access: TableAccess, user: Visitor, state: State | None = None) -> dict[str, Any]:
    """Return the table as ``user`` may see it; ``state`` is the game's state, if already loaded."""
    game, players, me = access
    facts = _settings(game) | {
        "version": version_of(game, me),
        "you": me.seat if me else None,
        "deadline": shown_deadline(players, me),
        "seats": [_seat(game, player, me) for player in players],
    }
    if game.started_at is None:
        return facts | _NOT_STARTED
    seen = position(game, me, user, state)
    _add_hands(facts["seats"], seen)
    return facts | _position(game, seen) | {"vote": _vote(game)}


_NOT_STARTED: dict[str, Any] = {
    "my_move": False,
    "legal": [],
    "legal_in_words": [],
    "drafts": [],
    "to_move": [],
    "pieces": [],
    "hidden": [],
    "facts": {},
    "vote": None,
    "outcome": None,
}


def _settings(game: Game) -> dict[str, Any]:
    return {
        "id": game.public_id,
        "game": game.variant,
        "name": game.name,
        "status": game.status,
        "public": game.public,
        "rated": game.rated,
        "any_computer": game.any_computer,
        "options": game.options,
        "size": game.size,
        "clock": {"kind": game.clock} | {name: getattr(game, name) for name in _CLOCK},
        "length": _length(game),
        "commitment": game.commitment,
        "paused": game.is_paused,
    }


def _length(game: Game) -> dict[str, Any] | None:
    if (length := expected(game)) is None:
        return None
    return {"visits": length.visits, "days": length.days}


def _seat(game: Game, player: Player, me: Player | None) -> dict[str, Any]:
    personas = game.rules.presentation.PERSONAS
    return {
        "seat": player.seat,
        "name": "" if player.is_gone else player.shown_name,
        "username": player.user.username if player.user and not player.user.erased_at else "",
        "persona": personas[player.persona].short if personas else "",
        "computer": player.bot,
        "owner": player.user.owner_name if player.user else "",
        "stand_in": player.stand_in,
        "is_you": me is not None and player.pk == me.pk,
        "to_move": player.to_move_since is not None,
        "deadline": player.deadline,
        "hand_size": None,
        "hand": None,
        "out": False,
    }


def _add_hands(seats: Iterable[dict[str, Any]], seen: Position) -> None:
    for seat in seats:
        known = seen.view.seats[seat["seat"]]
        seat |= {"hand_size": known.hand_size, "hand": known.hand, "out": known.out}


def _position(game: Game, seen: Position) -> dict[str, Any]:
    view = seen.view
    known = seen.state.knowledge(view.seat, reveal_all=is_closed(game))
    return {
        "my_move": seen.my_move,
        "legal": view.legal if seen.my_move else [],
        "legal_in_words": [],  # only the API requests them
        "drafts": seen.drafts,
        "to_move": view.to_move,
        "pieces": [piece._asdict() for piece in known["pieces"] if not _is_counted(piece)],
        "hidden": _counted(known["pieces"]),
        "facts": known["facts"],
        "outcome": outcome_json(view.outcome),
    }


def _is_counted(piece: Piece) -> bool:
    """Return whether the piece is hidden in a deck or hand: only the number of such pieces is shown."""
    return piece.is_hidden and piece.place is None


def _counted(pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    counts = Counter((piece.kind, piece.zone, piece.seat) for piece in pieces if _is_counted(piece))
    return [{"kind": kind, "zone": zone, "seat": seat, "count": n} for (kind, zone, seat), n in counts.items()]


def _vote(game: Game) -> dict[str, Any] | None:
    vote = open_vote(game) if game.is_running else None
    if vote is None:
        return None
    agreed = vote.ballots.filter(yes=True).order_by("player__seat").values_list("player__seat", flat=True)
    facts = {"id": vote.pk, "kind": vote.kind, "closes_at": vote.closes_at}
    return facts | {"by": vote.by.seat, "agreed": list(agreed)}
