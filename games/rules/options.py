"""Checking what a table chose against a game's options: the same for every game."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import BadOption, Option, Options


def check(known: Sequence[Option], allowed: range, name: str, options: Options, seats: int) -> None:
    """Raise BadOption unless ``options`` holds exactly the ``known`` ones with values of theirs, for ``allowed`` seats.

    ``name`` is the game's.
    """
    if seats not in allowed:
        raise BadOption("seats", f"{name} is for {allowed[0]} to {allowed[-1]} players")
    names = {option.name for option in known}
    for each in options:
        if each not in names:
            raise BadOption(each, "no such option")
    for option in known:
        if option.name not in options:
            raise BadOption(option.name, "missing")
        if not _fits(option, options[option.name]):
            raise BadOption(option.name, "no such value")


def _fits(option: Option, value: object) -> bool:
    """Types must agree too: 1 is not true."""
    return any(type(value) is type(choice.value) and value == choice.value for choice in option.choices)
