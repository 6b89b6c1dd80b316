"""Delivery errors: permanent, or worth another try."""

from datetime import timedelta

from django.utils import translation
from django.utils.functional import Promise


class DeliveryError(Exception):
    """A delivery failed. ``message`` is for the user; ``status`` and ``response`` are the receiver's answer.

    ``after`` is the delay that the receiver asked for, if any (Retry-After).
    """

    def __init__(
        self,
        message: str | Promise,
        status: int | None = None,
        response: str = "",
        after: timedelta | None = None,
    ) -> None:
        super().__init__(message)
        self.message, self.status, self.response, self.after = message, status, response, after

    @property
    def untranslated(self) -> str:
        """``message`` untranslated, for storage: it may be read in another language later."""
        with translation.override(None):
            return str(self.message)


class DeliveryRejected(DeliveryError):
    """A permanent failure: another try would be refused too."""


class BadAddress(DeliveryRejected):
    """Nothing is ever posted to this address. Nothing has been sent."""


class Gone(DeliveryRejected):
    """The target no longer exists: it was removed here, or has unsubscribed."""


class Unfinished(DeliveryError):
    """A part was delivered; the rest is due at once, and earlier tries do not count."""


class TemporaryFailure(DeliveryError):
    """A retry may succeed."""
