"""Reversing acts of moderators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from games import play
from games.models import Act, Appeal, Game, Player
from games.moderation import messages, names, reports, rights
from games.moderation.cases import acting
from games.moderation.refusals import Settled

Kind = Act.Kind

FINAL: Mapping[str, str | Promise] = {
    Kind.REVEAL: _("What was seen stays seen."),
    Kind.UPHOLD: _("An answer to an appeal stands. Take back the act itself instead."),
    Kind.UNDO: _("What was taken back is not done again by this. Decide anew instead."),
}
"""Kinds of acts that can't be reversed, and why."""

OF_GAMES = {Kind.EXTEND, Kind.REPLACE, Kind.END}


def right_for(act: Act) -> str:
    """The permission that reversing this act needs."""
    return rights.MODERATE_GAMES if act.kind in OF_GAMES else rights.MODERATE


def why_final(act: Act) -> str:
    """Why this act can't be reversed, as a sentence; empty if it can."""
    if Act.objects.filter(undoes=act).exists():
        return str(_("It has been taken back already."))
    if act.kind == Kind.END and act.game is not None and not act.game.is_stopped:
        return str(_("All cards of this game lie open by now, so it can’t go on."))
    return str(FINAL.get(act.kind, ""))


@transaction.atomic
def take_back(by: User, act: Act, reason: str, *, words: str = "") -> Act:
    """Reverses an act as far as possible; returns the act of kind UNDO. Raises Refused as acts do, and for a final act.

    Its ``details["restored"]`` says whether all is as before: a name or a seat may have been taken by another. An open
    appeal is granted with it.
    """
    _lock(act)
    right = right_for(act)
    with acting(Kind.UNDO, by, reason, words, right=right, about=act.about, game=act.game, undoes=act) as case:
        if why := why_final(act):
            raise Settled(why)
        case.note(restored=_UNDO.get(act.kind, _nothing)(act))
        waiting = Appeal.objects.filter(act=act, state=Appeal.State.OPEN)
        waiting.update(state=Appeal.State.GRANTED, answered_at=timezone.now())
    return case.act


def _lock(act: Act) -> None:
    """Serializes concurrent reversals. The log's own rows are never written, so they can't be locked."""
    if act.kind == Kind.END and act.game is not None:
        act.game = Game.objects.select_for_update().get(pk=act.game.pk)
    if act.about_id is not None:
        User.objects.select_for_update(no_key=True).get(pk=act.about_id)


def _nothing(act: Act) -> bool:
    return True


def _reopen(act: Act) -> bool:
    reports.reopen(act)
    return True


def _lift(act: Act) -> bool:
    """Lifts the restriction, and gives back the seats that computer players still have."""
    Restriction.objects.filter(pk=act.details["restriction"], lifted_at=None).update(lifted_at=timezone.now())
    return _seats_back(act)


def _seats_back(act: Act) -> bool:
    back = []
    seats = Player.objects.filter(pk__in=act.details.get("seats", ())).select_related("game")
    for player in seats.order_by("game_id"):
        try:
            back.append(act.about is not None and play.restore(player, act.about))
        except play.Over:
            # In a game that is over there is nothing to give back; one that is stopped may be reopened.
            back.append(not player.game.is_stopped)
    return all(back)


def _shorten(act: Act) -> bool:
    player = Player.objects.filter(game=act.game, seat=act.details["seat"]).first()
    given = play.Extension(act.details["asked"], act.details["seconds"])
    with suppress(play.Over):
        return player is not None and play.shorten(player, given)
    return False


def _go_on(act: Act) -> bool:
    if act.game is not None:
        play.go_on(act.game)
    return True


def _rename(act: Act) -> bool:
    return act.about is not None and names.restore(act.about, act.facts["before"], act.facts["after"])


_UNDO: Mapping[Any, Callable[[Act], bool]] = {
    Kind.DISMISS: _reopen,
    Kind.MUTE: _lift,
    Kind.SUSPEND: _lift,
    Kind.BAN: _lift,
    Kind.RENAME: _rename,
    Kind.REMOVE: messages.put_back,
    Kind.EXTEND: _shorten,
    Kind.END: _go_on,
    Kind.REPLACE: _seats_back,
}
