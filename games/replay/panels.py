"""Panels beside the replay, each with its own template; packages that build on the replay register them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.core.checks import Error, register

from games.http import HtmxRequest
from games.models import Game
from games.replay.replay_page import Replay

Panel = Callable[[HtmxRequest, Game, Replay], Any]
"""A function that returns the panel's template context for the request's viewer, or None if there is no panel."""

NAMES = ("curve", "thoughts")
"""The panels that the replay's template supports."""

_panels: dict[str, Panel] = {}


def panel(name: str) -> Callable[[Panel], Panel]:
    """Register a function as the panel ``name``. Raise `ValueError` if it is unknown or registered twice."""
    if name not in NAMES or name in _panels:
        raise ValueError(f"the replay has no panel {name!r}, or it is registered twice")

    def registered(function: Panel) -> Panel:
        _panels[name] = function
        return function

    return registered


def panels_for(request: HtmxRequest, game: Game, replay: Replay) -> Mapping[str, Any]:
    """Return each panel's context by name, or None if the panel is not shown.

    Raise `ReplayMismatch` if a replay fails.
    """
    return MappingProxyType({name: _panels[name](request, game, replay) for name in NAMES})


@register()
def check_panels(**_options: Any) -> list[Error]:
    """Check that every panel is registered: ``GamesConfig.ready`` imports the modules that register them."""
    missing = [name for name in NAMES if name not in _panels]
    return [Error(f"No room has registered the replay's panel {name!r}.", id="games.E001") for name in missing]
