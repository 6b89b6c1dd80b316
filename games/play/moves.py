"""Moves, drafts and their undoing, resigning, moves that are made by themselves."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import notify, owing, store
from games.models import Game, Move, Player, Vote
from games.play import pauses, votes
from games.play.automatic import automatic, due_at
from games.play.refusals import NotYourTurn, Over, Paused, Replaced, Stale, WrongMove
from games.play.table import Table, locked
from games.play.turns import ask, drafted, try_draft, version_of
from games.rules.contract import RESIGN, Event, Illegal
from games.rules.record import outcome_json


def move(player: Player, text: str, version: str, by: User | None = None) -> Game:
    """Make a move, or keep it as a draft if it reveals nothing.

    ``version`` is that of the page it was made on; ``by`` is who asks for it, None for whoever moves for the seat now.
    Raises Replaced, Paused, Stale, NotYourTurn, Over or WrongMove; a repeated identical request is answered as the
    first one was, without effect.
    """
    if text == RESIGN:
        return resign(player, version, by)
    post = f"{version} {text}"[:200]
    return _changing(player, version, by, post, lambda table, me: _make(table, me, text))


def undo(player: Player, version: str, by: User | None = None) -> Game:
    """Drop the last draft. Raises as ``move`` does; Stale if there is none."""
    return _changing(player, version, by, f"{version} undo", _undo)


def _changing(
    player: Player, version: str, by: User | None, post: str, change: Callable[[Table, Player], None]
) -> Game:
    with locked(player.game_id) as table:
        me = table.player(player.pk)
        if by is not None and by != me.mover:
            raise _replaced(me, by)
        if table.game.is_paused:
            raise Paused
        if version != version_of(table.game, me):
            if post == me.last_post:
                return table.game
            raise Stale
        if me.place not in table.state.to_move:
            raise NotYourTurn
        me.last_post = post
        try:
            change(table, me)
        except Illegal as illegal:
            raise WrongMove(illegal) from illegal
        return table.game


def _replaced(me: Player, by: User) -> Replaced:
    if me.user != by:
        return Replaced(_("You no longer play this seat."))
    if me.friend is None:
        return Replaced(_("A computer player sits in for you. Take your seat back first."))
    return Replaced(_("%(name)s sits in for you. Take your seat back first.") % {"name": me.friend.shown_name})


def _make(table: Table, me: Player, text: str, by: Move.By | None = None) -> None:
    mine = drafted(table.state, me).state
    if mine.commits(me.place, text):
        _seal(table, me, text, by)
        return
    try_draft(mine, me.place, text)
    me.drafts.append(text)
    me.auto_at = due_at(me, mine, timezone.now())
    _save_drafts(me)


def _undo(table: Table, me: Player) -> None:
    if not me.drafts:
        raise Stale
    me.drafts.pop()
    me.auto_at = None
    _save_drafts(me)


def _save_drafts(me: Player) -> None:
    me.save(update_fields=["drafts", "auto_at", "last_post"])
    notify.on_commit_own(me)


def _seal(table: Table, me: Player, text: str, by: Move.By | None = None) -> None:
    """Write the player's drafts and the move that seals them, made by ``by`` if not by whoever plays the seat."""
    before = table.state.turn
    seal_drafts(table, me)
    record(table, me.place, text, by or _by(me))
    finish(table, me.place, before)


def seal_drafts(table: Table, me: Player) -> None:
    """The drafts of a seat become moves."""
    drafts, me.drafts, me.auto_at = me.drafts, [], None
    for draft in drafts:
        record(table, me.place, draft, _by(me))


def _by(me: Player) -> Move.By:
    if me.computer:
        return Move.By.COMPUTER
    return Move.By.FRIEND if me.stand_in == Player.StandIn.FRIEND else Move.By.PLAYER


