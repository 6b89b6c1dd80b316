"""The admin of users and groups."""

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.admin import Authenticator
from allauth.usersessions.admin import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, SetUnusablePasswordMixin, UserChangeForm, UsernameField
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import mfa_state
from accounts.models import User
from accounts.privacy.erasure import erase_user
from accounts.profile.forms import languages, zones_with
from accounts.staff.large_lists import LargeChangeList, LargeList
from accounts.staff.permissions import TranslatedPermissionsMixin
from accounts.staff.person_field import PersonByName
from accounts.staff.row_pages import RowPages


class PasswordByStaffForm(AdminPasswordChangeForm):
    """Django's form, with its hint translated at run time instead of import time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if (field := self.fields.get("usable_password")) is not None:
            field.help_text = format_html(
                '{}<ul id="id_unusable_warning" class="messagelist"><li class="warning">{}</li></ul>',
                SetUnusablePasswordMixin.usable_password_help_text,
                gettext("If disabled, the current password for this user will be lost."),
            )


class PersonForm(UserChangeForm):
    language = forms.ChoiceField(label=_("Language"), required=False, choices=languages)
    time_zone = forms.CharField(label=_("Time zone"), widget=forms.Select)
    skill_shown_to = forms.ChoiceField(
        label=_("Who can see luck and skill"),
        help_text=_("On a page linked from the profile."),
        choices=[(User.Audience.NOBODY, _("Nobody else")), *User.Audience.choices[1:]],
    )
    theme = forms.ChoiceField(
        label=_("Colours"), required=False, choices=[("", _("Same as the system")), *User.Theme.choices]
    )

    class Meta:
        model = User
        fields = "__all__"
        field_classes = {"username": UsernameField}
        labels = {
            "email": _("E-mail address"),
            "hand_in_mail": _("Shows the hand in e-mails"),
            "is_active": _("Can sign in"),
            "is_staff": _("Staff"),
            "is_superuser": _("Can do everything"),
            "user_permissions": _("Individual permissions"),
        }
        help_texts = {
            "is_active": _("If this is off, the account is closed, but nothing in it is lost."),
            "is_staff": _("Can open the staff desk, with a second step."),
            "is_superuser": _("Can do everything, no matter what’s ticked below."),
            "groups": _("People get all the permissions of their groups."),
            "user_permissions": _("In addition to the permissions from groups."),
        }
        widgets = {"groups": forms.CheckboxSelectMultiple}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "time_zone" in self.fields:
            self.fields["time_zone"].widget.choices = zones_with(self.instance.time_zone)
        if "password" in self.fields:
            self.fields["password"].help_text = _("Nobody can read it, but you can set a new one.")


class DeskList(LargeChangeList):
    """Links each user to their desk, the summary for moderators, which links to the account."""

    def url_for_result(self, result: Any) -> str:
        return reverse("admin:games_report_person", args=[result.username])


@admin.register(User)
class PersonAdmin(TranslatedPermissionsMixin, LargeList, UserAdmin):
    form = PersonForm
    change_password_form = PasswordByStaffForm
    list_display = [
        "username",
        "display_name",
        "mail",
        "is_guest",
        "owner_name",
        "is_active",
        "is_staff",
        "last_login",
        "date_joined",
    ]
    says_itself = ("mail",)
    list_filter = ["is_guest", ("owner", admin.EmptyFieldListFilter), "is_active", "is_staff", "date_joined"]
    filter_horizontal = ()  # plain lists: screen readers get lost between the two boxes
    search_fields = ["username", "display_name", "email"]
    search_people = ("pk",)
    search_help_text = _("User name, display name or e-mail address")
    ordering = ["-date_joined", "-pk"]
    readonly_fields = ["last_login", "date_joined", "is_guest", "owner"]
    actions = ["remove_second_steps"]
    fieldsets = [
        (None, {"fields": ["username", "display_name", "about_me", "face", "email", "is_guest", "owner"]}),
        (
            _("Preferences"),
            {
                "fields": [
                    *("language", "time_zone", "theme", "hand_in_mail", "skill_shown_to", "unhurried_computers"),
                    "open_data",
                ]
            },
        ),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
        (
            _("Password and permissions"),
            {
                "fields": ["password", "is_active", "is_staff", "is_superuser", "groups", "user_permissions"],
                "classes": ["collapse"],
            },
        ),
    ]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return DeskList if request.user.has_perm("games.view_report") else super().get_changelist(request, **kwargs)

    @admin.display(description=_("e-mail address"), ordering="email")
    def mail(self, person: User) -> str:
        return person.email

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Return the field without Django's link to add a group in another window."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and isinstance(field.widget, RelatedFieldWidgetWrapper):
            field.widget = field.widget.widget
        return field

    def has_remove_mfa_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    @admin.action(description=_("Remove the second step for people who’ve lost it"), permissions=["remove_mfa"])
    def remove_second_steps(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """Remove second factors, mail the users and log it. Afterwards the password is enough to sign in."""
        for person in people:
            if mfa_state.remove_all(person):
                self.log_change(request, person, [{"changed": {"fields": ["second step"]}}])
                said = gettext("%(name)s now signs in without a second step, and an e-mail tells them so.")
                messages.success(request, said % {"name": person.shown_name})

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[Any, int], set[str], list[Any]]:
        """List only the chosen users, because ``erase_user`` decides which related rows to delete."""
        people = list(objs)
        return [str(person) for person in people], {User._meta.verbose_name_plural: len(people)}, set(), []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Erase the user and give up their seats, as if they had deleted the account."""
        erase_user(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            erase_user(person)


admin.site.unregister(Group)


@admin.register(Group)
class StaffGroupAdmin(TranslatedPermissionsMixin, RowPages, GroupAdmin):
    filter_horizontal = ()
    search_help_text = _("Name of a group")


admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class LargeEmailAddressAdmin(LargeList, EmailAddressAdmin):
    singular, plural = _("e-mail address"), _("e-mail addresses")
    list_display = ("called", "person", "primary", "verified")
    says_itself = ("called",)
    search_people = ("user",)
    search_help_text = _("E-mail address or name of a person")
    list_select_related = ("user",)
    ordering = ("-pk",)

    @admin.display(description=_("e-mail address"), ordering="email")
    def called(self, address: EmailAddress) -> str:
        return address.email

    @admin.display(description=_("person"), ordering="user__username")
    def person(self, address: EmailAddress) -> str:
        return address.user.username

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "email":
            kwargs["label"] = _("E-mail address")
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return PersonByName(label=_("Person"), help_text=_("User name."), **kwargs)

    @admin.action(description=_("Mark the e-mail addresses as confirmed"))
    def make_verified(self, request: HttpRequest, queryset: QuerySet[EmailAddress]) -> None:
        super().make_verified(request, queryset)


# Registered by the imports above; they would reveal users' sessions and TOTP secrets.
admin.site.unregister(UserSession)
admin.site.unregister(Authenticator)
