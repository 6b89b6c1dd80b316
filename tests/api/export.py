"""Writes docs/api/openapi.json: ``python -m tests.api.export``."""

from __future__ import annotations

import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.api.test_document import COMMITTED, written

    COMMITTED.write_text(written())
