"""Refusals for moderators, reporters and appellants."""

from accounts.refusals import Refused


class Forbidden(Refused):
    """A refusal because the user lacks the permission, or has a conflict of interest."""

    status, code = 403, "forbidden"


class Settled(Refused):
    """A refusal because the action was done already, or another decision was made in the meantime."""

    status, code = 409, "settled"


class Unknown(Refused):
    """A refusal because the object does not exist, or the user must not learn that it exists."""

    status, code = 404, "unknown"
