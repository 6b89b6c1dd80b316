"""No index repeats another index, because every index costs time on each write."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db.models import Field, ForeignKey, Model, UniqueConstraint

MODELS = [model for app in ("accounts", "games") for model in apps.get_app_config(app).get_models()]


def first_columns(model: type[Model]) -> set[str]:
    """Return the leading fields of a multi-column index without a condition."""
    unique = (each for each in model._meta.constraints if isinstance(each, UniqueConstraint))
    whole = (each.fields for each in (*unique, *model._meta.indexes) if each.condition is None)
    return {fields[0].lstrip("-") for fields in whole if fields}


def indexed_twice(model: type[Model]) -> list[Field]:
    first = first_columns(model)
    return [
        field
        for field in model._meta.local_fields
        if isinstance(field, ForeignKey) and field.db_index and not field.unique and field.name in first
    ]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_no_foreign_key_has_an_index_that_another_one_begins_with(model: type[Model]) -> None:
    assert indexed_twice(model) == []
