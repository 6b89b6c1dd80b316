"""Lists of the back office that somebody comes back to: saved from the list itself, named as one likes, put away again.

Nobody sees those of others, and a list opens as the address would: whoever may not look at it any more finds it gone.
"""

from __future__ import annotations

from typing import NamedTuple

from django import forms
from django.apps import apps
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.auth.guards import signed_in
from accounts.models import SavedList, User

MOST = 30
"""So many somebody can keep: more is no help to find one."""


class SaveForm(forms.Form):
    """What a list is to be called, and which one it is."""

    name = forms.CharField(label=gettext_lazy("Name of the list"), max_length=SavedList.NAME)
    model = forms.CharField(max_length=100, widget=forms.HiddenInput)
    query = forms.CharField(max_length=SavedList.QUERY, required=False, widget=forms.HiddenInput)


class Shortcut(NamedTuple):
    """A saved list as a link."""

    pk: int
    name: str
    url: str


def save(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """Keep a list under a name; one of the same name is replaced."""
    user, form = signed_in(request), SaveForm(request.POST)
    try:
        if form.is_valid():
            _keep(site, request, user, form)
    except ValidationError as full:
        form.add_error(None, full)
    if form.errors:
        context = {**site.each_context(request), "title": _("Save this list"), "form": form}
        return TemplateResponse(request, "admin/save_list.html", context, status=422)
    messages.success(request, _("Saved: %(name)s.") % {"name": form.cleaned_data["name"]})
    return redirect("admin:index")


def _keep(site: AdminSite, request: HttpRequest, user: User, form: SaveForm) -> None:
    """Raises PermissionDenied for what is no list that this person may look at, ValidationError for one too many."""
    data = form.cleaned_data
    if not _may_look(site, request, data["model"]):
        raise PermissionDenied
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        others = SavedList.objects.filter(user=user).exclude(name=data["name"])
        if others.count() >= MOST:
            raise ValidationError(_("You have many saved lists. Put one away first."))
        SavedList.objects.update_or_create(
            {"model": data["model"], "query": data["query"]}, user=user, name=data["name"]
        )


def put_away(site: AdminSite, request: HttpRequest, pk: int) -> HttpResponse:
    """Forget one of one's own. Raises Http404 for any other."""
    get_object_or_404(SavedList, pk=pk, user=signed_in(request)).delete()
    return redirect("admin:index")


def shortcuts(site: AdminSite, request: HttpRequest) -> list[Shortcut]:
    """One's own, as far as one may still look at them; in one query."""
    kept = SavedList.objects.filter(user=signed_in(request))
    return [Shortcut(each.pk, each.name, _url(each)) for each in kept if _may_look(site, request, each.model)]


def _url(kept: SavedList) -> str:
    list_of = reverse(f"admin:{kept.model.replace('.', '_')}_changelist")
    return f"{list_of}?{kept.query}" if kept.query else list_of


def _may_look(site: AdminSite, request: HttpRequest, label: str) -> bool:
    model = _model(label)
    return model is not None and site.is_registered(model) and site.get_model_admin(model).has_view_permission(request)


def _model(label: str) -> type[Model] | None:
    try:
        return apps.get_model(label)
    except (LookupError, ValueError):
        return None
