"""Write how long games are, for the pages that say so: ``python -m lab.lengths`` after the table of lab/waits.py.

Each game's lengths.py gets the rows of docs/explanation/waits.md without standing orders. The answers that follow each
other are the days that a game gets longer if each answer takes more hours.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from games.rules import RULES
from games.rules.vocabulary import Length

TABLE = Path("docs/explanation/waits.md")
NONE = "–"
PLANS = NONE
"""The rows to take by their plans: not everybody makes any."""

SLOW, USUAL = 24, 8
"""The columns of days: the mean hours until an answer."""

HEADING = '''\
"""How long games over days are (``python -m lab.lengths``)."""

from games.rules.vocabulary import Length

LENGTHS = (
'''

Row = Mapping[str, str]


def rows(text: str) -> list[Row]:
    """Return the rows of a table in Markdown, by the names of its columns."""
    header, _rule, *lines = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")
    )
    return [dict(zip(header, line, strict=True)) for line in lines]


def lengths(variant: str, table: list[Row]) -> Iterator[Length]:
    """Yield the lengths of a game's rows without standing orders and plans."""
    for row in table:
        if row["Game"] == variant and row["Standing orders"] == NONE and row.get("Plans", PLANS) == PLANS:
            more_days = int(row["24 h"]) - int(row["8 h"])
            options = _options(variant, row["Options"])
            yield Length(int(row["Seats"]), options, int(row["Visits a seat"]), more_days * 24 / (SLOW - USUAL))


def _options(variant: str, listed: str) -> dict[str, object]:
    chosen = {} if listed == NONE else dict(pair.split("=") for pair in listed.split(", "))
    return {
        option.name: choice.value
        for option in RULES[variant].engine.OPTIONS
        for choice in option.choices
        if chosen.get(option.name) == str(choice.value).lower()
    }


def module(found: list[Length]) -> str:
    """Return the Python module with these lengths."""
    entries = (
        f"    Length({each.seats}, {_literal(each.options)}, {each.visits:.0f}, {each.waits:.0f}),\n" for each in found
    )
    return HEADING + "".join(entries) + ")\n"


def _literal(options: Mapping[str, object]) -> str:
    return repr(dict(options)).replace("'", '"')


def main() -> None:
    """Write the lengths of all games that the table has."""
    table = rows(TABLE.read_text())
    for variant in RULES:
        if found := [*lengths(variant, table)]:
            Path("games/rules", variant, "lengths.py").write_text(module(found))


if __name__ == "__main__":
    main()
