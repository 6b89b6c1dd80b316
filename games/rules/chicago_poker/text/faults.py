"""A sentence to the player about what a move gave up compared with a better one, from facts of the position (4–8)."""

from collections.abc import Callable

from games.rules.chicago_poker.bot.aims import FLUSH, STRAIGHT, nearest, ready
from games.rules.chicago_poker.bot.evaluation import own_seat, shortened
from games.rules.chicago_poker.bot.prospects import best, column, gangsters, name_of, open_businesses
from games.rules.chicago_poker.hands import NAMES, strength
from games.rules.chicago_poker.moves import Move
from games.rules.chicago_poker.pieces import COLUMN, VALUE
from games.rules.chicago_poker.text.aims import ROW, in_a_row, in_reach, in_words, one_gang
from games.rules.chicago_poker.text.threats import shown, wins
from games.rules.chicago_poker.view import BusinessView, View
from games.rules.contract import gettext_noop as _
from games.rules.phrases import card as one
from games.rules.phrases import cards, ngettext, piece, say, seat
from games.rules.vocabulary import Line

_NEEDED = NAMES.index("two pairs")
"""The lowest hand at another business whose loss is worth a sentence."""

_FEW = 2
"""The largest number of gangsters in hand that is too small for a Revolver."""


def fault(view: View, made: Move, better: Move) -> Line | None:
    """Return the sentence about the most serious fault of ``made`` compared with ``better``, or None."""
    found = (each(view, made, better) for each in _FAULTS)
    return next((line for line in found if line is not None), None)


def _there(view: View, tile: str) -> BusinessView | None:
    return next((business for business in open_businesses(view) if business.tile == tile), None)


def _at(move: Move) -> str:
    """Return the business that a move strengthens or attacks, or an empty string."""
    return move.onto or move.business


def _ended_early(view: View, made: Move, better: Move) -> Line | None:
    left = view.due + view.extra
    if made.verb != "end" or not left:
        return None
    return ngettext(
        "You ended your turn with %(count)s action left.", "You ended your turn with %(count)s actions left.", left
    )


