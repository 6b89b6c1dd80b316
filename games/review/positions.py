"""The game as the reviewed player saw it: what is shown of each judged decision, from one replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.models import Game, Move, Player
from games.replay.verification import replay_steps
from games.review.report import Judgement, Report
from games.rules.contract import OPENS, Event
from games.table.narration import Narrator


class Position(NamedTuple):
    """What is shown of a judged decision: its moves in words, and of a turning point the table and what happened."""

    judgement: Judgement
    says: dict[str, SafeString]
    knew: list[list[SafeString]]
    did: list[SafeString]
    paragraphs: list[str]


def positions(game: Game, players: Sequence[Player], report: Report, narrator: Narrator) -> dict[int, Position]:
    """The judged decisions by move, from one replay of the game. Raises ReplayMismatch."""
    judged = {judgement.number: judgement for judgement in report.judgements}
    found: dict[int, Position] = {}
    view: Any = None
    for step in replay_steps(game, players, _moves_of(game)):
        number = step.move.number
        if number in judged:
            is_turning = number in report.turning_points
            found[number] = _position(judged[number], view, step.events if is_turning else (), narrator)
        # The state is one object that the next step changes: so it is looked at now.
        view = step.state.look_back(report.seat, reveal_all=False) if number + 1 in judged else None
    return found


def _moves_of(game: Game) -> list[Move]:
    return list(game.moves.order_by("number"))


def _position(judgement: Judgement, view: Any, events: Sequence[Event], narrator: Narrator) -> Position:
    moves = {judgement.move, judgement.best, *(option.move for option in judgement.options)}
    rules, happened = narrator.rules, [event for event in events if event.kind != OPENS]
    return Position(
        judgement,
        says={move: narrator.rich(rules.said(move, view)[0]) for move in moves},
        knew=_known(view, narrator) if events else [],
        did=[said for event in rules.merge(happened) if (said := narrator.html(event))],
        paragraphs=list(dict.fromkeys(event.paragraph for event in happened if event.paragraph)),
    )


def _known(view: Any, narrator: Narrator) -> list[list[SafeString]]:
    told = narrator.rules.aloud(view)
    return [[narrator.rich(line) for line in lines] for lines in (told.hand, told.table, told.score) if lines]
