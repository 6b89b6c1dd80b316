"""Hints as whole sentences. They describe the evidence without judging it, which is up to moderators."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Hint

Kind = Hint.Kind
MILLION = 1_000_000


def sentences(hint: Hint) -> list[str]:
    """Return the evidence and possible innocent causes as sentences in the active language."""
    other = hint.other.shown_name if hint.other is not None else ""
    return _TOLD[Kind(hint.kind)](hint.about.shown_name, other, hint.evidence)


def _device(name: str, other: str, evidence: dict[str, Any]) -> list[str]:
    return [
        _("These two have played from the same device and sat at the same table."),
        *_days(name, other, evidence),
        _("People who live together share a device, too, and so do friends on a visit."),
    ]


def _network(name: str, other: str, evidence: dict[str, Any]) -> list[str]:
    return [
        _("These two have played from the same network and sat at the same table."),
        *_days(name, other, evidence),
        _("Families, schools, offices and phones on one mobile network share one, too. On its own it says little."),
    ]


def _days(name: str, other: str, evidence: dict[str, Any]) -> list[str]:
    told = []
    for who, days in zip((name, other), evidence["days"], strict=True):
        text = ngettext("%(name)s was seen there on %(count)d day.", "%(name)s was seen there on %(count)d days.", days)
        told.append(text % {"name": who, "count": days})
    return told


def _sparing(name: str, other: str, evidence: dict[str, Any]) -> list[str]:
    told = [_together(name, other, evidence["games"])]
    for striker, struck, (hits, strikes), due in zip(
        (name, other), (other, name), evidence["strikes"], evidence["expected"], strict=True
    ):
        text = ngettext(
            "%(striker)s has struck %(count)d time, %(hits)d of them against %(struck)s; %(due)s would be usual.",
            "%(striker)s has struck %(count)d times, %(hits)d of them against %(struck)s; %(due)s would be usual.",
            strikes,
        )
        told.append(text % {"striker": striker, "struck": struck, "hits": hits, "count": strikes, "due": _number(due)})
    return [*told, _chance(evidence)]


def _winning(name: str, other: str, evidence: dict[str, Any]) -> list[str]:
    won = _("One of them has won %(won)d of these games; %(due)s would be usual.")
    return [
        _together(name, other, evidence["games"]),
        won % {"won": evidence["won"], "due": _number(evidence["expected"])},
        _("This already takes into account how often each of them wins without the other."),
        _chance(evidence),
    ]


def _together(name: str, other: str, games: int) -> str:
    text = ngettext(
        "%(name)s and %(other)s have played %(count)d game together at tables with three seats or more.",
        "%(name)s and %(other)s have played %(count)d games together at tables with three seats or more.",
        games,
    )
    return text % {"name": name, "other": other, "count": games}


def _yielding(name: str, other: str, evidence: dict[str, Any]) -> list[str]:
    early = ngettext(
        "%(name)s has resigned early in %(early)d of %(count)d rated two-player game against %(other)s.",
        "%(name)s has resigned early in %(early)d of %(count)d rated two-player games against %(other)s.",
        evidence["games"],
    )
    facts = {"name": name, "other": other, "early": evidence["early"], "count": evidence["games"]}
    return [early % facts, _apart(evidence), _chance(evidence)]


def _apart(evidence: dict[str, Any]) -> str:
    text = ngettext(
        "Against others it was %(early)d of %(count)d game.",
        "Against others it was %(early)d of %(count)d games.",
        evidence["apart"],
    )
    return text % {"early": evidence["early_apart"], "count": evidence["apart"]}


def _stalling(name: str, _other: str, evidence: dict[str, Any]) -> list[str]:
    slow = ngettext(
        "At the end of lost games, %(name)s used nearly all of the allowed time, or more, in "
        "%(slow)d of %(count)d turn.",
        "At the end of lost games, %(name)s used nearly all of the allowed time, or more, in "
        "%(slow)d of %(count)d turns.",
        evidence["turns"],
    )
    apart = ngettext(
        "In other turns it was %(slow)d of %(count)d.",
        "In other turns it was %(slow)d of %(count)d.",
        evidence["apart"],
    )
    missed = ngettext(
        "%(count)d deadline was missed there.", "%(count)d deadlines were missed there.", evidence["missed"]
    )
    return [
        slow % {"name": name, "slow": evidence["slow"], "count": evidence["turns"]},
        apart % {"slow": evidence["slow_apart"], "count": evidence["apart"]},
        missed % {"count": evidence["missed"]},
        _chance(evidence),
    ]


def _chance(evidence: dict[str, Any]) -> str:
    if evidence["chance"] * MILLION < 1:
        return _("Chance alone would do this less than once in a million times.")
    once = round(1 / evidence["chance"])
    return _("Chance alone would do this once in %(count)s times.") % {"count": once}


def _number(value: float) -> str:
    return str(round(value))


_TOLD: dict[Kind, Callable[[str, str, dict[str, Any]], list[str]]] = {
    Kind.DEVICE: _device,
    Kind.NETWORK: _network,
    Kind.SPARING: _sparing,
    Kind.WINNING: _winning,
    Kind.YIELDING: _yielding,
    Kind.STALLING: _stalling,
}
