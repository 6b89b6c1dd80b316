"""Search for games that end in every possible way and write them as golden records.

    python -m tests.records.make [GAME [NAME …]]

Games are played at random from numbered seeds by players who steer towards the ending wanted, so that the same
records come out every time. Run it again when a game's rules gain an ending; look at the diff of the others.
"""

from __future__ import annotations

import sys
from importlib import import_module

from tests.records.search import FOLDER, Wanted, find, write


def games() -> list[str]:
    """The games that say which records they want: those with a ``wanted.py`` in their folder here."""
    return sorted(path.parent.name for path in FOLDER.glob("*/wanted.py"))


def wanted_of(slug: str) -> tuple[Wanted, ...]:
    """The records that a game wants."""
    wanted: tuple[Wanted, ...] = import_module(f"tests.records.{slug}.wanted").WANTED
    return wanted


def main(slug: str = "", *names: str) -> None:
    """Write the records of these names, or of a game, or all; complain about those that the seeds don't give."""
    for each in [slug] if slug else games():
        for wanted in wanted_of(each):
            if not names or wanted.name in names:
                written = find(each, wanted, seeds=3000)
                if written is None:
                    raise SystemExit(f"no game found for {wanted.name}")
                write(each, wanted.name, written)


if __name__ == "__main__":
    main(*sys.argv[1:])
