"""Forms for reports and appeals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Appeal, Game, Message, Report


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a report: a message, a name, or behaviour at a table.

    ``people`` are the users it may be about, ``likely`` the default category, ``back`` the URL to return to.
    """

    people: Sequence[User]
    likely: Report.Category
    back: str
    message: Message | None = None
    game: Game | None = None


class ReportForm(forms.Form):
    """The form for a report; ``games.moderation.file_report`` checks the permission."""

    category = forms.ChoiceField(
        label=_("What is wrong?"),
        choices=[(value, capfirst(name)) for value, name in Report.Category.choices],
        widget=forms.RadioSelect(attrs={"class": "vh"}),
        error_messages={"required": _("Choose what is wrong.")},
    )
    words = forms.CharField(
        label=_("In your own words"),
        help_text=_("What should a moderator know? You may leave it empty unless you chose “something else”."),
        max_length=Report.LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"class": "field", "rows": 4}),
    )

    def __init__(self, subject: Subject, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"category": subject.likely})
        self.people = {person.username: person for person in subject.people}
        if len(self.people) > 1:
            self.fields["who"] = forms.ChoiceField(
                label=_("Who is it about?"),
                choices=[(username, person.shown_name) for username, person in self.people.items()],
                widget=forms.RadioSelect(attrs={"class": "vh"}),
                error_messages={"required": _("Choose who it’s about.")},
            )

    def about(self) -> User:
        chosen: Any = self.cleaned_data.get("who")
        return self.people[chosen] if chosen else next(iter(self.people.values()))


class AppealForm(forms.Form):
    words = forms.CharField(
        label=_("Why should we look at it again?"),
        help_text=_("You can appeal once. A moderator who didn’t make the decision reads your words and answers."),
        max_length=Appeal.LENGTH,
        error_messages={"required": _("Say in a few words why.")},
        widget=forms.Textarea(attrs={"class": "field", "rows": 6}),
    )
