"""A migration's operation that renames a renamed model's permissions: Django renames its content type alone."""

from __future__ import annotations

from typing import Any

from django.db.migrations import RunPython
from django.db.models import F, Value
from django.db.models.functions import Replace


def rename_permissions(app_label: str, old: str, new: str) -> RunPython:
    """Return the operation: granted permissions stay granted, and `migrate` creates no second ones."""

    def renamed(before: str, after: str) -> Any:
        def rename(apps: Any, _schema_editor: Any) -> None:
            permissions = apps.get_model("auth", "Permission").objects
            permissions.filter(content_type__app_label=app_label, codename__endswith=f"_{before}").update(
                codename=Replace(F("codename"), Value(f"_{before}"), Value(f"_{after}"))
            )

        return rename

    return RunPython(renamed(old, new), renamed(new, old))
