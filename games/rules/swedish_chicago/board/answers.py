"""The viewer's possible answers and their consequences (rules 3.1, 5, 7.1, 7.3, 7.6)."""

from collections.abc import Iterator

from games.rules.contract import Seat
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card, cards, figure, line, number, say, who
from games.rules.swedish_chicago.board.announcements import best_so_far
from games.rules.swedish_chicago.board.scene import CHICAGO, LAST_PART, LAST_TRICK, five, held, me, signed
from games.rules.swedish_chicago.board.view_model import Answer, Fate, Item
from games.rules.swedish_chicago.hands import points, wins
from games.rules.swedish_chicago.legal import announcement
from games.rules.swedish_chicago.moves import understand
from games.rules.swedish_chicago.scoring import would_fall
from games.rules.swedish_chicago.text.names import HANDS, NOUNS, hand_name, kind
from games.rules.swedish_chicago.text.verdicts import points as points_in_words
from games.rules.swedish_chicago.view import SeatView, View
from games.rules.vocabulary import Line


def answers(view: View) -> tuple[Answer, ...]:
    """Return the answer buttons, "pass" last.

    Return an empty tuple if the viewer must choose cards instead.
    """
    found = [_announce(view, move) for move in view.legal if move.startswith("announce")]
    found += [_ANSWERS[move](view) for move in _ANSWERS if move in view.legal]
    if view.legal and view.phase in ("announce", "quads") and announcement(view.legal) is None:
        found.append(Answer("announce", say(_("Announce a hand")), say(_("not possible: why?")), False, refused=True))
    return tuple(found)


def on_button(move: str, view: View) -> Iterator[Line]:
    """Yield the labels of an answer's button, with and without its note.

    For an announcement, yield also its names.
    """
    if move in view.legal and (move in _ANSWERS or move.startswith("announce")):
        answer = _ANSWERS[move](view) if move in _ANSWERS else _announce(view, move)
        yield from _printed(answer.says, answer.note)
    if move.startswith("exchange open "):
        yield from _printed(say(_("Ask for an open card")), say(_("for exactly one marked card")))
    mine = me(view)
    if move.startswith("announce") and mine is not None and (named := understand(move).type or held(mine)):
        whole = hand_name(five(mine)) if named == held(mine) else None
        for name in (say(HANDS[named]), say(NOUNS[named]), whole):
            if name is not None:
                yield name
                yield say(_("Announce %(type)s"), type=line(name))


def _printed(words: Line, note: Line) -> Iterator[Line]:
    yield words
    yield say("%(words)s %(note)s", words=line(words), note=line(note))


def _announce(view: View, move: str) -> Answer:
    """Return the button of an announcement; a lower one than the whole hand (7.8) stands back."""
    own = _own_type(view)
    named = understand(move).type or own
    return Answer(move, say(_("Announce %(type)s"), type=kind(named)), _gain(view, named), named == own)


def _own_type(view: View) -> str:
    mine = me(view)
    own = held(mine) if mine else None
    if own is None:
        raise ValueError("nobody may announce what he does not hold")
    return own


def _falls(view: View, own: str) -> bool:
    mine = me(view)
    return mine is not None and would_fall(view, mine, own)


def _fall(view: View) -> Line:
    """Return the note of an answer that costs all points (7.4)."""
    return say(_("%(points)s without a Chicago: back to 0"), points=points_in_words(view.target))


def _gain(view: View, own: str) -> Line:
    if wins(own, view.options):
        return say(_("wins the game, if yours is the best"))
    resets = own == "four of a kind" and view.options["four_of_a_kind"] != "score"
    if view.phase == "quads":
        return say(_("if yours is the best, you choose")) if resets else say(_("no points for it now"))
    if resets:
        return say(_("if yours is the best, score it or reset everybody else"))
    if _falls(view, own):
        return _fall(view)
    return say(_("+%(points)s if yours is the best"), points=number(points(own, view.options)))


