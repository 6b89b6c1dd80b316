"""Writes docs/api/openapi.json (``make openapi``).

New parts are added to the promises (tests/api/v1.json), unless the document breaks an earlier promise.
"""

from __future__ import annotations

import json
import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.api.compatibility import breaks
    from tests.api.test_document import COMMITTED, PROMISED, written

    COMMITTED.write_text(written())
    if broken := breaks(json.loads(PROMISED.read_text()), json.loads(written())):
        raise SystemExit("\n".join(["Version 1 has promised otherwise:", *broken]))
    PROMISED.write_text(written())
