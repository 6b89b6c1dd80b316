"""Hints at practice tables: the move that a Master would make, with reasons."""

from typing import NamedTuple

from django.db.models import F, Max
from django.http import Http404
from django.utils.safestring import SafeString

from accounts.models import Visitor
from games.computers import adviser, text
from games.computers.text import Option
from games.core import store
from games.core.access import TableAccess, may_take_hints
from games.models import Advice, Move, Player
from games.play import NotYourTurn, drafted, version_of
from games.presentation.view_model import table_view


class Hint(NamedTuple):
    """A hint for display.

    ``options`` and ``error`` are empty if there is no choice. ``error`` is the margin of error of the best chance,
    ``taken`` the number of hints so far. ``codes`` are the words of the move. ``is_final`` says whether the page warns
    that the move can't be undone.
    """

    move: str
    is_final: bool
    says: SafeString
    why: list[SafeString]
    options: list[Option]
    error: str
    taken: int
    codes: frozenset[str]


def take_hint(access: TableAccess, user: Visitor) -> Hint:
    """Count and return a hint.

    Raise `Http404` unless the user practises alone, and `NotYourTurn` if the user can't move.
    """
    game, players, me = access
    if me is None or not may_take_hints(access, user):
        raise Http404
    state = store.load(game).state
    seen = table_view(game, players, me, user, state)
    if not seen.my_move:
        raise NotYourTurn
    view = drafted(state, me).full_view(me.place)
    thoughts = adviser.hint(game.rules, view, f"{game.public_id} {version_of(game, me)}")
    _note(me, thoughts.move)
    candidates = thoughts.candidates
    return Hint(
        move=thoughts.move,
        is_final=game.rules.presentation.asks_first(thoughts.move, view),
        says=text.move_text(thoughts.move, view, seen.narrator),
        why=text.why(thoughts.move, view, seen.narrator),
        options=text.options(candidates, thoughts.move, view, seen.narrator),
        error=text.uncertainty(candidates) if candidates else "",
        taken=me.hints + 1,
        codes=frozenset(thoughts.move.split()),
    )


def _note(me: Player, advised: str) -> None:
    """Count the hint and store the advised move for the Review, numbered as the player's next move."""
    Player.objects.filter(pk=me.pk).update(hints=F("hints") + 1)
    last = Move.objects.filter(game=me.game_id).aggregate(last=Max("number"))["last"]
    Advice.objects.get_or_create(player=me, number=last + len(me.drafts) + 1, text=advised)