def _left_to_a_winner(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a business, left by this move but not by ``better``, that wins the game for a rival."""
    business = _there(view, _at(better))
    if business is None or _at(made) == business.tile or not (known := shown(view, business)):
        return None
    most, rival, _codes = max(known)
    laid = column(view, business)
    if not wins(view, rival, business.tile) or (laid and strength(laid) >= most):
        return None
    text = _("You left %(business)s to %(seat)s, who needs only that to win the game.")
    return say(text, business=piece(business.tile), seat=seat(rival))


def _left_a_shootout(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a rival's shootout in which the player is behind, if only ``better`` acts there."""
    business = _there(view, _at(better))
    if business is None or _at(made) == business.tile or not business.markers or not (known := shown(view, business)):
        return None
    caller, laid = business.markers[0], column(view, business)
    most, _rival, codes = max(known)
    if caller == own_seat(view) or (laid and strength(laid) >= most):
        return None
    terms = {"seat": seat(caller), "hand": in_words(codes), "business": piece(business.tile)}
    if not laid:
        text = _("%(seat)s’s shootout at %(business)s came next, and you had no card there against %(hand)s.")
        return say(text, **terms)
    text = _("%(seat)s’s shootout at %(business)s came next, and you left it with %(own)s against %(hand)s.")
    return say(text, own=in_words(laid), **terms)


def _spoiled(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a flush or straight that the played card made impossible in its column."""
    business = _there(view, made.business)
    if made.verb != "play" or business is None:
        return None
    laid = column(view, business)
    after = (*laid, made.card)
    for name, fits in ((FLUSH, one_gang), (STRAIGHT, in_a_row)):
        also = better.business == made.business and better.card in VALUE and not fits((*laid, better.card))
        if len(laid) >= ROW and fits(laid) and not fits(after) and name > name_of(after) and not also:
            text = _("You gave up %(hand)s at %(business)s: %(card)s doesn’t fit.")
            return say(text, hand=in_reach(name), business=piece(business.tile), card=one(made.card))
    return None


def _used_up(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about the best hand elsewhere that lacks the played card now."""
    if made.verb not in ("play", "send") or made.card == better.card:
        return None
    hand = gangsters(view)
    rest, left = ([card for card in hand if card != move.card] for move in (made, better))
    lost = [
        (name, business.tile)
        for business in open_businesses(view)
        if business.tile != made.business
        and (laid := column(view, business))
        and (name := best(laid, hand)) >= _NEEDED
        and best(laid, rest) < name
        and best((*laid, better.card) if _at(better) == business.tile and better.card else laid, left) >= name
    ]
    if not lost:
        return None
    name, tile = max(lost)
    text = _("You used up %(card)s, which you needed for %(hand)s at %(business)s.")
    return say(text, card=one(made.card), hand=in_reach(name), business=piece(tile))


def _weaker(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a card that would have made a better hand in the same column."""
    business = _there(view, made.business)
    if {made.verb, better.verb} != {"play"} or business is None or better.business != made.business:
        return None
    laid = column(view, business)
    now, then = (*laid, made.card), (*laid, better.card)
    if not laid or name_of(now) >= name_of(then):
        return None
    text = _("With %(card)s you had %(hand)s at %(business)s; %(better)s would have made %(more)s.")
    terms = {"card": one(made.card), "hand": in_words(now), "better": one(better.card), "more": in_words(then)}
    return say(text, business=piece(business.tile), **terms)


def _called_too_early(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a shootout that the player called while a rival is ahead or can still add cards."""
    business = _there(view, made.business)
    if made.verb != "play" or business is None or business.markers or better.business == made.business:
        return None
    after = (*column(view, business), made.card)
    if len(after) < COLUMN or not (known := shown(view, business)):
        return None
    most, rival, codes = max(known)
    terms = {"business": piece(business.tile), "own": in_words(after), "seat": seat(rival), "hand": in_words(codes)}
    if most > strength(after):
        return say(_("You called the shootout at %(business)s with %(own)s, though %(seat)s has %(hand)s."), **terms)
    room = COLUMN - len(business.columns[rival])
    if not room:
        return None
    return ngettext(
        "You called the shootout at %(business)s with %(own)s, and %(seat)s had %(hand)s and room for %(count)s more "
        "card.",
        "You called the shootout at %(business)s with %(own)s, and %(seat)s had %(hand)s and room for %(count)s more "
        "cards.",
        room,
        **terms,
    )


def _left_a_rival(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a rival's hand that a Liquidation would have broken."""
    business = _there(view, better.business)
    if better.verb != "liquidation" or made.verb == "liquidation" or business is None:
        return None
    columns = business.columns[better.target], shortened(business, better.target).columns[better.target]
    known, kept = ([card.code for card in each if card.code] for each in columns)
    terms = {"seat": seat(better.target), "business": piece(business.tile)}
    if len(known) == len(columns[0]) == COLUMN - 1:
        if one_gang(known):
            return say(_("You left %(seat)s one card from a flush at %(business)s."), **terms)
        if in_a_row(known):
            return say(_("You left %(seat)s one card from a straight at %(business)s."), **terms)
    if known and name_of(kept) < name_of(known):
        return say(_("You left %(seat)s with %(hand)s at %(business)s."), hand=in_words(known), **terms)
    return None


def _missed(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a card in hand that makes a better hand at another business."""
    business = _there(view, better.business)
    if better.verb != "play" or business is None or made.business == better.business:
        return None
    laid = column(view, business)
    after = (*laid, better.card)
    terms = {"card": one(better.card), "hand": in_words(after), "business": piece(business.tile)}
    if len(after) == COLUMN and not business.markers:
        return say(_("You didn’t call the shootout at %(business)s: with %(card)s you had %(hand)s there."), **terms)
    if laid and name_of(after) > name_of(laid) and made.card == better.card:
        return say(_("%(card)s would have made %(hand)s at %(business)s."), **terms)
    if laid and name_of(after) > name_of(laid):
        return say(_("You kept %(card)s in hand, which makes %(hand)s at %(business)s."), **terms)
    return None


def _kept_the_revolver(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a Revolver that was kept although many cards in hand wait for an action (5.5)."""
    count = len(gangsters(view))
    if better.verb != "revolver" or made.verb == "revolver" or count <= _FEW:
        return None
    return ngettext(
        "You didn’t use the Revolver, with %(count)s gangster waiting in your hand.",
        "You didn’t use the Revolver, with %(count)s gangsters waiting in your hand.",
        count,
    )


def _wasted_special(view: View, made: Move, better: Move) -> Line | None:
    return _WASTED[made.verb](view, made, better) if made.verb in _WASTED and made.verb != better.verb else None


def _raid(view: View, made: Move, better: Move) -> Line | None:
    business = _there(view, made.business)
    if business is None:
        return None
    if all(card.code for card in business.columns[made.target]):
        text = _("You knew all of %(seat)s’s cards at %(business)s, so the raid showed you nothing.")
        return say(text, seat=seat(made.target), business=piece(made.business))
    if business.markers:
        return None
    return say(
        _("You used the raid at %(business)s, where nobody has called a shootout."), business=piece(business.tile)
    )


def _liquidation(view: View, made: Move, better: Move) -> Line | None:
    business = _there(view, made.business)
    if business is None:
        return None
    columns = business.columns[made.target], shortened(business, made.target).columns[made.target]
    known, kept = ([card.code for card in each if card.code] for each in columns)
    if not kept or name_of(kept) < name_of(known):
        return None
    text = _("Even without that card, %(seat)s still shows %(hand)s at %(business)s.")
    return say(text, seat=seat(made.target), hand=in_words(kept), business=piece(made.business))


def _revolver(view: View, made: Move, better: Move) -> Line | None:
    count = len(gangsters(view))
    if not 0 < count <= _FEW:
        return None
    return ngettext(
        "You used the Revolver with only %(count)s gangster in hand.",
        "You used the Revolver with only %(count)s gangsters in hand.",
        count,
    )


def _limousine(view: View, made: Move, better: Move) -> Line | None:
    source = _there(view, made.business)
    laid = column(view, source) if source else ()
    left = [card for card in laid if card not in made.cards]
    terms = {"cards": cards(made.cards), "business": piece(made.business)}
    if laid and not left:
        return say(_("Moving %(cards)s left you without a card at %(business)s."), **terms)
    if not left or name_of(left) >= name_of(laid):
        return None
    text = _("Moving %(cards)s left you only %(left)s at %(business)s, where you had %(hand)s.")
    return say(text, left=in_words(left), hand=in_words(laid), **terms)


_WASTED = {"raid": _raid, "liquidation": _liquidation, "revolver": _revolver, "limousine": _limousine}


def _took_the_wrong_card(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a discarded card that Bribery should have taken."""
    if {made.verb, better.verb} != {"bribery"} or better.card not in VALUE:
        return None
    hand = gangsters(view)
    found = []
    for business in open_businesses(view):
        laid = column(view, business)
        before, now, then = (best(laid, [*hand, *more]) for more in ((), (made.card,), (better.card,)))
        if made.card not in VALUE:
            now = before
        if then > max(0, before, now):
            found.append((then, business.tile))
    if not found:
        return None
    name, tile = max(found)
    text = _("You took %(card)s; %(better)s would have put %(hand)s within reach at %(business)s.")
    terms = {"card": one(made.card), "better": one(better.card), "hand": in_reach(name), "business": piece(tile)}
    return say(text, **terms)


def _in_a_tie(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a reinforcement that was not sent, or that is lower than another one in hand (6.4)."""
    if view.tie is None or better.verb != "send":
        return None
    if made.verb == "decline":
        text = _("You sent nobody, though %(card)s could have won %(business)s.")
        return say(text, card=one(better.card), business=piece(view.tie.tile))
    if made.verb == "send" and VALUE[made.card] < VALUE[better.card]:
        text = _("You sent %(card)s, though you held the higher %(better)s.")
        return say(text, card=one(made.card), better=one(better.card))
    return None


def _adds_nothing(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a card that neither improves its column nor brings a hand there nearer."""
    business = _there(view, made.business)
    if made.verb != "play" or business is None:
        return None
    laid, rest = column(view, business), [card for card in gangsters(view) if card != made.card]
    after = (*laid, made.card)
    if not laid:
        return None if better.business == made.business else _begun(view, made, business)
    if name_of(after) > name_of(laid) or (better.business == made.business and better.verb == "play"):
        return None
    hope = ready(after, rest)
    if hope and hope.name > best(laid, rest):
        return None
    near, before = nearest(view, after, rest), nearest(view, laid, rest)
    if near and (before is None or near.name > before.name or near.lacking < before.lacking):
        return None
    text = _("%(card)s doesn’t go with your %(laid)s at %(business)s.")
    return say(text, card=one(made.card), laid=cards(laid), business=piece(business.tile))


def _begun(view: View, made: Move, business: BusinessView) -> Line | None:
    """Return a sentence about a first card at a business that matches no other card in hand."""
    rest = [card for card in gangsters(view) if card != made.card]
    if not rest or any(VALUE[card] == VALUE[made.card] or card[-1] == made.card[-1] for card in rest):
        return None
    text = _("You began at %(business)s with %(card)s, and nothing else in your hand goes with it.")
    return say(text, business=piece(business.tile), card=one(made.card))


def _still_behind(view: View, made: Move, better: Move) -> Line | None:
    """Return a sentence about a card that leaves a rival in the lead there, or that could have waited."""
    business = _there(view, made.business)
    if made.verb != "play" or business is None or better.business == made.business:
        return None
    after, known = (*column(view, business), made.card), shown(view, business)
    most, rival, codes = max(known, default=(0, 0, []))
    terms = {"card": one(made.card), "business": piece(business.tile)}
    if most > strength(after):
        text = _("Even with %(card)s, %(seat)s is ahead of you at %(business)s with %(hand)s.")
        return say(text, seat=seat(rival), hand=in_words(codes), **terms)
    kin = [card for card in gangsters(view) if card != made.card and VALUE[card] == VALUE[made.card]]
    if business.markers or better.verb != "draw" or not kin or len(after) == COLUMN:
        return None
    text = _("Nobody has called a shootout at %(business)s: %(card)s could have waited in your hand with %(kin)s.")
    return say(text, kin=cards(kin), **terms)


_FAULTS: tuple[Callable[[View, Move, Move], Line | None], ...] = (
    _ended_early,
    _in_a_tie,
    _left_to_a_winner,
    _left_a_shootout,
    _called_too_early,
    _spoiled,
    _used_up,
    _weaker,
    _took_the_wrong_card,
    _wasted_special,
    _kept_the_revolver,
    _left_a_rival,
    _missed,
    _adds_nothing,
    _still_behind,
)
"""The functions for all faults, the most serious first."""
