"""Why a moderator, or somebody who reports or appeals, can't do a thing."""

from __future__ import annotations

from games.play.refusals import Refused


class Forbidden(Refused):
    """Not by this person."""

    status = 403


class Settled(Refused):
    """Somebody has done it, or something else, meanwhile."""

    status = 409


class Unknown(Refused):
    """There is no such thing, as far as this person may know."""

    status = 404
