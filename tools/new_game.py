"""Creates a new game: ``python tools/new_game.py VARIANT``, run by ``make new-game VARIANT=old_maid``.

The example, Crazy Eights in tests/crazy_eights, is copied under the new name to games/rules/VARIANT and registered in
RULES. Then the game can be played on the site, and all contract tests include it; only its rules are still to be
written.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = Path("tests/crazy_eights")
FILES = ("__init__.py", "state.py")
_VARIANT = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST = 30


def lay_out(root: Path, variant: str) -> Path:
    """Write the package of a new game below ``root``, register the game, and return the package's folder.

    Raise `ValueError` if the variant is invalid or its package exists.
    """
    package, records = root / "games/rules" / variant, root / "tests/records" / variant
    if not _VARIANT.fullmatch(variant) or len(variant) > _LONGEST:
        raise ValueError(f"{variant!r} is no name for a package: lower case, digits and _, {_LONGEST} at most")
    if package.exists():
        raise ValueError(f"{package} exists")
    package.mkdir(parents=True)
    for name in FILES:
        source = (root / EXAMPLE / name).read_text(encoding="utf-8")
        (package / name).write_text(_renamed(source, variant), encoding="utf-8")
    records.mkdir(parents=True)
    (records / "wanted.py").write_text(_WANTED, encoding="utf-8")
    _register(root / "games/rules/__init__.py", variant)
    return package


def _title(variant: str) -> str:
    return variant.replace("_", " ").title()


def _renamed(source: str, variant: str) -> str:
    source = source.replace("tests.crazy_eights", f"games.rules.{variant}").replace("crazy_eights", variant)
    return source.replace("Crazy Eights", _title(variant)).replace("CrazyEights", _title(variant).replace(" ", ""))


def _register(games: Path, variant: str) -> None:
    source = games.read_text(encoding="utf-8").replace(".GAME)}\n", f".GAME, {variant}.GAME)}}\n")
    # Keep the imports sorted, as `make lint` requires.
    source = re.sub(r"(?<=^from games\.rules import ).*", lambda names: _with(names[0], variant), source, flags=re.M)
    games.write_text(source, encoding="utf-8")


def _with(names: str, variant: str) -> str:
    return ", ".join(sorted([*names.split(", "), variant]))


_WANTED = '''"""The records that this game wants: each way in which it can end, and each value of each option."""

from __future__ import annotations

from games.rules.contract import Seat
from tests.records.search import Game, Wanted, ended


def at_random(game: Game) -> tuple[Seat, str]:
    """Any legal move."""
    seat = game.any_seat()
    return seat, game.rng.choice(game.state.legal_moves(seat))


def leaving(game: Game) -> tuple[Seat, str]:
    """Any legal move, but one of twenty is to resign."""
    seat, move = at_random(game)
    return seat, "resign" if game.rng.random() < 0.05 else move


WANTED = (
    Wanted("first-out", 2, {}, at_random, ended("first out")),
    Wanted("resignation", 3, {}, leaving, ended("resignation")),
    Wanted("blocked", 2, {}, at_random, ended("blocked")),
)
'''


def main(variant: str) -> int:
    """Create the game and print the next steps. On failure, print a line to standard error and return 1."""
    try:
        package = lay_out(ROOT, variant)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(
        f"{package.relative_to(ROOT)} is a game: a copy of Crazy Eights. Make it yours, then:\n"
        f"  make play                                       # it is among the games of a new table\n"
        f"  .venv/bin/python -m tests.records.make {variant}   # its golden records\n"
        f"  make test ARGS='-k {variant}'\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