def _pass(view: View) -> Answer:
    if view.phase == "chicago":
        usual = _("last trick %(points)s, best hand as usual")
        return Answer("pass", say(_("No Chicago")), say(usual, points=number(LAST_TRICK)), False)
    if view.phase == "quads":
        return Answer("pass", say(_("Pass")), say(_("your hand still counts at the end")), False)
    return Answer("pass", say(_("Pass")), say(_("no points, keeps your hand secret")), False)


def _declare(view: View) -> Answer:
    both = say(_("all five tricks: +%(points)s, else −%(points)s"), points=number(CHICAGO))
    return Answer("declare", say(_("Declare Chicago")), both, True)


def _score(view: View) -> Answer:
    if view.part == LAST_PART and view.options["four_of_a_kind"] == "reset":
        return Answer("score", say(_("Don’t reset")), say(_("your hand is compared at the end")), True)
    worth = number(points("four of a kind", view.options))
    ends = view.options["four_of_a_kind"] == "reset_ends"
    note = say(_("the hand is over") if ends else _("the hand goes on"))
    note = _fall(view) if _falls(view, "four of a kind") else note
    return Answer("score", say(_("Score %(points)s"), points=worth), note, True)


def _reset(_view: View) -> Answer:
    return Answer("reset", say(_("Reset")), say(_("all others to 0, and the hand is over")), False)


def _take(view: View) -> Answer:
    return Answer("take", _about_open(view, _("Take %(card)s")), say(_("everybody has seen it")), True)


def _refuse(view: View) -> Answer:
    return Answer(
        "refuse", _about_open(view, _("Refuse it")), say(_("you get the next card face down and keep it")), False
    )


def _about_open(view: View, text: str) -> Line:
    return say(text, card=card(view.open.card)) if view.open else say(text)


_ANSWERS = {
    "declare": _declare,
    "score": _score,
    "reset": _reset,
    "take": _take,
    "refuse": _refuse,
    "pass": _pass,
}


def notes(view: View) -> tuple[Line, ...]:
    """Return facts for the player to move, for example the highest announcement, or why passing is the only answer."""
    if view.phase in ("announce", "quads") and view.legal:
        found = [best_so_far(view), None if announcement(view.legal) else _nothing_to_say(view), _sealed(view)]
        return tuple(note for note in found if note)
    if view.phase == "open" and view.legal and view.open and view.open.thrown:
        return (say(_("You threw %(card)s for it."), card=card(view.open.thrown)),)
    if view.phase == "chicago" and view.legal:
        return (*_lead(view), *filter(None, [_sealed(view)]))
    return tuple(filter(None, [_sealed(view)])) if view.phase == "exchange" and view.legal else ()


def _sealed(view: View) -> Line | None:
    if not view.options["together"]:
        return None
    return say(_("Everyone answers at once: your answer stays hidden until all are in."))


def _nothing_to_say(view: View) -> Line:
    mine = me(view)
    own = held(mine) if mine else None
    if view.phase == "quads":
        return say(_("Only four of a kind or better may be announced here."))
    if own is None:
        return say(_("You have nothing to announce."))
    return say(_("You have %(type)s, which is too low: you can only pass."), type=kind(own))


def _lead(view: View) -> tuple[Line, ...]:
    leads: Seat = view.order[0]
    if view.options["chicago_lead"] == "declarer":
        first = say(_("The player who declares leads the first trick."))
    else:
        all_the_same = _("%(seat)s still leads the first trick.")
        first = who(leads, view.seat, _("You lead the first trick either way."), all_the_same)
    return first, say(_("Once somebody declares, nobody else is asked, and it can’t be taken back."))


def fates(view: View) -> tuple[Fate, ...]:
    """Return the possible results of a Chicago, or of the choice after four of a kind."""
    mine = me(view)
    if mine is None:
        return ()
    if "declare" in view.legal:
        return _made(view, mine), _broken(view, mine)
    return (_scoring(view, mine), _resetting(view)) if "reset" in view.legal else ()


