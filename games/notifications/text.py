"""The text of each kind of notice, in the active language and time zone. Plain text without names of cards."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from django.core.checks import Error, register
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.i18n.dates import localized_date
from accounts.i18n.lists import join_list
from accounts.models import Friendship
from accounts.validators.time_zones import moment_with_zone
from games.models import (
    Arrangement,
    Game,
    Incident,
    Invitation,
    Message,
    Notice,
    NotificationKind,
    Player,
    Vote,
)
from games.presentation.view_model import seat_infos
from games.stats.game_list import outcome_text


class Content(NamedTuple):
    """A subject, a text of a few lines, and the label of a button that links to ``path``, by default to the table."""

    title: str
    text: str
    button: str
    path: str = ""


def _short(moment: datetime) -> str:
    return localized_date(moment, "EEE HH:mm")


def _turn(notice: Notice) -> Content:
    game, deadline = _game(notice), _player(notice).deadline
    facts = {"table": game.name, "game": _(game.rules.engine.NAME)}
    if deadline is None:
        title = _("Your move at %(table)s") % facts
        return Content(title, _("%(table)s, %(game)s. No time limit.") % facts, _("Play your turn"))
    facts |= {"until": moment_with_zone(deadline), "short": _short(deadline)}
    title = _("Your move at %(table)s, by %(short)s") % facts
    return Content(title, _("%(table)s, %(game)s. Play by %(until)s.") % facts, _("Play your turn"))


def _near(notice: Notice) -> Content:
    game, deadline = _game(notice), _player(notice).deadline
    if deadline is None:
        raise ValueError(f"notice {notice.pk} is of a deadline that is gone")
    facts = {
        "table": game.name,
        "game": _(game.rules.engine.NAME),
        "until": moment_with_zone(deadline),
        "short": _short(deadline),
    }
    text = _("%(table)s, %(game)s. It’s still your move, and your time runs out on %(until)s.") % facts
    text = f"{text}\n{_consequence(_player(notice))}"
    return Content(_("Your time at %(table)s runs out %(short)s") % facts, text, _("Play your turn"))


def _consequence(player: Player) -> str:
    if player.misses < player.game.free_misses:
        return _("If you miss the deadline, you get 24 more hours, once for each free miss.")
    if player.game.absence == Game.Absence.COMPUTER:
        return _("After that a computer player plays for you until you return.")
    if player.game.absence == Game.Absence.PLAIN:
        return _("After that the simplest legal moves are played for you.")
    return _("After that you lose your seat.")


def _next(notice: Notice) -> Content:
    game = _game(notice)
    before = game.players.select_related("user").get(to_move_since=notice.data["begun"])
    facts = {"table": game.name, "game": _(game.rules.engine.NAME), "name": before.shown_name}
    text = _("%(table)s, %(game)s. %(name)s has begun a turn, and you play after %(name)s.")
    return Content(_("You’re next at %(table)s") % facts, text % facts, _("Look at the table"))


def _call(notice: Notice) -> Content:
    game = _game(notice)
    caller = game.players.select_related("user", "friend").get(pk=notice.data["by"])
    name = caller.mover.shown_name if caller.mover else caller.shown_name
    facts = {"table": game.name, "game": _(game.rules.engine.NAME), "name": name}
    text = _("%(table)s, %(game)s. %(name)s has the table open and would like to play on with you now.")
    return Content(_("%(name)s calls you to %(table)s") % facts, text % facts, _("Play on now"))


def _acted(notice: Notice) -> Content:
    game, player = _game(notice), _player(notice)
    incident = Incident.objects.get(pk=notice.data["incident"])
    facts = {"table": game.name}
    if incident.seat == player.seat:
        return _acted_for_you(incident, player, facts)
    if incident.details.get("why") == "left":
        text = _("Its player has left the site. A computer player carries on, and somebody else may take the seat.")
        return Content(_("A seat at %(table)s is free") % facts, text, _("Look at the table"))
    absent = game.players.select_related("user", "lost_by").get(seat=incident.seat)
    before = absent.lost_by if incident.kind == Incident.Kind.LOST or absent.user is None else None
    facts["name"] = before.shown_name if before else absent.shown_name
    text = {
        Incident.Kind.FORGIVEN: _("%(name)s has 24 more hours."),
        Incident.Kind.COMPUTER: _("Meanwhile a computer player is playing for them."),
        Incident.Kind.LOST: _("The seat is lost, and somebody else may take it over."),
    }.get(Incident.Kind(incident.kind), _("The simplest legal moves were played instead."))
    return Content(_("%(name)s missed a deadline at %(table)s") % facts, text % facts, _("Look at the table"))


def _acted_for_you(incident: Incident, player: Player, facts: dict[str, str]) -> Content:
    title = _("You missed a deadline at %(table)s")
    match incident.kind:
        case Incident.Kind.FORGIVEN if player.deadline is not None:
            facts = facts | {"until": moment_with_zone(player.deadline)}
            text, button = _("That was a free miss: play by %(until)s."), _("Play your turn")
        case Incident.Kind.FORGIVEN:
            text, button = _("That was a free miss."), _("Look at the table")
        case Incident.Kind.COMPUTER:
            text = _("A computer player is playing for you. Take your seat back whenever you like.")
            button = _("Take your seat back")
        case Incident.Kind.LOST:
            text = _("The seat is lost, and somebody else may take it over.")
            return Content(title % facts, text, _("See your tables"), reverse("home"))
        case _other:
            text, button = _("The simplest legal moves were played for you. The game goes on."), _("Look at the table")
    return Content(title % facts, text % facts, button)


def _started(notice: Notice) -> Content:
    game = _game(notice)
    facts = {"table": game.name, "game": _(game.rules.engine.NAME)}
    text = _("%(table)s, %(game)s: everyone is here and the cards are dealt. We’ll tell you when it’s your move.")
    told = f"{text % facts}\n{_company(game, notice.player)}"
    return Content(_("%(table)s has started") % facts, told, _("Look at the table"))


def _company(game: Game, me: Player | None) -> str:
    players = game.players.select_related("user", "friend").order_by("seat")
    others = [info.full_name for info in seat_infos(game, players, me) if not info.is_you]
    return _("With you at the table: %(players)s.") % {"players": join_list(others)}


def _over(notice: Notice) -> Content:
    game = _game(notice)
    facts = {"table": game.name, "game": _(game.rules.engine.NAME)}
    if not game.is_over:
        text = _("%(table)s, %(game)s: the players ended the game without a result.")
        return Content(_("%(table)s ended without a result") % facts, text % facts, _("Look at the table"))
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    won = outcome_text(game, players, notice.player.seat if notice.player else None)
    text = _("%(table)s, %(game)s, is over. All cards are open now, and you can ask for a rematch.")
    return Content(_("%(table)s is over") % facts, f"{won}\n{text % facts}", _("See how it ended"))


def _invited(notice: Notice) -> Content:
    if "arrangement" in notice.data:
        return _substitute_request(notice)
    invitation = Invitation.objects.select_related("by", "game").get(pk=notice.data["invitation"])
    game = invitation.game
    rules = _(game.rules.engine.NAME)
    facts = {"name": invitation.by.shown_name, "table": game.name, "game": rules, "pace": game.pace_label}
    again = _("%(name)s wants to play again: %(table)s")
    title = again if game.rematch_of_id else _("%(name)s invites you to %(table)s")
    text = _("There’s a seat for you at %(table)s: %(game)s, %(pace)s. You can see what’s agreed before you sit down.")
    return Content(title % facts, text % facts, _("See the table"), reverse("invited", args=[game.invitation]))


def _substitute_request(notice: Notice) -> Content:
    rows = Arrangement.objects.select_related("vacation__user", "player__game")
    arrangement = rows.get(pk=notice.data["arrangement"])
    vacation = arrangement.vacation
    facts = {
        "name": vacation.user.shown_name,
        "table": arrangement.player.game.name,
        "first": localized_date(vacation.first, "d MMMM"),
        "last": localized_date(vacation.last, "d MMMM"),
    }
    text = _("%(name)s is away from %(first)s to %(last)s and asks you to play for them at %(table)s.") % facts
    return Content(_("%(name)s asks you to sit in at %(table)s") % facts, text, _("Answer"), reverse("home"))


def _mention(notice: Notice) -> Content:
    message = Message.objects.select_related("user").get(pk=notice.data["message"])
    name = message.user.shown_name if message.user else _("A former player")
    facts = {"table": _game(notice).name, "name": name, "text": message.text}
    text = _("“%(text)s”") % facts
    if message.room == Message.Room.GALLERY:
        title = _("%(name)s mentions you in the spectators’ talk at %(table)s") % facts
        return Content(title, text, _("Answer"), reverse("gallery", args=[_game(notice).public_id]))
    return Content(_("%(name)s mentions you at %(table)s") % facts, text, _("Answer"))


def _friend(notice: Notice) -> Content:
    friendship = Friendship.objects.select_related("by", "to").get(pk=notice.data["friendship"])
    if notice.data.get("agreed"):
        name = friendship.to.shown_name
        text = _("You see each other’s tables on your friends page and can invite each other with one click.")
        return Content(
            _("You and %(name)s are friends now") % {"name": name}, text, _("See your friends"), reverse("friends")
        )
    name = friendship.by.shown_name
    text = _("Say yes or no on your friends page. If you say no, they won’t be told.")
    return Content(_("%(name)s wants to be your friend") % {"name": name}, text, _("Answer"), reverse("friends"))


def _vote(notice: Notice) -> Content:
    vote = Vote.objects.select_related("by__user", "game").get(pk=notice.data["vote"])
    facts = {"name": vote.by.shown_name, "table": vote.game.name, "what": vote.get_kind_display()}
    if not notice.data.get("closed"):
        facts["until"] = moment_with_zone(vote.closes_at)
        text = _("%(name)s proposes: %(what)s. Everyone must agree by %(until)s.") % facts
        return Content(_("Vote at %(table)s: %(what)s") % facts, text, pgettext("button", "Vote"))
    if vote.state == Vote.State.CARRIED:
        title, text = _("Agreed at %(table)s: %(what)s"), _("Everyone agreed to %(name)s’s proposal.")
    else:
        title, text = _("Not agreed at %(table)s: %(what)s"), _("Not everyone agreed to %(name)s’s proposal.")
    return Content(title % facts, text % facts, _("Look at the table"))


def _test(notice: Notice) -> Content:
    text = _("This is the test you asked for. Your notifications will arrive the same way.")
    return Content(_("A test from The Back Room"), text, _("See your tables"), reverse("home"))


def _game(notice: Notice) -> Game:
    if notice.game is None:
        raise ValueError(f"notice {notice.pk} has no table")
    return notice.game


def _player(notice: Notice) -> Player:
    if notice.player is None:
        raise ValueError(f"notice {notice.pk} has no seat")
    return notice.player


Builder = Callable[[Notice], Content]

_builders: dict[str, Builder] = {
    NotificationKind.TURN: _turn,
    NotificationKind.NEAR: _near,
    NotificationKind.NEXT: _next,
    NotificationKind.CALL: _call,
    NotificationKind.ACTED: _acted,
    NotificationKind.STARTED: _started,
    NotificationKind.OVER: _over,
    NotificationKind.INVITED: _invited,
    NotificationKind.MENTION: _mention,
    NotificationKind.VOTE: _vote,
    NotificationKind.FRIEND: _friend,
    NotificationKind.TEST: _test,
}

BUILDERS: Mapping[str, Builder] = MappingProxyType(_builders)
"""The function that builds the text of each kind of notice, including those that other packages register."""


def builds(kind: NotificationKind) -> Callable[[Builder], Builder]:
    """Register a function as the builder of notices of ``kind``. Raise `ValueError` if that kind already has one."""
    if kind in _builders:
        raise ValueError(f"notices of the kind {kind!r} have their text already")

    def registered(function: Builder) -> Builder:
        _builders[kind] = function
        return function

    return registered


@register()
def check_builders(**_options: Any) -> list[Error]:
    """Check that each kind of notice has a builder; ``GamesConfig.ready`` imports the modules that register them."""
    missing = [kind for kind in NotificationKind.values if kind not in _builders]
    return [
        Error(f"No room has registered the text of notices of the kind {kind!r}.", id="games.E003") for kind in missing
    ]
