"""Lists of seats and moves for staff, read only."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.dates import localized_date
from games.models import AUTOMATIC, Move, Player
from games.moderation.admin.read_only import GameFilter, OfGame, ReadOnly, desk_link, log_lines, made_by, public_text
from games.presentation.templatetags.table import duration
from games.presentation.view_model import narrator_of


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Seats with their players, turns and deadlines, but without drafts, which are private."""

    list_display = ["who", "game", "address", "in_order", "bot", "stand_in", "turn_started_at", "deadline", "misses"]
    says_itself = ("address",)
    list_filter = ["game__status", ("game__variant", GameFilter), "bot", "stand_in", "vacant", "resigned", "joined_at"]
    list_select_related = ["game", "user"]
    search_fields = [*OfGame.search_fields, "user__username", "user__display_name", "name"]
    search_tables, search_people = ("game",), ("user",)
    fields = [
        *("game", "who", "user", "bot", "boss", "turn_order", "joined_at"),
        *("waits", "deadline", "reserve", "stopped_with", "misses"),
        *("meanwhile", "vacant", "lost_by", "resigned"),
    ]
    readonly_fields = ["who", "boss", "turn_order", "waits", "reserve", "stopped_with", "meanwhile"]

    @admin.display(description=_("seat"), ordering="seat")
    def in_order(self, player: Player) -> str:
        return self.turn_order(player)

    @admin.display(description=_("player"))
    def who(self, player: Player) -> str:
        return player.shown_name

    @admin.display(description=_("boss"))
    def boss(self, player: Player) -> str:
        personas = player.game.rules.presentation.PERSONAS
        return gettext(personas[player.persona].name) if personas else "–"

    @admin.display(description=_("place in the turn order"), ordering="seat")
    def turn_order(self, player: Player) -> str:
        """Return the seat's place in the turn order, counted from 1, or a dash before the start."""
        if player.seat is None:
            return "–"
        return gettext("%(place)s of %(size)s") % {"place": player.seat + 1, "size": player.game.size}

    @admin.display(description=_("to move since"))
    def waits(self, player: Player) -> str:
        return localized_date(player.turn_started_at, "d MMM y, HH:mm") if player.turn_started_at else "–"

    @admin.display(description=_("reserve left"))
    def reserve(self, player: Player) -> str:
        return _span(player.bank)

    @admin.display(description=_("left when the clock stopped"))
    def stopped_with(self, player: Player) -> str:
        return _span(player.left)

    @admin.display(description=_("currently played by"))
    def meanwhile(self, player: Player) -> str:
        return player.friend.shown_name if player.friend else player.get_stand_in_display() or "–"

    @admin.display(description=_("address of the table"), ordering="game__public_id")
    def address(self, player: Player) -> SafeString:
        return desk_link(player.game, player.game.public_id)


def _span(seconds: int | None) -> str:
    return "–" if seconds is None else duration(timedelta(seconds=seconds))


class MadeByFilter(admin.SimpleListFilter):
    """A filter of moves by their public attribution: moves by standing orders and plans count as the player's."""

    title = _("made by")
    parameter_name = "made_by"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [(by.value, by.label) for by in Move.By if by not in AUTOMATIC]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Move]) -> QuerySet[Move]:
        if (by := self.value()) is None:
            return queryset
        return queryset.filter(by__in=[by, *AUTOMATIC] if by == Move.By.PLAYER else [by])


@admin.register(Move)
class MoveAdmin(OfGame):
    list_display = ["number", "game", "address", "who", "first_words", "made_by", "turn", "created_at"]
    list_filter = [MadeByFilter, "game__status", ("game__variant", GameFilter), "created_at"]
    fields = ["game", "address", "who", "number", "turn", "made_by", "created_at", "as_everybody_sees_it", "in_words"]
    readonly_fields = ["address", "who", "as_everybody_sees_it", "in_words", "made_by"]

    def heading(self, row: Move) -> str:
        """Return the move's number, with its first event as a sentence or, if it has none, its text."""
        what = self.first_words(row)
        return gettext("Move %(number)s: %(what)s") % {"number": row.number, "what": what.removesuffix(".")}

    @admin.display(description=_("in words"))
    def first_words(self, move: Move) -> str:
        return next(iter(_sentences(move)), public_text(move.game, move))

    @admin.display(description=_("move"))
    def as_everybody_sees_it(self, move: Move) -> str:
        return public_text(move.game, move)

    @admin.display(description=_("made by"))
    def made_by(self, move: Move) -> str:
        """Return the public attribution, which hides standing orders, because staff may play at the table too."""
        return made_by(move)

    @admin.display(description=_("in words"))
    def in_words(self, move: Move) -> SafeString:
        return format_html_join("", "<div>{}</div>", [(line,) for line in _sentences(move)])


def _sentences(move: Move) -> list[str]:
    game: Any = move.game
    return log_lines(move, narrator_of(game, game.seated, None))
