"""Search for games with every possible ending and write them as golden records.

    python -m tests.records.make [GAME [NAME …]]

Games are played at random from numbered seeds, by players who steer towards the wanted ending, so the result is
reproducible. Run the command when a game's rules gain an ending, and review the diff of the other records.
"""

from __future__ import annotations

import sys
from importlib import import_module

from tests.records.search import FOLDER, Wanted, find, write


def games() -> list[str]:
    """Return the games with wanted records, which have a ``wanted.py`` in their folder."""
    return sorted(path.parent.name for path in FOLDER.glob("*/wanted.py"))


def wanted_of(variant: str) -> tuple[Wanted, ...]:
    wanted: tuple[Wanted, ...] = import_module(f"tests.records.{variant}.wanted").WANTED
    return wanted


def main(variant: str = "", *names: str) -> None:
    """Write the named records, all of a game's, or all records. Exit with an error if no seed leads to a record."""
    for each in [variant] if variant else games():
        for wanted in wanted_of(each):
            if not names or wanted.name in names:
                written = find(each, wanted, seeds=3000)
                if written is None:
                    raise SystemExit(f"no game found for {wanted.name}")
                write(each, wanted.name, written)


if __name__ == "__main__":
    main(*sys.argv[1:])
