"""The table's template data, from one viewer's :class:`View`: facts and the effects of moves, never advice."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.chicago_poker.board import limousine
from games.rules.chicago_poker.board.bribery import bribe, pile
from games.rules.chicago_poker.board.cards import SPECIALS_HELP
from games.rules.chicago_poker.board.confirm import VERBS, confirm
from games.rules.chicago_poker.board.marks import Marks
from games.rules.chicago_poker.board.places import hand_places
from games.rules.chicago_poker.board.plan import FIELD, aimed_at_once, may_plan, plan
from games.rules.chicago_poker.board.rails import Scene, own_hand, public_cards, rail_order, streets
from games.rules.chicago_poker.board.stage import stages, tie_stage
from games.rules.chicago_poker.board.standings import ladder, placed, standings, turn_order
from games.rules.chicago_poker.board.view_model import Board, HandCard, Standing
from games.rules.chicago_poker.board.why import why_not
from games.rules.chicago_poker.moves import understand
from games.rules.chicago_poker.text.names import GANGS, SPECIALS, face
from games.rules.chicago_poker.text.verdicts import ending
from games.rules.chicago_poker.view import View
from games.rules.contract import ANY, Event
from games.rules.contract import gettext_noop as _
from games.rules.phrases import line, ngettext, say, seats
from games.rules.places import my_place, winners
from games.rules.presentation import Presentation
from games.rules.vocabulary import Highlights, Line

_ACTIONS = 3
_LONG = {"limousine": "?card=limousine", "bribery": "?card=bribery"}


class Boards(Presentation[View]):
    RESIGNATION = _(
        "You leave this game for good: your cards are discarded, your businesses leave the game, and the "
        "others play on."
    )
    RESIGNATION_PARAGRAPH = "8.5"
    HIGHLIGHTS = Highlights(
        frozenset(("shootout", "revealed")),
        one=_("shootout"),
        see=_("See the shootout"),
        numbered=_("Shootout %(number)s"),
        following=_("Next shootout"),
    )

    def board(
        self,
        view: View,
        ask: Mapping[str, str],
        fresh: Sequence[Event],
        drafts: Sequence[str] = (),
        shown: Sequence[Event] = (),
    ) -> Board:
        """Return everything that the table's template needs.

        ``ask`` is the page's query: a chosen card, a target, the steps of a longer action or of a plan, if possible.
        """
        staged = stages(shown, view)
        if FIELD in ask and may_plan(view) and not staged:
            return self._planned_board(view, ask, fresh)
        mode = _mode(view, ask, bool(staged))
        lying = streets(_scene(view, ask if mode == "confirm" else {}, fresh, drafts))
        ride = limousine.Plan(view, ask) if mode == "limousine" else None
        order = placed(view, standings(view)) if view.phase == "over" else standings(view)
        return Board(
            mode=mode,
            turn=view.turn,
            mine=view.seat in view.to_move,
            then=_then(view) if view.phase == "turn" else None,
            left=view.due + view.extra,
            due=view.due,
            extra=view.extra,
            spent=max(0, min(view.turn, _ACTIONS) - view.due - view.extra),
            streets=limousine.drive(ride, lying) if ride else lying,
            standings=order,
            hand=_hand(view, ask if mode in ("turn", "confirm", "tie") else {}),
            hand_places=hand_places(view, drafts),
            gangsters=sum(code not in SPECIALS for code in own_hand(view)),
            help=SPECIALS_HELP if view.options["specials"] else (),
            can_draw="draw" in view.legal,
            can_end="end" in view.legal,
            only_end=view.legal == ("end",),
            fires="revolver" in view.legal,
            seals=_seals(drafts) if drafts else None,
            undo=_drafted_name(drafts[-1]) if drafts else None,
            moves=tuple(move for move in view.legal if not move.startswith("limousine ")),
            deck=view.deck,
            discards=pile(view.discard),
            discarded=len(view.discard),
            top=face(view.discard[-1]) if view.discard else None,
            ladder=ladder(lying),
            confirm=confirm(view, ask) if mode == "confirm" else None,
            ride=limousine.ride(ride) if ride else None,
            bribe=bribe(view, ask) if mode == "bribery" else None,
            stages=staged,
            order=tuple(street for street in lying if f"resolve {street.tile}" in view.legal),
            tie=tie_stage(view, view.tie) if view.tie else None,
            sent=face(view.tie.own) if view.tie and view.tie.own else None,
            ending=ending(view.outcome.winners, view.outcome.reason, view.seat) if view.outcome else None,
            title=winners(view.outcome, view.seat) if view.outcome else None,
            winner=_winner(view, order),
            my_place=my_place(view, {each.seat: each.place for each in order}),
            declined=view.tie is not None and view.tie.own == "" and view.seat in view.tie.seats,
            may_plan=may_plan(view),
        )

    def _planned_board(self, view: View, ask: Mapping[str, str], fresh: Sequence[Event]) -> Board:
        """Return the board on which the next turn is planned: the table as it would lie after the steps so far."""
        planning, imagined, laid = plan(view, ask)
        board = self.board(imagined, {name: text for name, text in ask.items() if name != FIELD}, fresh)
        lying = aimed_at_once(streets(replace(_scene(imagined, {}, fresh, ()), planned=laid)))
        ride = limousine.Plan(imagined, ask) if board.mode == "limousine" else None
        return replace(
            board,
            mode="turn" if board.mode == "confirm" else board.mode,
            mine=False,
            then=_then(view) if view.phase == "turn" else None,
            standings=standings(view),
            streets=limousine.drive(ride, lying) if ride else lying,
            ride=limousine.ride(ride) if ride else None,
            bribe=bribe(imagined, ask) if board.mode == "bribery" else None,
            hand=tuple(replace(each, link=each.link and planning.after(each.link)) for each in board.hand),
            hand_places=hand_places(view, ()),
            confirm=None,
            planning=planning,
        )


def _winner(view: View, order: Sequence[Standing]) -> Standing | None:
    if view.outcome is None or not view.outcome.winners:
        return None
    return next(each for each in order if each.seat == view.outcome.winners[0])


def _then(view: View) -> Line | None:
    """Return a text with the next players in turn, up to the viewer, or None if there are none."""
    after = turn_order(view)
    others = [each for each in after if each != view.seat]
    if len(others) == len(after):
        return say(_("Then %(seats)s"), seats=seats(others)) if others else None
    return say(_("Then %(seats)s, then you"), seats=seats(others)) if others else say(_("Then you"))


def _mode(view: View, ask: Mapping[str, str], staged: bool) -> str:
    if staged and (view.phase != "over" or "shown" in ask):
        return "stage"
    if view.phase in ("over", "tie"):
        return view.phase
    if view.seat not in view.to_move:
        return "wait"
    if view.phase == "order":
        return "order"
    card = ask.get("card", "")
    if card in _LONG and any(move.startswith(f"{card} ") for move in view.legal):
        return card
    return "confirm" if confirm(view, ask) else "turn"


def _scene(view: View, aim: Mapping[str, str], fresh: Sequence[Event], drafts: Sequence[str]) -> Scene:
    return Scene(
        view=view,
        marks=Marks(view, fresh),
        drafted=frozenset(code for draft in drafts for code in _laid(draft)),
        legal=frozenset(view.legal),
        order=rail_order(view),
        public=public_cards(view),
        aim=(aim.get("at", ""), aim.get("of", "")),
    )


def _laid(draft: str) -> tuple[str, ...]:
    move = understand(draft)
    return (move.card,) if move.verb == "play" else move.cards


def _drafted_name(draft: str) -> Line:
    move = understand(draft)
    return face(move.card).name if move.verb == "play" else say(SPECIALS[move.verb])


def _seals(drafts: Sequence[str]) -> Line:
    """Return a note that a final move makes these drafts final too."""
    if len(drafts) == 1:
        return say(_("makes %(action)s final"), action=line(_drafted_name(drafts[0])))
    return ngettext("makes %(count)s action final", "makes %(count)s actions final", len(drafts))


def _hand(view: View, ask: Mapping[str, str]) -> tuple[HandCard, ...]:
    chosen = ask.get("card", "")
    if chosen == ANY:
        chosen = next((code for code in own_hand(view) if code not in SPECIALS and _usable(view, code)), "")
    return tuple(_hand_card(view, n, code, chosen) for n, code in enumerate(own_hand(view), 1))


def _hand_card(view: View, n: int, code: str, chosen: str) -> HandCard:
    usable = _usable(view, code)
    kind = VERBS.get(code, code) if code in SPECIALS else "gang"
    return HandCard(
        n=n,
        code=code,
        kind=kind,
        face=face(code),
        gang=None if code in SPECIALS else say(GANGS[code[-1]][1]),
        usable=usable,
        chosen=usable and chosen in (code, kind),
        link=_LONG.get(code, "") if usable and view.phase == "turn" else "",
        why=None if usable or not view.legal else why_not(view, code),
    )


def _usable(view: View, code: str) -> bool:
    if code == "revolver":
        return code in view.legal
    if code in SPECIALS:
        return any(move.startswith(f"{VERBS.get(code, code)} ") for move in view.legal)
    return f"send {code}" in view.legal or any(move.startswith(f"play {code} ") for move in view.legal)
