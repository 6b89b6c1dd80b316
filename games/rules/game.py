"""A card game that the site offers: its engine, presentation and automation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from games.rules.automation import Automation
from games.rules.contract import Engine, S, V
from games.rules.presentation import Presentation


@dataclass(frozen=True, eq=False)
class Game(Generic[S, V]):
    """A game with states ``S`` and views ``V``. Creating it raises `TypeError` if a required member is missing."""

    engine: Engine[S]
    presentation: Presentation[V]
    automation: Automation[S, V]

    def __post_init__(self) -> None:
        _refuse(type(self.engine), [name for name in Engine.__annotations__ if not hasattr(self.engine, name)])
        _refuse(self.engine.state_class, sorted(self.engine.state_class.__abstractmethods__))


def _refuse(part: type, missing: Sequence[str]) -> None:
    if missing:
        raise TypeError(
            f"{part.__module__}.{part.__qualname__} lacks {', '.join(missing)} (docs/reference/contract.md)"
        )


Rules = Game[Any, Any]
