"""Operations of migrations that rename: stored names of models and fields follow."""

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


def rename_saved_filters(model: str, old: str, new: str, lookup: str = "__") -> RunPython:
    """Return the operation: the admin's saved lists of ``model`` filter by the field's new name.

    ``lookup`` follows the name in the address: "=" for a filter without a lookup.
    """

    def renamed(before: str, after: str) -> Any:
        def rename(apps: Any, _schema_editor: Any) -> None:
            lists = apps.get_model("accounts", "SavedList").objects
            lists.filter(model=model, query__contains=before + lookup).update(
                query=Replace(F("query"), Value(before + lookup), Value(after + lookup))
            )

        return rename

    return RunPython(renamed(old, new), renamed(new, old))
