"""The merits and risks of moves, and the odds of exchanges (rules 2 to 7).

The sentences contain neither the player's name nor "you".
"""

from games.rules.contract import gettext_noop as _
from games.rules.phrases import cards, say
from games.rules.presentation import Presentation
from games.rules.swedish_chicago.bot.candidates import worth_a_search
from games.rules.swedish_chicago.bot.draw_odds import outcomes, undrawn
from games.rules.swedish_chicago.moves import Move, understand
from games.rules.swedish_chicago.text.advice import announcements, chicago, exchange, tricks
from games.rules.swedish_chicago.text.advice.facts import kept_cards
from games.rules.swedish_chicago.text.faults import fault
from games.rules.swedish_chicago.text.names import HANDS
from games.rules.swedish_chicago.view import View
from games.rules.vocabulary import Chance, Line, Odds

_SHOWN = 3
"""The maximum number of exchanges with odds."""

_LEAST = 0.005
"""The lowest chance worth listing."""


class Advice(Presentation[View]):
    def reasons(self, view: View, move: str) -> tuple[Line, ...]:
        meant = understand(move)
        return tuple(_REASONS[meant.verb](view, meant))

    def fault(self, view: View, move: str, better: str) -> Line | None:
        return fault(view, understand(move), understand(better))

    def odds(self, view: View) -> tuple[Odds, ...]:
        """Return the odds of the most promising exchanges for which the stock has enough cards.

        Return an empty tuple unless the viewer is to exchange.
        """
        if view.seat is None or view.phase != "exchange" or not view.legal:
            return ()
        moves = map(understand, worth_a_search(view))
        drawing = [move for move in moves if move.cards and not move.open and len(move.cards) <= view.stock]
        return tuple(_odds(view, move) for move in drawing[:_SHOWN])


def _odds(view: View, move: Move) -> Odds:
    kept = kept_cards(view, move)
    found = outcomes(kept, undrawn(view))
    chances = [Chance(say(HANDS[kind]), chance) for kind, chance in found.items() if kind and chance >= _LEAST]
    given = say(_("Keep %(cards)s"), cards=cards(kept)) if kept else say(_("Exchange all five"))
    return Odds(tuple(chances), given=given)


_REASONS = {
    "exchange": exchange.exchanging, "take": exchange.taking, "refuse": exchange.refusing,
    "announce": announcements.announcing, "pass": announcements.passing,
    "score": announcements.scoring, "reset": announcements.resetting,
    "declare": chicago.declaring, "play": tricks.playing,
}  # fmt: skip
