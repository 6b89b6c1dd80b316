"""Why something did not reach somebody outside: refused for good, or worth another try."""

from __future__ import annotations

from datetime import timedelta

from django.utils import translation
from django.utils.functional import Promise


class NotTaken(Exception):
    """The other side has not taken it. ``message`` is for the user; ``status`` and ``said`` are what it answered."""

    def __init__(self, message: str | Promise, status: int | None = None, said: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.said = said

    @property
    def kept(self) -> str:
        """``message`` as it is stored: not translated, for whoever reads it later may read another language."""
        with translation.override(None):
            return str(self.message)


class DeliveryRejected(NotTaken):
    """For good: another try would be refused too."""


class BadAddress(DeliveryRejected):
    """Nothing is ever posted to this address. Nothing has been sent."""


class Gone(DeliveryRejected):
    """Nobody is to be told there any more: it was removed here, or has unsubscribed."""


class TryAgain(NotTaken):
    """It may work later; ``after``: how long the other side asked us to wait, if it did."""

    def __init__(
        self,
        message: str | Promise,
        status: int | None = None,
        said: str = "",
        after: timedelta | None = None,
    ) -> None:
        super().__init__(message, status, said)
        self.after = after
