"""Lists inside sentences: “a, b and c” as each language has it."""

from __future__ import annotations

from collections.abc import Sequence

from babel.lists import format_list
from django.conf import settings
from django.utils.translation import get_language, to_locale


def enumerated(parts: Sequence[str]) -> str:
    """The parts one after the other, in the language that is active; empty if there are none."""
    return format_list(parts, locale=to_locale(get_language() or settings.LANGUAGE_CODE)) if parts else ""
