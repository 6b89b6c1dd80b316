"""Moderators' forms for deciding reports, with one or more actions, for opening cases, and for reviewing decisions."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import chain
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone, translation
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.friends.friendships import user_by_name
from accounts.i18n.dates import localized_date
from accounts.models import User
from accounts.validators.names import USERNAME_LENGTH
from games import moderation
from games.core import notices
from games.models import NOT_PACKED, Game, Message, ModerationAction, Player, Report
from games.moderation import explanations, ready_texts
from games.moderation.bundles import MOST_SUBJECTS, lock_bundle
from games.moderation.cases import concerned
from games.moderation.ready_texts import ReadyText
from games.moderation.reports import close
from games.moderation.text import REASON_LENGTH
from games.moderation.undo import UNDO_TIME

LENGTHS = (1, 3, 7, 30)
"""The durations of a mute or a suspension in days."""

LONGEST_NAME = 100

NONE = "none"
"""The choice to take no action against the user: only the ticked boxes apply."""


def _days() -> list[tuple[int, str]]:
    return [(days, ngettext("%(count)d day", "%(count)d days", days) % {"count": days}) for days in LENGTHS]


def _text(label: Any, hint: Any, rows: int, missing: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=hint,
        max_length=REASON_LENGTH,
        required=bool(missing),
        error_messages={"required": missing},
        widget=forms.Textarea(attrs={"rows": rows, "class": "field"}),
    )


class ReasonForm(forms.Form):
    reason = _text(
        gettext_lazy("Reason"),
        gettext_lazy("For the moderators’ log. Leave names out if you can."),
        1,
        gettext_lazy("Say in a few words why."),
    )
    words = _text(
        gettext_lazy("What we tell the person"),
        gettext_lazy("In the person’s language. If you leave it empty, they read a neutral sentence."),
        2,
    )


class ReviewForm(ReasonForm):
    """The reason for reversing or upholding a decision; the prefilled explanation is in the reader's language."""

    def __init__(self, person: User | None, data: QueryDict | None = None) -> None:
        self.person = person
        language = explanations.reader(person).mail_language if person is not None else None
        with translation.override(language):
            super().__init__(data, initial={"words": explanations.neutral(ModerationAction.Kind.UNDO)})

    def clean_words(self) -> str:
        """Return the explanation, or "" if it is unchanged, so that each player reads it in their own language."""
        return str(self.cleaned_data["words"]) if "words" in self.changed_data else ""


