"""Permission fields for groups and users: a row per table, a checkbox per action.

Only permissions for tables and actions of the admin are offered, and those already granted, which saving would
otherwise remove.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db.models import QuerySet
from django.forms.models import ModelChoiceIterator
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

VERBS = {"view": _("See"), "change": _("Change"), "add": _("Add"), "delete": _("Delete")}


def verb_of(right: Permission) -> str:
    """Return the verb of VERBS in a permission's code name, or an empty string."""
    verb, _separator, model = right.codename.partition("_")
    return verb if verb in VERBS and model == right.content_type.model else ""


def label_of(right: Permission) -> str:
    """Return the permission's verb or name, translated. The database stores it in English."""
    if verb := verb_of(right):
        return str(VERBS[verb])
    model = right.content_type.model_class()
    own = dict(model._meta.permissions) if model is not None else {}
    return str(own.get(right.codename, right.name))


def table_of(right: Permission) -> str:
    """Return the heading of the list that the permission applies to."""
    if (model := right.content_type.model_class()) is None:
        return right.content_type.model
    page = admin.site.get_model_admin(model) if admin.site.is_registered(model) else None
    return capfirst(str(getattr(page, "plural", "") or model._meta.verbose_name_plural))


def offered(site: admin.AdminSite, held: QuerySet[Permission] | None) -> list[int]:
    """Return the primary keys of permissions that have an effect, and of those in ``held``."""
    kept = set(held.values_list("pk", flat=True)) if held is not None else set()
    pages = [site.get_model_admin(model) for model in apps.get_models() if site.is_registered(model)]
    also = {codename for page in pages for codename in getattr(page, "also_asked", ())}
    permissions = Permission.objects.select_related("content_type")
    return [each.pk for each in permissions if each.pk in kept or each.codename in also or _has_effect(site, each)]


def _has_effect(site: admin.AdminSite, right: Permission) -> bool:
    model, verb = right.content_type.model_class(), verb_of(right)
    if model is None or not verb:
        return model is not None
    return site.is_registered(model) and verb in getattr(site.get_model_admin(model), "verbs", VERBS)


class _ByTable(ModelChoiceIterator):
    """Permissions, grouped by the names of their tables in the reader's language."""

    def __iter__(self) -> Iterator[Any]:
        order = list(VERBS)
        rights = sorted(
            self.queryset.select_related("content_type"),
            key=lambda each: (table_of(each), order.index(verb_of(each)) if verb_of(each) else len(order)),
        )
        for table, group in groupby(rights, key=table_of):
            yield table, [self.choice(right) for right in group]


class PermissionRows(forms.CheckboxSelectMultiple):
    """Checkboxes in rows. Each has an accessible name with its table, for users who can't see the row."""

    def __init__(self, attrs: dict[str, Any] | None = None, choices: Any = ()) -> None:
        super().__init__({"class": "rights", **(attrs or {})}, choices)

    def create_option(self, name: str, value: Any, label: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Add the accessible name and the column's CSS class to the option."""
        option = super().create_option(name, value, label, *args, **kwargs)
        right = getattr(value, "instance", None)
        if right is not None:
            option["attrs"] |= {
                "aria-label": f"{table_of(right)}: {label}",
                "class": f"right--{verb_of(right) or 'own'}",
            }
        return option


class PermissionsField(forms.ModelMultipleChoiceField):
    widget = PermissionRows
    iterator = _ByTable

    def label_from_instance(self, obj: Any) -> str:
        return label_of(obj)


class TranslatedPermissionsMixin(admin.ModelAdmin):
    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.remote_field.model is Permission:
            kwargs |= {"form_class": PermissionsField, "widget": PermissionRows, "help_text": ""}
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form, which offers permissions that have an effect and those that this row already has."""
        form = super().get_form(request, obj, change=change, **kwargs)
        for name, field in form.base_fields.items():
            if isinstance(field, PermissionsField):
                keys = offered(self.admin_site, getattr(obj, name).all() if obj is not None else None)
                field.queryset = Permission.objects.filter(pk__in=keys)
        return form
