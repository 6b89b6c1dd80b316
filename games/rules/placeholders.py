"""Placeholders for the codes of hidden pieces in the facts that a viewer may know."""

import re
from collections.abc import Mapping
from typing import Any

_WORD = re.compile(r"[^\s]+")


def renamed(facts: Any, codes: Mapping[str, str]) -> Any:
    """Return the facts with these codes replaced wherever they are whole words, also in keys."""
    if isinstance(facts, str):
        return _WORD.sub(lambda word: codes.get(word[0], word[0]), facts)
    if isinstance(facts, Mapping):
        new = {renamed(name, codes): renamed(value, codes) for name, value in facts.items()}
        # The original order of the keys would reveal the codes.
        return new if new.keys() == facts.keys() else dict(sorted(new.items()))
    if isinstance(facts, list | tuple):
        return [renamed(each, codes) for each in facts]
    return facts
