"""The texts on the buttons of legal moves; players can also type them (rule 10)."""

from collections.abc import Iterator

from games.rules.chicago_poker.board.bribery import ends
from games.rules.chicago_poker.board.confirm import confirm
from games.rules.chicago_poker.board.limousine import button
from games.rules.chicago_poker.board.rails import liquidation_aim, raid_aim
from games.rules.chicago_poker.moves import Move, understand
from games.rules.chicago_poker.view import View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, line, say
from games.rules.vocabulary import Line

_AIMS = {"raid": raid_aim, "liquidation": liquidation_aim}


def on_buttons(move: str, view: View) -> Iterator[Line]:
    """Yield the texts on a legal move's buttons, with and without the small print.

    Yield nothing for other moves.
    """
    if move not in view.legal:
        return
    meant = understand(move)
    large = [*_large(meant, view)]
    yield from large
    for note in _small(meant, view):
        yield from (say("%(words)s %(note)s", words=line(each), note=line(note)) for each in large)


def _large(meant: Move, view: View) -> Iterator[Line]:
    if meant.verb in _AIMS:
        there = next(each for each in view.street if each is not None and each.tile == meant.business)
        yield _AIMS[meant.verb](there, meant.target).says
        if question := confirm(view, {"card": meant.verb, "at": meant.business, "of": str(meant.target)}):
            yield question.question
            yield question.button
    elif meant.verb == "bribery":
        yield say(_("Take %(card)s"), card=card(meant.card))
    elif meant.verb == "limousine":
        yield button(meant.onto, meant.cards)
    elif meant.verb == "revolver":
        yield say(_("Fire: 2 more actions"))
    elif meant.verb == "draw":
        yield say(_("Draw"))
        if ends(view):
            yield say(_("Draw a card and end your turn"))


def _small(meant: Move, view: View) -> Iterator[Line]:
    if meant.verb in ("draw", "raid", "liquidation", "bribery") and ends(view):
        yield say(_("ends your turn"))
    elif meant.verb == "bribery":
        yield say(_("others only see that you took a card"))
    elif meant.verb == "limousine":
        yield say(_("can be undone this turn"))
