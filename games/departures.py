"""Somebody deletes his account: his seats are settled first, so that no game hangs on a person who is gone."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.signals import leaving
from games import play


@receiver(leaving)
def settle_seats(user: Any, **_kwargs: Any) -> None:
    """Give back the seats at tables that wait, resign the games that run."""
    play.leave_all(user)
