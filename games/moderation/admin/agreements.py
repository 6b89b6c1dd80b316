"""Absence, votes and vacations, for staff: what happened between the moves, and who agreed to what. Read only."""

from __future__ import annotations

from django.contrib import admin

from games.models import Arrangement, Ballot, Incident, Vacation, Vote
from games.moderation.admin.read_only import ReadOnly, ReadOnlyInline

SEARCH = ["=game__table", "game__name"]


@admin.register(Incident)
class IncidentAdmin(ReadOnly):
    """Missed deadlines, substitutes, pauses, votes: all of it is public at the table."""

    list_display = ["kind", "game", "seat", "after", "at"]
    list_filter = ["kind", "game__status", "at"]
    list_select_related = ["game"]
    search_fields = SEARCH
    search_tables = ("game",)
    ordering = ["-pk"]
    fields = ["game", "kind", "seat", "after", "details", "at"]


class BallotInline(ReadOnlyInline):
    """The ballots of a vote."""

    model = Ballot
    fields = ["player", "yes", "at"]


@admin.register(Vote)
class VoteAdmin(ReadOnly):
    """Votes with their ballots."""

    list_display = ["kind", "game", "by", "state", "opened_at", "closes_at"]
    list_filter = ["kind", "state", "opened_at"]
    list_select_related = ["game", "by__user"]
    search_fields = SEARCH
    search_tables = ("game",)
    ordering = ["-pk"]
    fields = ["game", "kind", "by", "state", "opened_at", "closes_at"]
    inlines = [BallotInline]


class ArrangementInline(ReadOnlyInline):
    """The arrangements for each table during a vacation."""

    model = Arrangement
    fields = ["player", "kind", "friend", "answer"]


@admin.register(Vacation)
class VacationAdmin(ReadOnly):
    """Vacations with what was arranged for each table."""

    list_display = ["user", "first", "last", "state"]
    list_filter = ["state", "first"]
    list_select_related = ["user"]
    search_fields = ["user__username", "user__display_name"]
    search_people = ("user",)
    ordering = ["-first", "-pk"]
    fields = ["user", "first", "last", "begins_at", "ends_at", "state"]
    inlines = [ArrangementInline]
