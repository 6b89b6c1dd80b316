"""The texts of notices about moderation."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import ModerationAction, Notice, NotificationKind, Report
from games.moderation.decision_titles import decision_title
from games.moderation.explanations import explanation
from games.notifications.text import Content, builds


@builds(NotificationKind.CONDUCT)
def conduct(notice: Notice) -> Content:
    """Return the content of a notice about a decision, a closed report, or the end of a suspension."""
    if "restriction" in notice.data:
        text = _(
            "Your suspension is over. Computer players are sitting in for you until you take your "
            "seats back at the tables."
        )
        return Content(_("You can play again"), text, _("See your tables"), reverse("home"))
    besides = notice.data.get("besides", [])
    if "report" in notice.data:
        others = _actions(besides)
        content = _report_closed(Report.objects.select_related("closed_by").get(pk=notice.data["report"]))
    else:
        first, *others = _actions([notice.data["act"], *besides])
        text = _("“%(text)s”") % {"text": explanation(first)}
        content = Content(decision_title(first), text, _("See the decision"), reverse("decision", args=[first.pk]))
    if not others:
        return content
    text = "\n".join([content.text, *(f"• {decision_title(action)}" for action in others)])
    return Content(content.title, text, _("See the decisions"), reverse("decisions"))


def _actions(keys: list[int]) -> list[ModerationAction]:
    """Return the actions of one decision about a user, starting with those that have an explanation."""
    rows = ModerationAction.objects.select_related("game", "about", "undoes", "action_details").filter(pk__in=keys)
    return sorted(rows, key=lambda action: ("words" not in action.facts, action.pk))


def _report_closed(report: Report) -> Content:
    if report.closed_by is None or report.closed_by.kind == ModerationAction.Kind.DISMISS:
        text = _("A moderator has read your report and found nothing to do. Thank you for looking out for others.")
    else:
        text = _("A moderator has read your report and acted on it. Thank you for looking out for others.")
    return Content(_("Your report was read"), text, _("See your tables"), reverse("home"))