class CaseForm(forms.Form):
    who = forms.CharField(label=gettext_lazy("User name"), max_length=LONGEST_NAME)
    table = forms.CharField(
        label=gettext_lazy("Table"),
        help_text=gettext_lazy(
            "The last part of the table’s address. Leave this empty if the case isn’t about a table."
        ),
        max_length=LONGEST_NAME,
        required=False,
    )
    category = forms.ChoiceField(label=gettext_lazy("What is wrong?"), choices=Report.Category.choices)
    words = forms.CharField(
        label=gettext_lazy("In your own words"),
        max_length=Report.LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean_who(self) -> User:
        if (found := user_by_name(self.cleaned_data["who"])) is None:
            raise ValidationError(_("Nobody here has this user name."))
        return found

    def clean_table(self) -> Game | None:
        address = self.cleaned_data["table"]
        if address and not (found := Game.objects.filter(public_id=address).first()):
            raise ValidationError(_("There’s no such table."))
        return found if address else None


class AnswerForm(ReviewForm):
    GRANT, REFUSE = "grant", "refuse"

    answer = forms.ChoiceField(
        choices=[
            (GRANT, gettext_lazy("Grant it: the decision is taken back")),
            (REFUSE, gettext_lazy("Turn it down: the decision stays")),
        ],
        error_messages={"required": gettext_lazy("Choose an answer to the appeal.")},
        widget=forms.RadioSelect,
    )

    def ready_reasons(self) -> list[ReadyText]:
        return ready_texts.answer_reasons()

    def ready_words(self) -> list[ReadyText]:
        return ready_texts.answer_words(self.person)


class Way(NamedTuple):
    radio: forms.boundfield.BoundWidget
    short: str
    says: str


class Span(NamedTuple):
    days: int
    label: str
    until: str


class Removal(NamedTuple):
    """A checkbox for removing the message of another report in the case."""

    message: Message
    place: int
    is_ticked: bool


class DecisionForm(ReasonForm):
    act = forms.ChoiceField(
        choices=[
            (ModerationAction.Kind.DISMISS, gettext_lazy("Nothing to do")),
            (NONE, gettext_lazy("Only the boxes ticked below")),
            (ModerationAction.Kind.WARN, gettext_lazy("Warn")),
            (ModerationAction.Kind.MUTE, pgettext_lazy("moderators", "Mute")),
            (ModerationAction.Kind.SUSPEND, gettext_lazy("Suspend")),
            (ModerationAction.Kind.BAN, gettext_lazy("Ban")),
        ],
        error_messages={"required": gettext_lazy("Choose what to do.")},
        widget=forms.RadioSelect,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("For how long, if muted or suspended"),
        choices=_days,
        coerce=int,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, report: Report, data: QueryDict | None = None, others: Sequence[Report] = ()) -> None:
        super().__init__(data, initial={"words": explanations.grounds(report), "days": LENGTHS[0]})
        self.report, self.others = report, others
        self.fields["words"].help_text = _("In the person’s language. They never learn who reported it.")
        self.seats = list(_running_seats(report))
        if report.message is not None:
            self.fields["remove"] = _box(_("Remove the message"))
        self.fields["rename"] = _box(_("Remove the name"))
        self.fields["name"] = forms.CharField(
            label=_("New user name"),
            help_text=_("Leave it empty for a neutral one."),
            max_length=USERNAME_LENGTH,
            required=False,
        )
        if self.seats:
            self.fields |= _fields_of_game(report, self.seats)

    @cached_property
    def together(self) -> set[int]:
        """The keys of the other reports on the moderator's page, which are decided together with this one."""
        return {int(key) for key in self._listed("together") if key.isdecimal()}

    @cached_property
    def removals(self) -> list[Removal]:
        """The other reported messages, with their places on the page, counted from 2."""
        said = {each.message.pk: each.message for each in self.others if each.message is not None}
        if self.report.message_id is not None:
            said.pop(self.report.message_id, None)
        ticked = {key for place in range(2, MOST_SUBJECTS + 1) for key in self._listed(f"remove_{place}")}
        return [Removal(message, place, str(key) in ticked) for place, (key, message) in enumerate(said.items(), 2)]

    def _listed(self, name: str) -> list[str]:
        return self.data.getlist(name) if isinstance(self.data, QueryDict) else []

    def ready_reasons(self) -> list[ReadyText]:
        return ready_texts.reasons(self.report)

    def ready_words(self) -> list[ReadyText]:
        return ready_texts.words(self.report)

    @cached_property
    def ways(self) -> list[Way]:
        mine = Player.objects.filter(NOT_PACKED, user=self.report.about, game__status=Game.Status.RUNNING)
        count = mine.count()
        short, says = _in_short(self.report, count), _about(self.report, count, self.others)
        return [Way(radio, short[value], says[value]) for radio in self["act"] for value in (radio.data["value"],)]

    def spans(self) -> list[Span]:
        now = timezone.now()
        return [Span(days, str(label), localized_date(now + timedelta(days=days), "d MMMM")) for days, label in _days()]

    def is_further_open(self) -> bool:
        """Return whether to unfold the rarely used fields: if any is filled in or invalid, or a name was reported."""
        rare = ("rename", "name", "end", "replace", "extend")
        touched = any(self.data.get(name) or name in self.errors for name in rare)
        return touched or self.report.category == Report.Category.NAME

    def at_table(self) -> list[forms.BoundField]:
        return [self[name] for name in ("replace", "extend") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        chosen = self.cleaned_data.get("act")
        ticked = any(self._ticked())
        if chosen == ModerationAction.Kind.DISMISS and ticked:
            raise ValidationError(_("You chose “Nothing to do” but ticked something below. Choose one or the other."))
        if chosen == NONE and not ticked:
            raise ValidationError(_("Tick something below, or choose “Nothing to do”."))
        if chosen in (ModerationAction.Kind.MUTE, ModerationAction.Kind.SUSPEND) and not self.cleaned_data.get("days"):
            self.add_error("days", _("Choose for how long."))
        if chosen != ModerationAction.Kind.DISMISS and not self.cleaned_data.get("words"):
            self.add_error("words", _("Write something for the person to read."))
        return self.cleaned_data

    def _ticked(self) -> Iterator[Any]:
        yield from (self.cleaned_data.get(name) for name in ("remove", "rename", "end", "replace", "extend"))
        yield from (each.is_ticked for each in self.removals)

    def seat(self, name: str) -> Player | None:
        chosen = self.cleaned_data.get(name)
        return next((player for player in self.seats if str(player.seat) == chosen), None)

    def own_seat(self) -> Player | None:
        return next((player for player in self.seats if player.user_id == self.report.about_id), None)


def _box(label: str) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


def _running_seats(report: Report) -> Iterable[Player]:
    if report.game is None or not report.game.is_running:
        return []
    return report.game.players.select_related("user", "game").order_by("seat")


def _fields_of_game(report: Report, seats: Sequence[Player]) -> dict[str, forms.Field]:
    asked = [(player.seat, player.shown_name) for player in seats if player.deadline is not None]
    fields: dict[str, forms.Field] = {"end": _box(_("End the game without a result"))}
    if any(player.user_id == report.about_id for player in seats):
        ways = [("", _("stays")), ("computer", _("a computer player sits in")), ("vacate", _("free for a substitute"))]
        fields["replace"] = forms.ChoiceField(label=_("The person’s seat at this table"), choices=ways, required=False)
    if asked:
        nobody = [("", pgettext_lazy("moderators: who gets more time", "nobody"))]
        fields["extend"] = forms.ChoiceField(label=_("Who gets more time"), choices=[*nobody, *asked], required=False)
    return fields


def _in_short(report: Report, count: int) -> dict[str, str]:
    """Return a short description of each action's consequences, for a user with seats at ``count`` tables."""
    facts = {"name": report.about.shown_name, "count": count}
    return {
        ModerationAction.Kind.DISMISS: _("The report is closed."),
        NONE: _("%(name)s is left alone.") % facts,
        ModerationAction.Kind.WARN: _("%(name)s reads your text.") % facts,
        ModerationAction.Kind.MUTE: _("Can play but not write."),
        ModerationAction.Kind.SUSPEND: ngettext("Shut out of %(count)d table.", "Shut out of %(count)d tables.", count)
        % facts,
        ModerationAction.Kind.BAN: ngettext("Loses %(count)d seat.", "Loses %(count)d seats.", count) % facts,
    }


def _about(report: Report, count: int, others: Sequence[Report]) -> dict[str, str]:
    """Return a full description of each action's consequences, for a user with seats at ``count`` tables."""
    facts = {"name": report.about.shown_name, "by": report.by.shown_name, "count": count}
    return {
        ModerationAction.Kind.DISMISS: (
            _("All these reports are closed. We tell everyone who sent one that it was read.")
            if others
            else _("The report is closed. We tell %(by)s that it was read.") % facts
        ),
        NONE: _("Only the ticked boxes take effect, and the report is closed."),
        ModerationAction.Kind.WARN: _("%(name)s gets the text above. Nothing else changes.") % facts,
        ModerationAction.Kind.MUTE: _("%(name)s can play, but can’t write anything that others read.") % facts,
        ModerationAction.Kind.SUSPEND: ngettext(
            "%(name)s is shut out of the site. At %(count)d table a computer player sits in until %(name)s is back.",
            "%(name)s is shut out of the site. At %(count)d tables a computer player sits in until %(name)s is back.",
            count,
        )
        % facts,
        ModerationAction.Kind.BAN: ngettext(
            "%(name)s is shut out of the site for good. The seat at %(count)d table is free for a substitute.",
            "%(name)s is shut out of the site for good. The seats at %(count)d tables are free for substitutes.",
            count,
        )
        % facts,
    }


@transaction.atomic
def decide(by: User, form: DecisionForm) -> list[ModerationAction]:
    """Carry out a valid form's actions in one transaction, with one notice for each user concerned.

    Close the other reports of the case, too. The notices wait until the decision can no longer be undone. Raise
    `play.Refused` if one of the actions is refused.
    """
    others = lock_bundle(form.report, by, form.together)
    actions: list[ModerationAction] = []
    for action in chain(_about_person(by, form), _besides(by, form)):
        if not actions:
            for each in others:
                close(each, action)
        actions.append(action)
    people = {person for action in actions for person in concerned(action)}
    people |= {report.by for action in actions for report in action.closes.select_related("by")}
    notices.merge_decision(actions, people, timezone.now() + UNDO_TIME)
    return actions


def _about_person(by: User, form: DecisionForm) -> Iterator[ModerationAction]:
    report, data = form.report, form.cleaned_data
    about, reason, told = report.about, data["reason"], {"words": data["words"], "report": report}
    match data["act"]:
        case ModerationAction.Kind.DISMISS:
            yield moderation.dismiss(by, report, reason)
        case ModerationAction.Kind.WARN:
            yield moderation.warn(by, about, reason, **told)
        case ModerationAction.Kind.MUTE:
            yield moderation.mute(by, about, data["days"], reason, **told)
        case ModerationAction.Kind.SUSPEND:
            yield moderation.suspend(by, about, data["days"], reason, **told)
        case ModerationAction.Kind.BAN:
            yield moderation.ban(by, about, reason, **told)


def _besides(by: User, form: DecisionForm) -> Iterator[ModerationAction]:
    report, data = form.report, form.cleaned_data
    reason, told = data["reason"], {"words": data["words"], "report": report}
    if data.get("remove") and report.message is not None:
        yield moderation.remove(by, report.message, reason, **told)
    for each in form.removals:
        if each.is_ticked:
            yield moderation.remove(by, each.message, reason, **told)
    if data.get("rename"):
        yield moderation.rename(by, report.about, reason, name=data["name"], **told)
    if (seat := form.seat("extend")) is not None:
        yield moderation.extend(by, seat, reason, report=report)
    if data.get("replace") and (own := form.own_seat()) is not None:
        yield moderation.replace(by, own, reason, vacate=data["replace"] == "vacate", **told)
    if data.get("end") and report.game is not None:
        yield moderation.end(by, report.game, reason, report=report)
