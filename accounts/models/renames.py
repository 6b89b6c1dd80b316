"""Migration operations that rename models and fields in stored permissions and lists."""

from typing import Any

from django.db.migrations import RunPython
from django.db.models import F, Value
from django.db.models.functions import Replace


def rename_permissions(app_label: str, old: str, new: str) -> RunPython:
    """Return the operation that renames permissions, so that they stay granted and `migrate` creates no new ones."""
    rows = {"content_type__app_label": app_label}
    return _replacing("auth.Permission", rows, "codename", "endswith", f"_{old}", f"_{new}")


def rename_saved_filters(model: str, old: str, new: str, lookup: str = "__") -> RunPython:
    """Return the operation that renames a field in the admin's saved lists of ``model``.

    ``lookup`` follows the name in the query string: "=" for a filter without a lookup.
    """
    return _replacing("accounts.SavedList", {"model": model}, "query", "contains", old + lookup, new + lookup)


def _replacing(model: str, rows: dict[str, str], field: str, lookup: str, old: str, new: str) -> RunPython:
    def replaced(before: str, after: str) -> Any:
        def replace(apps: Any, _schema_editor: Any) -> None:
            found = apps.get_model(model).objects.filter(**rows, **{f"{field}__{lookup}": before})
            found.update(**{field: Replace(F(field), Value(before), Value(after))})

        return replace

    return RunPython(replaced(old, new), replaced(new, old))
