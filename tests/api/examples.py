"""Writes games/api/examples.json, the examples of the API's document: ``python -m tests.api.examples``.

All are real responses of a site, with long lists shortened.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import django

FILE = Path(__file__).parents[2] / "games" / "api" / "examples.json"
SITE = "https://room.example.org"
SHORT = {"pieces": 40, "paragraphs": 2, "moves": 3, "quotas": 3, "legal": 12, "shuffles": 1, "order": 5}
"""The number of items to keep of a list, by name."""

Found = dict[str, dict[str, Any]]


def collect() -> Found:
    from tests.api.story import tell

    return json.loads(json.dumps(shortened(tell())).replace("http://testserver", SITE))


def shortened(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: shortened(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [shortened(each) for each in value[: SHORT.get(name, len(value))]]
    return value


def _write() -> None:
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        FILE.write_text(json.dumps(collect(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    _write()
