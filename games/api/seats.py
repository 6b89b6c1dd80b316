"""Tables before the start: opening, joining, leaving, starting and cancelling them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext as _
from ninja import Router, Status
from pydantic import BaseModel, Field

from accounts.models import User
from games import play
from games.access import own_seat_or_404, table_at, table_or_404
from games.api import tables
from games.api.authentication import PLAY, user_of
from games.api.changes import CHANGED, change, gone
from games.api.problems import Misfit
from games.lobby.forms import OpenTableForm
from games.lobby.time_controls import OWN
from games.models import Game, Player
from games.rules import RULES

router = Router()

Name = Annotated[str, Field(max_length=100)]
Entropy = Annotated[str, Field(max_length=32, description="Your share of the deal's chance: 32 hexadecimal digits.")]
_OWN_TIME = {"pace", "weekends_off", "nights_off", "absence", "free_misses", "away"}
"""The fields that count only where no preset of the time is chosen."""
Count = Annotated[int, Field(ge=0, le=100)]


class TableIn(BaseModel):
    """A table to open. What is left out is as on the page that opens tables; ``options`` are those of the game.

    ``quick`` is a preset of the time ("tonight", "day", "weekends"); the fields after it are for a time of your own.
    ``public`` is "anyone" or "invited". ``any_computer`` admits computer players from outside; it always is so at a
    table that one of them opens.
    """

    game: Name
    name: Name | None = None
    size: Count | None = None
    computers: Count | None = None
    level: Name | None = None
    public: Literal["anyone", "invited"] | None = None
    rated: bool | None = None
    any_computer: bool | None = None
    least_reliable: Count | None = None
    hand_labels: bool | None = None
    options: dict[Name, bool | Name] = {}
    quick: Name | None = None
    pace: Name | None = None
    weekends_off: bool | None = None
    nights_off: bool | None = None
    absence: Name | None = None
    free_misses: Count | None = None
    away: list[Name] | None = None
    entropy: Entropy = ""


class JoinIn(BaseModel):
    """``invitation`` is the last part of an invitation link, for a private table."""

    invitation: Annotated[str, Field(max_length=24)] = ""
    entropy: Entropy = ""


class ComputerIn(BaseModel):
    """A computer player's level."""

    level: Literal["novice", "casual", "club", "strong", "master"]


@tables.router.post("/tables", auth=PLAY, response=CHANGED, url_name="tables", summary="Open a table")
def open_table(request: HttpRequest, body: TableIn) -> Any:
    """Opens a table and seats you. It starts when all seats are taken, with computer players alone at once."""
    user = user_of(request)
    form = _form(body, user)
    if not form.is_valid():
        raise Misfit({field.removeprefix("option_"): str(errors[0]) for field, errors in form.errors.items()})
    return change(request, "open_table", lambda: play.open_table(user, entropy=body.entropy, **form.table()))


def _form(body: TableIn, user: User) -> OpenTableForm:
    """The form of the page that opens tables, filled in with its initial values and those of the request."""
    if (rules := RULES.get(body.game)) is None:
        raise Misfit({"game": _("There is no such game.")})
    name = _("Table of %(name)s") % {"name": user.own_name}
    bound = OpenTableForm(rules, name, QueryDict(mutable=True))
    data: Any = bound.data
    for field in bound.fields:
        _fill(data, field, bound.get_initial_for_field(bound.fields[field], field))
    sent = body.model_dump(exclude={"game", "options", "entropy"}, exclude_none=True)
    if not _OWN_TIME.isdisjoint(sent):
        sent.setdefault("quick", OWN)
    for field, value in (sent | {f"option_{option}": value for option, value in body.options.items()}).items():
        _fill(data, field, value)
    if unknown := body.options.keys() - {option.name for option in rules.OPTIONS}:
        raise Misfit(dict.fromkeys(sorted(unknown), _("This game has no such option.")))
    return bound


def _fill(data: QueryDict, field: str, value: Any) -> None:
    """Sets a field as a browser would."""
    if isinstance(value, list | tuple):
        data.setlist(field, [str(each) for each in value])
    elif isinstance(value, bool):
        data[field] = str(value).lower()
    elif value is not None:
        data[field] = str(value)


@router.post("/tables/{slug:table}/join", auth=PLAY, response=CHANGED, url_name="join", summary="Join")
def join_table(request: HttpRequest, table: str, body: JoinIn) -> Any:
    """Takes a free seat. The game starts when the last one is taken."""
    user = user_of(request)
    game = _invited(table, body.invitation) if body.invitation else table_or_404(table, user)
    return change(request, "join", lambda: play.join(game, user, body.entropy))


def _invited(table: str, invitation: str) -> Game:
    """The table, by the key of its invitation link. Raises Http404 if that is not its key."""
    game = table_at(table)
    if game is None or game.invitation != invitation:
        raise Http404
    return game


@router.post("/tables/{slug:table}/start", auth=PLAY, response=CHANGED, url_name="start", summary="Start")
def start_game(request: HttpRequest, table: str) -> Any:
    """Starts with the players who are there; only the host may."""
    user = user_of(request)
    me = own_seat_or_404(table, user)
    return change(request, "join", lambda: play.start(me.game, user))


@router.post(
    "/tables/{slug:table}/computers", auth=PLAY, response=CHANGED, url_name="computers", summary="Add a computer"
)
def add_computer(request: HttpRequest, table: str, body: ComputerIn) -> Any:
    """Seats a computer player; only the host may."""
    user = user_of(request)
    me = own_seat_or_404(table, user)
    return change(request, "join", lambda: play.add_computer(me.game, user, Player.Bot(body.level)))


@router.post("/tables/{slug:table}/leave", auth=PLAY, response={204: None}, url_name="leave", summary="Leave")
def leave_table(request: HttpRequest, table: str) -> Status:
    """Gives your seat up, before the start."""
    user = user_of(request)
    return gone(request, "join", table, lambda: play.leave(own_seat_or_404(table, user)))


@router.post("/tables/{slug:table}/cancel", auth=PLAY, response={204: None}, url_name="cancel", summary="Cancel")
def cancel_table(request: HttpRequest, table: str) -> Status:
    """Closes the table before the start; only the host may."""
    user = user_of(request)
    return gone(request, "join", table, lambda: play.cancel(own_seat_or_404(table, user).game, user))
