"""Exceptions for refused changes to a game."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused
from games.rules.contract import Illegal


class Stale(Refused):
    """The page shows an earlier version of the game."""

    status, code = 409, "stale"
    message = _("The table has moved on. This is how it looks now.")


class NothingToUndo(Refused):
    """No move of this turn can be undone: either none was made, or (``has_moved``) the last move is final."""

    status, code = 409, "nothing-to-undo"

    def __init__(self, *, has_moved: bool) -> None:
        super().__init__(
            _("Your last action can’t be undone, because it revealed something hidden.")
            if has_moved
            else _("There’s nothing to undo: you haven’t done anything this turn.")
        )


class NotYourTurn(Refused):
    """It is not the seat's turn."""

    status, code = 409, "not-your-turn"
    message = _("It’s not your turn.")


class Over(Refused):
    """The game is not running: it has ended, or has not started."""

    status, code = 409, "not-running"
    message = _("This game isn’t running.")


class Replaced(Refused):
    """Another person or a computer player plays the seat at the moment, or the seat has changed hands."""

    status, code = 409, "replaced"


class Paused(Refused):
    status, code = 409, "paused"
    message = _("This table is paused. Your cards stay where you put them until the game resumes.")


class WrongMove(Refused):
    """The rules refuse the move; ``illegal`` holds the details for the explanation."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(illegal.code)
        self.illegal, self.code, self.paragraph = illegal, illegal.code, illegal.paragraph


@contextmanager
def rules_refusals() -> Iterator[None]:
    """Turn `Illegal` into `WrongMove`, or into `Refused` if the game has no plans."""
    try:
        yield
    except Illegal as illegal:
        if illegal.code == "no_plans":
            raise Refused(_("You can’t plan ahead in this game.")) from illegal
        raise WrongMove(illegal) from illegal
