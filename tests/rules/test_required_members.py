"""The required members of a game: the page that lists them, and the error for a game that lacks one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.rules.contract import Engine, State
from games.rules.game import Game
from games.rules.presentation import Presentation
from tests import crazy_eights
from tests.crazy_eights.state import State as CrazyEightsState

PAGE = Path(__file__).parents[2] / "docs/reference/contract.md"


def listed(part: str) -> list[str]:
    """Return the members in one table of the page."""
    table = PAGE.read_text(encoding="utf-8").split(f"| member of the {part} |")[1].split("\n\n")[0]
    return re.findall(r"^\| `(\w+)`", table, re.MULTILINE)


def test_the_page_lists_exactly_what_is_required() -> None:
    required = {name for name in Engine.__annotations__ if not hasattr(Engine, name)}
    assert sorted(listed("engine")) == sorted(required)
    assert sorted(listed("state")) == sorted(State.__abstractmethods__)
    assert sorted(listed("presentation")) == sorted(Presentation.__abstractmethods__)
    assert len(listed("state")) + len(listed("presentation")) == 14


def with_engine(engine: Engine[CrazyEightsState]) -> None:
    """Replace the example's engine."""
    Game(engine, crazy_eights.GAME.presentation, crazy_eights.GAME.automation)


@pytest.mark.parametrize("member", listed("engine"))
def test_an_engine_without_a_required_member_is_refused_by_its_name(member: str) -> None:
    known = {name: getattr(crazy_eights.ENGINE, name) for name in listed("engine") if name != member}
    with pytest.raises(TypeError, match=rf"Short lacks {member} "):
        with_engine(type("Short", (Engine,), known)())


@pytest.mark.parametrize("member", listed("state"))
def test_a_state_without_a_required_member_is_refused_by_its_name(member: str) -> None:
    known = {name: None for name in listed("state") if name != member}
    short = type("Short", (State,), known)
    with pytest.raises(TypeError, match=rf"Short lacks {member} "):
        with_engine(type("Engine", (crazy_eights.CrazyEightsEngine,), {"state_class": short})())


@pytest.mark.parametrize("member", listed("presentation"))
def test_a_presentation_without_a_required_member_is_refused_by_its_name(member: str) -> None:
    known = {name: None for name in listed("presentation") if name != member}
    with pytest.raises(TypeError, match=rf"Short.* {member}\b"):
        type("Short", (Presentation,), known)(crazy_eights.ENGINE)
