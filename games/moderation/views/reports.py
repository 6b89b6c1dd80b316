"""Views for reporting a message, a name or behaviour at a table to the moderators."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access.guards import current_user, signed_in_form
from accounts.models import User
from games import play
from games.chat.rooms import may_read
from games.core.access import table_access_or_404
from games.models import Message, Report
from games.moderation.forms import ReportForm, Subject
from games.moderation.reports import file_report


@signed_in_form("report")
def message(request: HttpRequest, table: str, message: int) -> HttpResponse:
    """Report a message. Raise `Http404` if the user can't read it, or if its author's account was erased."""
    game, _players, me = table_access_or_404(table, request.user)
    reported = get_object_or_404(game.messages.select_related("user"), pk=message)
    if reported.user is None or not may_read(reported, request.user, me):
        raise Http404
    back = reverse("gallery" if reported.room == Message.Room.GALLERY else "chat", args=[table])
    return _report(request, Subject([reported.user], Report.Category.INSULT, back, reported, game))


@signed_in_form("report")
def person(request: HttpRequest, username: str) -> HttpResponse:
    if not username.isprintable():  # PostgreSQL rejects NUL in queries
        raise Http404
    found = get_object_or_404(User, username=username, is_active=True)
    return _report(request, Subject([found], Report.Category.NAME, reverse("profile", args=[username])))


@signed_in_form("report")
def at_table(request: HttpRequest, table: str) -> HttpResponse:
    """Report behaviour at a table. Raise `Http404` if the user can't see it, or no other user has a seat."""
    game, players, _me = table_access_or_404(table, request.user)
    others = [player.user for player in players if player.user is not None and player.user != request.user]
    if not others:
        raise Http404
    return _report(request, Subject(others, Report.Category.STALLING, game.get_absolute_url(), game=game))


def _report(request: HttpRequest, subject: Subject) -> HttpResponse:
    form = ReportForm(subject, request.POST if request.method == "POST" else None)
    status = 422 if form.errors else 200
    if form.is_valid():
        try:
            _file(request, subject, form)
        except play.Refused as refused:
            form.add_error(None, str(refused.message))
            status = refused.status
        else:
            messages.success(request, _("Thank you. A moderator will look at it, usually within a day."))
            return redirect(subject.back)
    return render(request, "moderation/report.html", {"form": form, "subject": subject}, status=status)


def _file(request: HttpRequest, subject: Subject, form: ReportForm) -> None:
    category, words = form.cleaned_data["category"], form.cleaned_data["words"]
    by, about = current_user(request), form.about()
    file_report(by, about, category, words, message=subject.message, game=subject.game)
