"""Compilation of translation catalogues with Babel only, so that no gettext tools need to be installed."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_changed() -> list[str]:
    """Compile catalogues that are newer than their compiled files, and return their languages."""
    done = []
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            scratch = target.with_suffix(f".mo.{os.getpid()}")
            with source.open("rb") as catalogue, scratch.open("wb") as compiled:
                write_mo(compiled, read_po(catalogue))
            scratch.replace(target)
            done.append(source.parts[-3])
    return done