def record(table: Table, seat: int, text: str, by: str) -> list[Event]:
    """Make a move, without what follows from it: ``finish`` does that once. Raises Illegal."""
    state = table.state
    events = state.apply(seat, text, table.dealer)
    table.number += 1
    Move.objects.create(
        game=table.game,
        number=table.number,
        seat=seat,
        text=text,
        events=[store.event_to_json(event) for event in events],
        turn=state.turn,
        by=by,
    )
    return events


def finish(table: Table, seat: int, before: int) -> None:
    """After the moves of ``seat``, begun in turn ``before``: what follows by form, the rows, who is asked, the news."""
    _follow(table)
    state, game = table.state, table.game
    store.save(table.loaded)
    game.turn = state.turn
    if state.outcome is not None:
        _end_game(table)
    ask(table.players, state, table.number, seat if state.turn != before else None)
    table.announce()


def _end_game(table: Table) -> None:
    game = table.game
    game.outcome = outcome_json(table.state.outcome)
    game.status, game.ended_at = Game.Status.OVER, timezone.now()
    game.rating_owed = game.rated
    game.paused_at = game.paused_until = game.agreed_until = None
    game.players.filter(vacant=True).update(vacant=False)
    game.votes.filter(state=Vote.State.OPEN).update(state=Vote.State.FAILED)
    if game.clock != Game.Clock.NONE:
        owing.over(table.players)


def _follow(table: Table) -> None:
    """Ends of turn that nothing but form asks for happen at once."""
    while formal := _formal(table):
        seat, text = formal
        record(table, seat, text, Move.By.FORM)


def _formal(table: Table) -> tuple[int, str] | None:
    state = table.state
    for seat in sorted(state.to_move):
        if not table.at(seat).drafts and (text := state.forced_move(seat)):
            return seat, text
    return None


def resign(player: Player, version: str | None, by: User | None = None) -> Game:
    """Leave a running game for good, on turn or not; without ``version`` however the game stands.

    Only the owner of a seat may (``by``, None for him), whoever plays it meanwhile. Raises Replaced, Stale, Over or
    WrongMove.
    """
    with locked(player.game_id) as table:
        me = table.player(player.pk)
        if by is not None and by != me.user:
            raise Replaced(_("Only the owner of this seat can give up the game."))
        if version is not None and version != version_of(table.game, me):
            raise Stale
        _resign(table, me)
        return table.game


def _resign(table: Table, me: Player) -> None:
    before = table.state.turn
    me.drafts, me.auto_at = [], None
    me.stand_in, me.friend = "", None
    try:
        record(table, me.place, RESIGN, Move.By.PLAYER)
    except Illegal as illegal:
        raise WrongMove(illegal) from illegal
    me.gave_up = True
    me.save(update_fields=["stand_in", "friend", "gave_up"])
    for player in table.players:
        _keep_what_still_fits(table, player)
    pauses.no_longer_away(table, me)
    finish(table, me.place, before)
    votes.recount(table)


def _keep_what_still_fits(table: Table, player: Player) -> None:
    """Drafts made before somebody left may no longer be possible: from the first impossible one on they go."""
    state = table.state.copy()
    for index, text in enumerate(player.drafts):
        try:
            try_draft(state, player.place, text)
        except Illegal:
            player.drafts = player.drafts[:index]
            player.auto_at = None
            return


def by_itself(player_pk: int) -> bool:
    """Make the move that is due without its player (games/play/automatic.py). False if none is due any more."""
    player = Player.objects.get(pk=player_pk)
    try:
        with locked(player.game_id) as table:
            me = table.player(player_pk)
            if me.auto_at is None or me.auto_at > timezone.now():
                return False
            return make_due(table, me)
    except Over:
        return False


def make_due(table: Table, me: Player) -> bool:
    """Make the move that needs no player, if there is one now; whether there was."""
    state = table.state
    due = automatic(me, drafted(state, me).state.view(me.place)) if me.place in state.to_move else None
    if due is None:
        me.auto_at = None
        me.save(update_fields=["auto_at"])
        return False
    # An end that nobody has pressed is the act of whoever plays the seat.
    _make(table, me, due.text, due.by if due.by == Move.By.ORDER else None)
    return True
