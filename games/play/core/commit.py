"""The commit step of every change to a running game: record moves, then finish once, under the lock.

A move is recorded as a ``Move`` row; ``finish`` makes the forced moves that follow, saves the game, updates the seats
to move and announces the new version. For moves of several seats, call ``follow_up`` after each and ``save`` once.
"""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.core import broadcast, notices, store
from games.core.access import is_practice
from games.models import AUTOMATIC, Move, Player
from games.play.core import game_end
from games.play.core.automatic import Automatic, automatic, due_at
from games.play.core.locked import LockedGame
from games.play.core.plans import plan_json, remaining
from games.play.core.turns import automatic_move_due_at, drafted, pass_turn, try_draft
from games.rules.contract import Event

MOST_STEPS, LONGEST_STEP = 20, 200
"""The bounds of a plan."""


def make(game: LockedGame, me: Player, text: str, by: Move.By | None = None) -> None:
    """Make a move: add a draft if it reveals nothing, otherwise commit all drafts and the move.

    ``by`` is the move's attribution, by default the seat's current player. Raise `Illegal` if the rules refuse it.
    """
    before = game.state.turn
    if apply(game, me, text, by):
        with notices.after_a_move():
            finish(game, me.place, before)
    else:
        save_drafts(game, me)


def apply(game: LockedGame, me: Player, text: str, by: Move.By | None = None) -> bool:
    """Make a move like ``make``, without saving. Return whether the move and the drafts were committed."""
    mine = drafted(game.state, me)
    if mine.commits(me.place, text):
        commit_drafts(game, me)
        record(game, me.place, text, by or _played_by(me))
        return True
    mine = mine.copy()  # without drafts this is the game's own state, to which more moves may be applied
    try_draft(mine, me.place, text)
    me.drafts.append(text)
    me.plan = remaining(me, mine)
    me.auto_at = due_at(me, mine, timezone.now())
    return False


def make_due(game: LockedGame, me: Player) -> bool:
    """Make the seat's current automatic move, if any, and the rest of a plan for this turn.

    Return whether there was one.
    """
    turn, made = game.state.turn, False
    while (due := _due(game, me)) and game.state.turn == turn and not (made and due.by != Move.By.PLAN):
        # An automatic end of turn is attributed to the seat's current player.
        make(game, me, due.text, due.by if due.by in AUTOMATIC else None)
        made = True
    if not made:
        me.auto_at = None
        game.save_seats()
    return made


def _due(game: LockedGame, me: Player) -> Automatic | None:
    if not game.row.is_running or me.place not in game.state.to_move:
        return None
    return automatic(me, drafted(game.state, me).view(me.place))


def set_plan(game: LockedGame, me: Player, steps: Sequence[str]) -> None:
    """Store a plan with these steps, none for an empty sequence, and set the time of its first move.

    Raise `Refused` or `Illegal` before anything has changed.
    """
    if len(steps) > MOST_STEPS or any(len(step) > LONGEST_STEP for step in steps):
        raise Refused(_("That plan is too long."))
    mine = drafted(game.state, me)
    me.plan = plan_json(game.row.rules.automation.new_plan(mine.view(me.place), steps)) if steps else {}
    me.auto_at = automatic_move_due_at(game.state, me, timezone.now())
    save_drafts(game, me)


def save_drafts(game: LockedGame, me: Player) -> None:
    """Save a player's drafts and plan, and broadcast to their own pages only."""
    game.save_seats()
    broadcast.on_commit_own(me)


def commit_drafts(game: LockedGame, me: Player) -> None:
    """Record the drafts of a player as moves."""
    drafts, me.drafts, me.auto_at = me.drafts, [], None
    for draft in drafts:
        record(game, me.place, draft, _played_by(me))


def _played_by(me: Player) -> Move.By:
    if me.computer:
        return Move.By.COMPUTER
    return Move.By.FRIEND if me.stand_in == Player.StandIn.FRIEND else Move.By.PLAYER


def record(game: LockedGame, seat: int, text: str, by: str) -> list[Event]:
    """Apply a move and return its events. Raise `Illegal` if the rules refuse it.

    After the last move, the caller must call ``finish``, which writes the rows.
    """
    state = game.state
    events = state.apply(seat, text, game.dealer)
    game.number += 1
    written = [store.event_to_json(event) for event in events]
    game.recorded.append(
        Move(game=game.row, number=game.number, seat=seat, text=text, events=written, turn=state.turn, by=by)
    )
    return events


def finish(game: LockedGame, seat: int, before: int) -> None:
    """Complete and save the moves of ``seat`` and their effects; ``before`` is the turn before the first move."""
    follow_up(game, seat, before)
    save(game)


def follow_up(game: LockedGame, seat: int, before: int) -> None:
    """Make the forced moves that follow, end the game if there is an outcome, and update the seats to move."""
    make_formal_moves(game)
    if game.state.outcome is not None:
        game_end.end_with_outcome(game)
    pass_turn(game.players, game.state, game.number, seat if game.state.turn != before else None, game.by_hand)


def save(game: LockedGame) -> None:
    """Save moves, cards, tiles and seats, and announce the new version."""
    Move.objects.bulk_create(game.recorded)
    game.recorded.clear()
    store.save(game.loaded)
    game.row.turn = game.state.turn
    game.save_seats()
    game.announce()


def make_formal_moves(game: LockedGame) -> None:
    """Make forced moves that are mere formalities, such as ending a turn, or passing at a practice table."""
    while formal := _formal_move(game):
        seat, text = formal
        record(game, seat, text, Move.By.FORM)


def _formal_move(game: LockedGame) -> tuple[int, str] | None:
    state = game.state
    for seat in sorted(state.to_move):
        if not game.at(seat).drafts and (text := state.forced_move(seat) or _unasked_pass(game, seat)):
            return seat, text
    return None


def _unasked_pass(game: LockedGame, seat: int) -> str | None:
    """Return the forced pass of the only person at a practice table."""
    if game.at(seat).computer or not is_practice(game.row, game.players):
        return None
    return game.state.forced_pass(seat)
