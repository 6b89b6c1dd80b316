"""Tables before the start: opening, joining, leaving, starting and cancelling them."""

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext as _
from ninja import Router, Status
from pydantic import Field

from accounts.models import User
from games import play
from games.api import tables
from games.api.authentication import PLAY, user_of
from games.api.changes import CHANGED, run_action, run_action_without_content
from games.api.problems import Misfit
from games.api.schema import Entropy, Schema
from games.core.access import own_seat_or_404, table_at, table_or_404
from games.lobby.forms import NAME_LENGTH, OpenTableForm
from games.lobby.time_controls import OWN, PACES
from games.models import Game, Player
from games.rules import RULES

router = Router()

Name = Annotated[str, Field(max_length=100)]
Level = Literal["novice", "casual", "club", "strong", "master"]
FEWEST, MOST = (end(seats for rules in RULES.values() for seats in rules.engine.SEATS) for end in (min, max))
"""The minimum and maximum number of seats over all games."""
_OWN_TIME = {"pace", "weekends_off", "nights_off", "playing_hours", "absence", "free_misses", "away"}
"""The time settings that have no effect if a preset is chosen."""


def described_options(schema: dict[str, Any]) -> None:
    """Add the options of all games to the schema, by name; each game checks whether the values go together."""
    found: dict[str, dict[str, Any]] = {}
    for option in (option for rules in RULES.values() for option in rules.engine.OPTIONS):
        values = found.setdefault(option.name, {"enum": [], "description": f"{option.label}."})["enum"]
        values += [choice.value for choice in option.choices if choice.value not in values]
    schema |= {"properties": found, "additionalProperties": False}


class TableIn(Schema):
    """A table to open. Omitted fields have the same defaults as the site’s form."""

    game: Annotated[str, Field(min_length=1, max_length=100, json_schema_extra={"enum": [*RULES]})]
    """The game’s code."""
    name: Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)] | None = None
    """The table’s name; the default contains your name."""
    size: Annotated[int, Field(ge=FEWEST, le=MOST)] | None = None
    """The number of seats, within the game’s `fewest` and `most`."""
    computers: Annotated[int, Field(ge=0, le=MOST - 1)] | None = None
    """The number of the site’s computer players that take a seat when the table opens; smaller than `size`."""
    level: Level | None = None
    """The level of the site’s computer players."""
    public: Literal["anyone", "invited"] | None = None
    """Whether anybody may join and watch, or only people with an invitation or the link."""
    rated: bool | None = None
    """Whether the result should count for ratings; never at private tables, or with guests or the site’s computers."""
    any_computer: bool | None = None
    """Whether computer players from outside may join; always true for tables that they open."""
    least_reliable: Literal[0, 80, 90, 95] | None = None
    """The minimum percentage of turns taken in time that a player needs to join."""
    hand_labels: bool | None = None
    """Whether the page names the poker hands that open cards form."""
    options: Annotated[dict[Name, bool | Name], Field(json_schema_extra=described_options)] = {}
    """Options of the game, by name; omitted options have their defaults, whatever the site’s form proposes."""
    quick: Literal["tonight", "few", "day", "weekends", "own"] | None = None
    """A preset for the time settings; "own" means the fields below, and is the default if one of them is present."""
    pace: Annotated[str, Field(max_length=20, json_schema_extra={"enum": [*PACES]})] | None = None
    """The time: minutes ("15m") or hours per turn; or a reserve: hours at the start, hours added per turn, maximum."""
    weekends_off: bool | None = None
    """Whether time stops on Saturdays and Sundays."""
    nights_off: bool | None = None
    """Whether time stops during each player’s own night."""
    playing_hours: Literal[0, 8, 12, 16] | None = None
    """How many hours a day time runs, at hours that each player chooses; 0 means all day. Not with `nights_off`."""
    absence: Game.Absence | None = None
    """The consequence of a missed deadline: a computer takes over, the simplest move is made, or the seat is lost."""
    free_misses: Annotated[int, Field(ge=0, le=Game.MOST_MISSES)] | None = None
    """The number of missed deadlines that are merely extended: by a day or, at quick tables, by another turn’s time."""
    away: list[Game.Away] | None = None
    """The options for players on vacation: a pause, a computer substitute, a friend as substitute."""
    entropy: Entropy = ""
    """Your contribution to the random seed of the deal: 32 hexadecimal digits. If omitted, the site chooses one."""


class JoinIn(Schema):
    """The data for joining a table."""

    invitation: Annotated[str, Field(max_length=24)] = ""
    """The last part of an invitation link; needed for private tables."""
    entropy: Entropy = ""
    """Your contribution to the random seed of the deal: 32 hexadecimal digits. If omitted, the site chooses one."""


class ComputerIn(Schema):
    """One of the site’s own computer players."""

    level: Level
    """The level of the computer player."""


