"""A panel, a webhook form or a notice's text that no package has registered fails at start, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.checks import CheckMessage

from games.models import NotificationKind, Webhook
from games.notifications import text
from games.notifications.channels import webhook
from games.replay import panels


@pytest.mark.parametrize(
    ("registry", "name", "check", "sentence"),
    [
        (panels._panels, "curve", panels.check_panels, "No room has registered the replay's panel 'curve'."),
        (webhook._askers, Webhook.Form.PLAYER, webhook.check_forms, "Nothing posts to webhooks of the form 'player'."),
        (
            text._builders,
            NotificationKind.CONDUCT,
            text.check_builders,
            "No room has registered the text of notices of the kind 'conduct'.",
        ),
    ],
)
def test_a_missing_entry_is_an_error_that_names_it(
    registry: dict[str, Any],
    name: str,
    check: Callable[[], list[CheckMessage]],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert check() == []
    monkeypatch.delitem(registry, name)
    assert [error.msg for error in check()] == [sentence]
