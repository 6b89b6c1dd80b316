"""Delivery errors, permanent and temporary."""

from datetime import timedelta

from django.utils import translation
from django.utils.functional import Promise


class DeliveryError(Exception):
    """A failed delivery. ``message`` is for the user; ``status`` and ``response`` are from the receiver.

    ``after`` is the delay requested by the receiver (Retry-After), or None.
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
        """The untranslated ``message``, for storage: it may later be shown in another language."""
        with translation.override(None):
            return str(self.message)


class DeliveryRejected(DeliveryError):
    """A permanent failure: another try would also be refused."""


class BadAddress(DeliveryRejected):
    """An address that must not be posted to; nothing has been sent."""


class Gone(DeliveryRejected):
    """The target no longer exists: it was removed here, or has unsubscribed."""


class Unfinished(DeliveryError):
    """A partial delivery: the rest is due immediately, and earlier tries do not count."""


class TemporaryFailure(DeliveryError):
    """A temporary failure: a retry may succeed."""