@tables.router.post("/tables", auth=PLAY, response=CHANGED, url_name="tables", summary="Open a table")
def open_table(request: HttpRequest, body: TableIn) -> Any:
    """Open a table and take a seat. The game starts when all seats are taken, at once if computers fill the rest."""
    user = user_of(request)
    form = _form(body, user)
    if not form.is_valid():
        raise Misfit({_api_name(field): str(errors[0]) for field, errors in form.errors.items()})
    facts = form.table()
    return run_action(request, "open_table", lambda: play.Changed(play.open_table(user, entropy=body.entropy, **facts)))


def _form(body: TableIn, user: User) -> OpenTableForm:
    """Return the site's form for opening tables, filled with its initial values and the request's values.

    Raise `Misfit` if there is no such game or option.
    """
    if (rules := RULES.get(body.game)) is None:
        raise Misfit({"game": _("There’s no such game.")})
    bound = OpenTableForm(rules, _("%(name)s’s table") % {"name": user.own_name}, QueryDict(mutable=True))
    data: Any = bound.data
    for field, definition in bound.fields.items():
        # The form proposes another order of answers than the rules.
        is_option = field.startswith("option_")
        _fill(data, field, definition.initial if is_option else bound.get_initial_for_field(definition, field))
    sent = body.model_dump(exclude={"game", "options", "entropy"}, exclude_none=True)
    if not _OWN_TIME.isdisjoint(sent):
        sent.setdefault("quick", OWN)
    sent |= _daily_rest(sent.pop("nights_off", False), sent.pop("playing_hours", 0))
    for field, value in (sent | {f"option_{option}": value for option, value in body.options.items()}).items():
        _fill(data, field, value)
    if unknown := body.options.keys() - {option.name for option in rules.engine.OPTIONS}:
        raise Misfit(dict.fromkeys(sorted(unknown), _("This game has no such option.")))
    return bound


def _api_name(field: str) -> str:
    return "playing_hours" if field == "daily_rest" else field.removeprefix("option_")


def _daily_rest(nights: bool, hours: int) -> dict[str, str]:
    if nights and hours:
        raise Misfit({"playing_hours": _("Choose nights off or playing hours, not both.")})
    return {"daily_rest": str(hours) if hours else "nights" if nights else "none"}


def _fill(data: QueryDict, field: str, value: Any) -> None:
    """Set a form field to a value, as text that the form can parse; None leaves the field unset."""
    if isinstance(value, list | tuple):
        data.setlist(field, [str(each) for each in value])
    elif isinstance(value, bool):
        data[field] = str(value).lower()
    elif value is not None:
        data[field] = str(value)


@router.post("/tables/{slug:table}/join", auth=PLAY, response=CHANGED, url_name="join", summary="Join")
def join_table(request: HttpRequest, table: str, body: JoinIn) -> Any:
    """Take a free seat. The game starts when the last seat is taken."""
    user = user_of(request)
    game = _invited(table, body.invitation) if body.invitation else table_or_404(table, user)
    return run_action(request, "join", lambda: play.Changed(play.join(game, user, body.entropy)))


def _invited(table: str, invitation: str) -> Game:
    """Return the table of an invitation link. Raise `Http404` if there is no such table or the key is wrong."""
    game = table_at(table)
    if game is None or game.invitation != invitation:
        raise Http404
    return game


@router.post("/tables/{slug:table}/start", auth=PLAY, response=CHANGED, url_name="start", summary="Start")
def start_game(request: HttpRequest, table: str) -> Any:
    """Start the game with the players who have joined; for the host only."""
    user = user_of(request)
    me = own_seat_or_404(table, user)
    return run_action(request, "join", lambda: play.Changed(play.start(me.game, user)))


@router.post(
    "/tables/{slug:table}/computers", auth=PLAY, response=CHANGED, url_name="computers", summary="Add a computer"
)
def add_computer(request: HttpRequest, table: str, body: ComputerIn) -> Any:
    """Add a computer player to the table; for the host only."""
    user = user_of(request)
    me = own_seat_or_404(table, user)
    return run_action(request, "join", lambda: play.Changed(play.add_computer(me.game, user, Player.Bot(body.level))))


@router.post("/tables/{slug:table}/leave", auth=PLAY, response={204: None}, url_name="leave", summary="Leave")
def leave_table(request: HttpRequest, table: str) -> Status[None]:
    """Give up your seat before the start."""
    user = user_of(request)
    return run_action_without_content(request, "join", table, lambda: play.leave(own_seat_or_404(table, user)))


@router.post("/tables/{slug:table}/cancel", auth=PLAY, response={204: None}, url_name="cancel", summary="Cancel")
def cancel_table(request: HttpRequest, table: str) -> Status[None]:
    """Close the table before the start; for the host only."""
    user = user_of(request)
    return run_action_without_content(
        request, "join", table, lambda: play.cancel(own_seat_or_404(table, user).game, user)
    )
