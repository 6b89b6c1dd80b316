"""Saved lists in the admin: views that save and delete them, and links to them.

Users see only their own lists, and only while they have permission to view the rows.
"""

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

from accounts.access.guards import current_user
from accounts.models import SavedList, User

MAX_LISTS = 30


class SaveForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the list"), max_length=SavedList.NAME)
    model = forms.CharField(max_length=100, widget=forms.HiddenInput)
    query = forms.CharField(max_length=SavedList.QUERY, required=False, widget=forms.HiddenInput)


class Shortcut(NamedTuple):
    pk: int
    name: str
    url: str


def save(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """Save a list, replacing the user's list of the same name, or show the form again if it is invalid."""
    user, form = current_user(request), SaveForm(request.POST)
    try:
        if form.is_valid():
            _save(site, request, user, form)
    except ValidationError as full:
        form.add_error(None, full)
    if form.errors:
        context = {**site.each_context(request), "title": _("Save this list"), "form": form}
        return TemplateResponse(request, "admin/save_list.html", context, status=422)
    messages.success(request, _("Saved: %(name)s.") % {"name": form.cleaned_data["name"]})
    return redirect("admin:index")


def _save(site: AdminSite, request: HttpRequest, user: User, form: SaveForm) -> None:
    """Save the list. Raise `PermissionDenied` if the user can't view it, `ValidationError` beyond ``MAX_LISTS``."""
    data = form.cleaned_data
    if not _may_view(site, request, data["model"]):
        raise PermissionDenied
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if SavedList.objects.filter(user=user).exclude(name=data["name"]).count() >= MAX_LISTS:
            raise ValidationError(_("You already have many saved lists. Remove one first."))
        SavedList.objects.update_or_create(
            {"model": data["model"], "query": data["query"]}, user=user, name=data["name"]
        )


def delete(site: AdminSite, request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one of the user's lists. Raise `Http404` if it is not theirs."""
    get_object_or_404(SavedList, pk=pk, user=current_user(request)).delete()
    return redirect("admin:index")


def shortcuts(site: AdminSite, request: HttpRequest) -> list[Shortcut]:
    saved = SavedList.objects.filter(user=current_user(request))
    return [Shortcut(each.pk, each.name, _url(each)) for each in saved if _may_view(site, request, each.model)]


def _url(saved: SavedList) -> str:
    list_of = reverse(f"admin:{saved.model.replace('.', '_')}_changelist")
    return f"{list_of}?{saved.query}" if saved.query else list_of


def _may_view(site: AdminSite, request: HttpRequest, label: str) -> bool:
    model = _model(label)
    return model is not None and site.is_registered(model) and site.get_model_admin(model).has_view_permission(request)


def _model(label: str) -> type[Model] | None:
    try:
        return apps.get_model(label)
    except (LookupError, ValueError):
        return None
