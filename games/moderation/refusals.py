"""Refusals of moderators, reporters and appellants."""

from accounts.refusals import Refused


class Forbidden(Refused):
    """The user lacks the permission."""

    status, code = 403, "forbidden"


class Settled(Refused):
    """It is done already, or another decision was made in the meantime."""

    status, code = 409, "settled"


class Unknown(Refused):
    """It does not exist, as far as this person may know."""

    status, code = 404, "unknown"
