"""Incidents of a game (absence, pauses, votes) as sentences, and as log entries between the moves."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.html import conditional_escape

from games.models import Game, Incident, Vote
from games.presentation.log import LogEntry, LogTurn
from games.presentation.narration import Narrator
from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.vocabulary import Line, Term

Kind = Incident.Kind

_SEAT_SENTENCES: dict[tuple[str, str], tuple[str, str]] = {
    (Kind.FORGIVEN, ""): (
        _("You missed the deadline, but this one was free: you have more time."),
        _("%(seat)s missed the deadline, but this one was free: they have more time."),
    ),
    (Kind.MISSED, ""): (
        _("You missed the deadline. The simplest legal moves were made for you."),
        _("%(seat)s missed the deadline. The simplest legal moves were made instead."),
    ),
    (Kind.COMPUTER, "deadline"): (
        _("You missed the deadline. A computer plays for you until you take your seat back."),
        _("%(seat)s missed the deadline. A computer plays for them."),
    ),
    (Kind.COMPUTER, "vacation"): (
        _("You’re on vacation. A computer plays for you."),
        _("%(seat)s is on vacation. A computer plays for them."),
    ),
    (Kind.COMPUTER, "moderation"): (
        _("A computer plays for you until you take your seat back."),
        _("A computer plays for %(seat)s."),
    ),
    (Kind.FRIEND, "vacation"): (
        _("You’re on vacation. A friend plays for you."),
        _("%(seat)s is on vacation. A friend plays for them."),
    ),
    (Kind.RETURNED, ""): (_("You play again."), _("%(seat)s is back.")),
    (Kind.LOST, ""): (
        _("The player before you missed the deadline and lost this seat. A computer played it until you came."),
        _("%(seat)s missed the deadline and lost the seat. A computer plays it until someone takes it."),
    ),
    (Kind.LOST, "left"): (
        _("The player before you left the site. A computer played this seat until you came."),
        _("%(seat)s has left the site. A computer plays the seat until someone takes it."),
    ),
    (Kind.LOST, "moderation"): (
        _("This seat was free. A computer played it until you came."),
        _("%(seat)s’s seat is free. A computer plays it until someone takes it."),
    ),
    (Kind.TAKEN, ""): (_("You took this seat over."), _("Someone new plays for %(seat)s.")),
    (Kind.PAUSED, "vacation"): (
        _("You’re on vacation. The table is paused until you’re back."),
        _("%(seat)s is on vacation. The table is paused until they’re back."),
    ),
    (Kind.EXTENDED, ""): (
        _("You’ve been given more time for your move."),
        _("%(seat)s has been given more time for the move."),
    ),
    (Kind.SHORTENED, ""): (
        _("Your extra time was taken back."),
        _("%(seat)s’s extra time was taken back."),
    ),
}
"""The sentence for the seat's player and the sentence for all others, by kind and reason."""

_LOST_BY_VIEWER = {
    "": _("You missed the deadline and lost your seat. A computer plays it until someone takes it."),
    "moderation": _("This seat is no longer yours. A computer plays it until someone takes it."),
}

_PROPOSED: dict[str, tuple[str, str]] = {
    Vote.Kind.PAUSE: (_("You propose to pause the game."), _("%(seat)s proposes to pause the game.")),
    Vote.Kind.RESUME: (_("You propose to resume the game."), _("%(seat)s proposes to resume the game.")),
    Vote.Kind.EXTEND: (
        _("You ask for more time."),
        _("%(seat)s proposes more time for the players to move."),
    ),
    Vote.Kind.CANCEL: (
        _("You propose to end the game without a result."),
        _("%(seat)s proposes to end the game without a result."),
    ),
}

_AGREED: dict[str, str] = {
    Vote.Kind.PAUSE: _("Everyone agreed to pause the game."),
    Vote.Kind.RESUME: _("Everyone agreed to resume the game."),
    Vote.Kind.EXTEND: _("Everyone agreed to more time for the players to move."),
    Vote.Kind.CANCEL: _("Everyone agreed to end the game without a result."),
}

_DECLINED: dict[str, tuple[str, str]] = {
    Vote.Kind.PAUSE: (_("You don’t want to pause the game."), _("%(seat)s doesn’t want to pause the game.")),
    Vote.Kind.RESUME: (_("You don’t want to resume yet."), _("%(seat)s doesn’t want to resume yet.")),
    Vote.Kind.EXTEND: (_("You don’t want more time."), _("%(seat)s doesn’t want more time.")),
    Vote.Kind.CANCEL: (_("You don’t want to end the game."), _("%(seat)s doesn’t want to end the game.")),
}

