"""``python -m games.rules [--check] FILE``: replay a record from the shell (records.md 3)."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from games.rules import record


def _checked(read: record.Record) -> str:
    """Return the line that ``--check`` prints, with winners given as seats."""
    outcome = record.check(read).outcome
    if outcome is None:
        return f"ok: {len(read.moves)} moves, winner not yet known"
    winners = " ".join(map(str, outcome.winners)) or "nobody"
    return f"ok: {len(read.moves)} moves, winner {winners} ({outcome.reason})"


def _report(file: Path, only_check: bool) -> str:
    read = record.read(file.read_text(encoding="utf-8"))
    if only_check:
        return _checked(read)
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in record.positions(read))


def main(arguments: list[str] | None = None) -> int:
    """Print the positions, or one line with ``--check``. For a bad record, print the error to stderr and return 1."""
    parser = ArgumentParser(prog="python -m games.rules", description="Replay a game record and print its positions.")
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as the site exports it")
    parser.add_argument("--check", action="store_true", help="only say whether the record is sound")
    asked = parser.parse_args(arguments)
    try:
        report = _report(asked.file, asked.check)
    except record.RecordError as refused:
        sys.stderr.write(f"refused: {refused}\n")
    except (OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"refused: {asked.file}: {error}\n")
    else:
        sys.stdout.write(f"{report}\n")
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
