"""The admin for programs (OAuth clients), without their tokens."""

from typing import Any

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.admin import Client, Token
from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Program
from accounts.oauth import programs
from accounts.oauth.redirect_uris import clean_redirects
from accounts.oauth.scopes import SCOPES, meanings
from accounts.staff.large_lists import LargeList
from accounts.staff.person_field import PersonByName

RUNS = {Client.Type.CONFIDENTIAL: _("On a server"), Client.Type.PUBLIC: _("On people’s devices")}


class _Lines(forms.MultipleChoiceField):
    """Choices that the model stores as text, one per line."""

    widget = forms.CheckboxSelectMultiple

    def prepare_value(self, value: Any) -> Any:
        return value.split() if isinstance(value, str) else value

    def clean(self, value: Any) -> str:
        return "\n".join(super().clean(value))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


def _scopes() -> list[tuple[str, Any]]:
    return [(each.scope, each.label) for each in meanings(SCOPES)]


class ProgramAdminForm(forms.ModelForm):
    """A program's form, with the same checks as for users' own programs."""

    grant_types = _Lines(label=_("How it gets access"), choices=Client.GrantType.choices)
    scopes = _Lines(label=_("Access it may ask for"), choices=_scopes, initial=SCOPES)
    default_scopes = _Lines(label=_("Access it gets by default"), choices=_scopes, required=False)

    class Meta:
        model = Program
        fields = ["name", "type", "owner", "grant_types", "redirect_uris", "scopes", "default_scopes"]
        labels = {
            "name": _("Name"),
            "type": _("Where does it run?"),
            "owner": _("Owner"),
            "redirect_uris": _("Where should we send people back to?"),
        }
        help_texts = {
            "owner": _("The person it acts for when it uses its own secret."),
            "redirect_uris": _("One per line."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind: Any = self.fields.get("type")
        if kind is not None:
            kind.choices = list(RUNS.items())

    def clean_redirect_uris(self) -> str:
        return "\n".join(clean_redirects(self.cleaned_data["redirect_uris"]))


admin.site.unregister(Client)
admin.site.unregister(Token)


@admin.register(Program)
class ProgramAdmin(LargeList, admin.ModelAdmin):
    """The admin for programs. A secret is shown once, when it is created; only its hash is stored."""

    form = ProgramAdminForm
    raw_id_fields = ("owner",)  # avoids a list of all users
    list_display = ["called", "id", "runs", "owner", "created_at"]
    list_filter = ["type"]
    list_select_related = ("owner",)
    search_fields = ["name", "id"]
    search_people = ("owner",)
    search_help_text = _("Name or number of a program, or its owner’s name")
    ordering = ["-created_at", "pk"]

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return PersonByName(required=not db_field.blank, **kwargs)

    @admin.display(description=_("Where does it run?"), ordering="type")
    def runs(self, client: Program) -> str:
        return str(RUNS[Client.Type(client.type)])

    @admin.display(description=_("name"), ordering="name")
    def called(self, client: Program) -> str:
        return client.name

    def save_model(self, request: HttpRequest, obj: Program, form: Any, change: bool) -> None:
        """Generate and show a secret for a new program that can keep one."""
        if not change and obj.type == Client.Type.CONFIDENTIAL:
            secret = get_adapter().generate_client_secret()
            obj.set_secret(secret)
            said = gettext("Its secret, shown only this once: %(secret)s")
            self.message_user(request, said % {"secret": secret}, messages.WARNING)
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Program) -> None:
        programs.delete(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Program]) -> None:
        for client in queryset:
            programs.delete(client)
