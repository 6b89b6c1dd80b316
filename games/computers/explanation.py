"""Explanations of computer players' moves in finished games, made by repeating their search.

The random numbers derive from the dealing secret, so the search gives the same result unless its time was cut short.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.computers import text
from games.computers.habits import habit_in, habit_of
from games.computers.levels import LEVELS, Thoughts
from games.computers.players import recall
from games.computers.search import Candidate
from games.computers.text import Option
from games.core.access import is_closed
from games.models import Game, Move, Player
from games.presentation.view_model import narrator_of
from games.replay.snapshots import latest, state_after
from games.rules import phrases
from games.rules.contract import State, View
from games.rules.contract import gettext_noop as _
from games.rules.game import Rules
from games.rules.vocabulary import Line

_NOTICEABLE = 0.0005
"""The smallest lead that is not displayed as 0.0 %."""


class Thinking(NamedTuple):
    """The explanation of a computer player's move.

    ``options`` is empty if the player moved without a search. ``habit`` describes the habit of its level;
    ``habit_here`` says whether this move shows the habit, and is empty if it made no difference.
    """

    name: str
    level: str
    move: SafeString
    why: list[SafeString]
    options: list[Option]
    verdict: SafeString
    habit: Any
    habit_here: Any


def explainable_move(game: Game, me: Player | None, number: int) -> Move | None:
    """Return the move with this number if ``me`` may ask for its reasons, otherwise None.

    Only moves of the site's computer players have reasons, and only players of a closed game may ask: its replay shows
    all cards, so the reasons reveal nothing.
    """
    if me is None or not is_closed(game):
        return None
    move = game.moves.filter(number=number, by=Move.By.COMPUTER).first()
    player = move and game.players.filter(seat=move.seat, bot__in=LEVELS).first()
    return move if player else None


def thinking(game: Game, move: Move) -> Thinking:
    """Explain this move by repeating its search.

    Raise `ReplayMismatch` if the game can't be replayed up to the move.
    """
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    player = next(each for each in players if each.seat == move.seat)
    player.game = game
    view = _before(game, players, move.number).full_view(player.place)
    narrator, thoughts = narrator_of(game, players, None), recall(player, view, move.number)
    return Thinking(
        name=player.computer_name,
        level=str(player.get_bot_display()),
        move=text.move_text(move.text, view, narrator),
        why=text.why(move.text, view, narrator),
        options=text.options(thoughts.candidates, move.text, view, narrator),
        verdict=narrator.rich(_verdict(thoughts, move.text, view, game.rules)),
        habit=habit_of(player.bot),
        habit_here=habit_in(player.bot, game.rules, view, move.text),
    )


def _before(game: Game, players: Sequence[Player], number: int) -> State:
    start = latest(game, number - 1)
    rows = game.moves.filter(number__gt=start.number if start else -1, number__lt=number).order_by("number")
    return state_after(game, players, rows, number - 1, start)


def _verdict(thoughts: Thoughts, played: str, view: View, rules: Rules) -> Line:
    """Return a sentence on why the player chose the move, or on the other move that the repeated search prefers."""
    if thoughts.move != played:
        again = _("If asked again, it would play: %(move)s. It doesn’t always think equally far ahead.")
        return phrases.say(again, move=phrases.line(rules.presentation.move_texts(thoughts.move, view)[0]))
    if not thoughts.candidates:
        return phrases.say(_("It had no choice.") if len(view.legal) == 1 else _("It was its first idea."))
    best = thoughts.candidates[0]
    if best.move == played:
        return _best(best, thoughts.candidates[1:], view, rules)
    loss = best.chance - next(each.chance for each in thoughts.candidates if each.move == played)
    erred = _("It knew that this was %(loss)s better: %(move)s. At its level it sometimes slips on purpose.")
    move = rules.presentation.move_texts(best.move, view)[0]
    return phrases.say(erred, loss=phrases.text(text.percent(loss)), move=phrases.line(move))


def _best(best: Candidate, others: Sequence[Candidate], view: View, rules: Rules) -> Line:
    if not others:
        return phrases.say(_("It thought this was best."))
    if (lead := best.chance - others[0].chance) < _NOTICEABLE:
        return phrases.say(_("It thought this was best, but only just."))
    words = _("It thought this was best: %(lead)s ahead of the next idea, %(move)s.")
    move = rules.presentation.move_texts(others[0].move, view)[0]
    return phrases.say(words, lead=phrases.text(text.percent(lead)), move=phrases.line(move))