def _made(view: View, mine: SeatView) -> Fate:
    items = [_now(mine), Item(say(_("Chicago")), signed(CHICAGO))]
    low = mine.score + CHICAGO
    if view.options["chicago_last_trick"] == "adds":
        items.append(Item(say(_("last trick")), signed(LAST_TRICK)))
        low += LAST_TRICK
    high = low
    own = held(mine)
    if own and wins(own, view.options):
        high = max(view.target, low, *(of.score for of in view.seats))
        items.append(Item(say(_("wins the game, if yours is the best")), signed(high - low)))
    elif own:
        best = points(own, view.options)
        text = _("best hand, if it’s yours: %(type)s")
        items.append(Item(say(text, type=kind(own)), signed(best)))
        high += best
    total = Item(_past(view.target, low, high), _range(low, high))
    return Fate(say(_("You take all five tricks")), tuple(items), total, "up")


def _past(goal: int, low: int, high: int) -> Line:
    if low >= goal:
        return say(_("%(goal)s or more: the game ends with this hand"), goal=number(goal))
    if high >= goal:
        return say(_("this can take you to %(goal)s"), goal=number(goal))
    return say(_("your new score"))


def _range(low: int, high: int) -> str:
    return figure(low) if low == high else f"{figure(low)}–{figure(high)}"


def _broken(view: View, mine: SeatView) -> Fate:
    left = mine.score - CHICAGO if view.options["negative"] else max(0, mine.score - CHICAGO)
    items = [_now(mine), Item(say(_("Chicago broken")), signed(left - mine.score))]
    if view.options["breaker"] != "0":
        items.append(Item(say(_("the player who breaks it gets")), signed(int(view.options["breaker"]))))
    items.append(Item(say(_("the hand ends right away: no last trick, no best hand for anyone")), "0"))
    return Fate(say(_("You lose a trick")), tuple(items), Item(say(_("your new score")), figure(left)), "down")


def _now(mine: SeatView) -> Item:
    return Item(say(_("now")), figure(mine.score))


def _scoring(view: View, mine: SeatView) -> Fate:
    waits = view.part == LAST_PART and view.options["four_of_a_kind"] == "reset"
    worth = 0 if waits else points("four of a kind", view.options)
    title = say(_("Don’t reset")) if waits else say(_("Score"))
    falls = not waits and would_fall(view, mine, "four of a kind")
    gain = -mine.score if falls else worth
    items = _scores(view, {mine.seat: mine.score + gain})
    return Fate(title, items, Item(say(_("Back to 0")) if falls else say(_("you get")), signed(gain)))


def _resetting(view: View) -> Fate:
    fallen = {of.seat: 0 for of in view.seats if of.seat != view.seat and not of.out}
    return Fate(say(_("Reset")), _scores(view, fallen), Item(say(_("no points")), "0"))


def _scores(view: View, changed: dict[Seat, int]) -> tuple[Item, ...]:
    return tuple(
        Item(who(of.seat, view.seat, _("you"), "%(seat)s"), figure(changed.get(of.seat, of.score)))
        for of in sorted(view.seats, key=lambda of: (of.seat != view.seat, of.seat))
    )


def sealed(view: View) -> Line | None:
    """Return the viewer's own answer while it is sealed (option ``together``), or None."""
    if view.sealed is None:
        return None
    verb, *codes = view.sealed.split()
    if named := understand(view.sealed).type:
        return say(_("You announce %(type)s."), type=kind(named))
    if verb != "exchange":
        return say(_SEALED[verb])
    if not codes:
        return say(_("You keep all your cards."))
    opened = codes[0] == "open"
    text = _("You throw %(cards)s for an open card.") if opened else _("You throw %(cards)s.")
    return say(text, cards=cards(codes[1:] if opened else codes))


_SEALED = {
    "announce": _("You announce your hand."),
    "pass": _("You pass."),
    "declare": _("You declare Chicago."),
}