_LAPSED: dict[str, str] = {
    Vote.Kind.PAUSE: _("Not everyone agreed to a pause, so the game goes on."),
    Vote.Kind.RESUME: _("Not everyone agreed to resume, so the table stays paused."),
    Vote.Kind.EXTEND: _("Not everyone agreed to more time, so the deadlines stay."),
    Vote.Kind.CANCEL: _("Not everyone agreed to end the game, so it goes on."),
}


def sentence(incident: Incident, narrator: Narrator) -> str:
    """Return the incident as plain text for the narrator's viewer, with the names used at the table."""
    return narrator.line(line(incident, narrator.viewer))


def line(incident: Incident, viewer: Seat | None, *, sitting_in: bool = False, loser: int | None = None) -> Line:
    """Return the incident as a translatable sentence, with "You" as the subject if it concerns the viewer's seat.

    With ``sitting_in``, the viewer is the owner's substitute, and the sentence is about the owner.
    ``loser`` is the key of a viewer who has lost a seat here.
    """
    seat, why = incident.seat, incident.details.get("why", "")
    if _is_loss_of(loser, incident) and why in _LOST_BY_VIEWER:
        return Line(_LOST_BY_VIEWER[why])
    sentences = _sentences(incident)
    if isinstance(sentences, str):
        return Line(sentences)
    own, others = sentences
    if seat == viewer and not sitting_in:
        return Line(own)
    if seat == viewer and incident.kind == Kind.FRIEND:
        others = _("%(seat)s is on vacation. You play for them.")
    return Line(others, {"seat": Term("seat", seat)})


def _is_loss_of(loser: int | None, incident: Incident) -> bool:
    return loser is not None and incident.kind == Kind.LOST and incident.details.get("loser") == loser


def _sentences(incident: Incident) -> str | tuple[str, str]:
    why, vote = incident.details.get("why", ""), incident.details.get("vote", "")
    match incident.kind:
        case Kind.PROPOSED:
            return _PROPOSED[vote]
        case Kind.AGREED:
            return _AGREED[vote]
        case Kind.DECLINED:
            return _LAPSED[vote] if incident.seat is None else _DECLINED[vote]
        case Kind.PAUSED if why in ("vote", "moderation"):
            return _("The table is paused.")
        case Kind.RESUMED:
            return _("The game goes on.")
        case Kind.CANCELLED:
            return _("The game has ended without a result.")
    return _SEAT_SENTENCES[incident.kind, why]


def incident_entry(
    incident: Incident, narrator: Narrator, *, sitting_in: bool = False, loser: int | None = None
) -> LogEntry:
    """Return the incident as a log entry, without a rule paragraph; ``sitting_in`` and ``loser`` as in ``line``."""
    text = narrator.line(line(incident, narrator.viewer, sitting_in=sitting_in, loser=loser))
    hot = _is_loss_of(loser, incident) or (incident.seat is not None and incident.seat == narrator.viewer)
    return LogEntry(text, conditional_escape(text), hot, "", incident.after)


def incident_entries(
    game: Game, number: int, narrator: Narrator, *, sitting_in: bool = False, loser: int | None = None
) -> list[LogEntry]:
    """Return the incidents from move ``number`` on, oldest first; ``sitting_in`` and ``loser`` as in ``line``."""
    incidents = game.incidents.filter(after__gte=number).order_by("pk")
    return [incident_entry(incident, narrator, sitting_in=sitting_in, loser=loser) for incident in incidents]


def with_incidents(
    turns: Sequence[LogTurn],
    incidents: Iterable[Incident],
    narrator: Narrator,
    *,
    sitting_in: bool = False,
    loser: int | None = None,
) -> list[LogTurn]:
    """Return a copy of the log with each incident after its move; ``sitting_in`` and ``loser`` as in ``line``."""
    merged = [replace(turn, lines=list(turn.lines)) for turn in turns]
    for incident in incidents:
        turn = next((turn for turn in reversed(merged) if turn.number <= incident.after), None)
        if turn is not None:
            position = sum(line.number <= incident.after for line in turn.lines)
            turn.lines.insert(position, incident_entry(incident, narrator, sitting_in=sitting_in, loser=loser))
    return merged
