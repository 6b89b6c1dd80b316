"""The admin of programs (OAuth clients). Their tokens are not shown."""

from __future__ import annotations

from typing import Any

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.admin import Client, Token
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.oauth import programs
from accounts.oauth.redirects import clean_redirects
from accounts.oauth.scopes import SCOPES
from accounts.staff.large_lists import LargeList


def _listed(text: str, known: list[str]) -> str:
    """Returns the words, one a line. Raises ValidationError for one that is not known."""
    found = list(dict.fromkeys(text.split()))
    if unknown := [word for word in found if word not in known]:
        raise ValidationError(_("There is no %(word)s."), params={"word": unknown[0]})
    return "\n".join(found)


class ProgramAdminForm(forms.ModelForm):
    """A program, with the same checks as people's own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("scopes", "\n".join(SCOPES))

    class Meta:
        model = Client
        fields = ["name", "type", "owner", "grant_types", "redirect_uris", "scopes", "default_scopes"]
        labels = {
            "name": _("name"),
            "type": _("Where does it run?"),
            "owner": _("owner"),
            "grant_types": _("grants"),
            "redirect_uris": _("Where are people sent back to?"),
            "scopes": _("scopes"),
            "default_scopes": _("default scopes"),
        }
        one_a_line = _("One a line.")
        help_texts = {
            "owner": _("For whom it acts by its own secret."),
            "grant_types": one_a_line,
            "redirect_uris": one_a_line,
            "scopes": one_a_line,
            "default_scopes": one_a_line,
        }

    def clean_grant_types(self) -> str:
        """Returns the grants."""
        return _listed(self.cleaned_data["grant_types"], Client.GrantType.values)

    def clean_redirect_uris(self) -> str:
        """Returns the addresses."""
        return "\n".join(clean_redirects(self.cleaned_data["redirect_uris"]))

    def clean_scopes(self) -> str:
        """Returns the scopes."""
        return _listed(self.cleaned_data["scopes"], SCOPES)

    def clean_default_scopes(self) -> str:
        """Returns the scopes where none are asked for."""
        return _listed(self.cleaned_data["default_scopes"], SCOPES)


admin.site.unregister(Client)
admin.site.unregister(Token)


@admin.register(Client)
class ProgramAdmin(LargeList, admin.ModelAdmin):
    """The admin of programs. A secret is shown once, when it is made, and stored as a hash."""

    form = ProgramAdminForm
    raw_id_fields = ("owner",)
    list_display = ["called", "id", "type", "owner", "created_at"]
    list_filter = ["type"]
    list_select_related = ("owner",)
    search_fields = ["name", "id"]
    search_people = ("owner",)
    ordering = ["-created_at", "pk"]

    @admin.display(description=_("name"), ordering="name")
    def called(self, client: Client) -> str:
        """The program's name."""
        return client.name

    def save_model(self, request: HttpRequest, obj: Client, form: Any, change: bool) -> None:
        """Makes a secret for a new program that can keep one, and shows it."""
        if not change and obj.type == Client.Type.CONFIDENTIAL:
            secret = get_adapter().generate_client_secret()
            obj.set_secret(secret)
            said = gettext("Its secret, which is shown this once: %(secret)s")
            self.message_user(request, said % {"secret": secret}, messages.WARNING)
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Client) -> None:
        """Deletes the program with its tokens, and ends their streams."""
        programs.delete(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Client]) -> None:
        for client in queryset:
            programs.delete(client)
