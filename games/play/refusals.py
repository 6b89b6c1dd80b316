"""Why something can't be done: an answer for the user, with the status it is given under."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused
from games.rules.contract import Illegal


class Stale(Refused):
    """The page was made before the table moved on."""

    status = 409

    def __init__(self) -> None:
        super().__init__(_("The table moved on. Here it is as it stands now."))


class NotYourTurn(Refused):
    """Others are asked, not this seat."""

    status = 409

    def __init__(self) -> None:
        super().__init__(_("It is not your turn."))


class Over(Refused):
    """The game has ended, or has not begun."""

    status = 409

    def __init__(self) -> None:
        super().__init__(_("This game is not running."))


class Replaced(Refused):
    """Somebody else moves for the seat just now: the owner may take it back, who sat in no longer does."""

    status = 409


class Paused(Refused):
    """The table stands still."""

    status = 409

    def __init__(self) -> None:
        super().__init__(_("This table is paused. What you have laid out stays as it is until the game goes on."))


class WrongMove(Refused):
    """The rules refuse the move; ``illegal`` says why and by which paragraph."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(illegal.code)
        self.illegal = illegal
