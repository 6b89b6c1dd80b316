"""The five tricks, and the points for the last one and for the best hand (rules 4.2, 4.3, 5.2, 5.3)."""

from games.rules.contract import Happened, Seat, Shuffle
from games.rules.swedish_chicago import chicago, game_end
from games.rules.swedish_chicago.hands import PLACE, form, points, wins
from games.rules.swedish_chicago.legal import check_card
from games.rules.swedish_chicago.moves import Move
from games.rules.swedish_chicago.pieces import HAND, VALUE
from games.rules.swedish_chicago.scoring import decide, score
from games.rules.swedish_chicago.table import Table

_LAST_TRICK = 5


def play(table: Table, seat: Seat, move: Move, shuffle: Shuffle, events: list[Happened]) -> None:
    """Play a card to a trick, or lead it (4.2)."""
    card = move.cards[0]
    check_card(table, seat, card)
    events.append(("played", "4.2", seat, {"card": card, "leads": not table.trick}, {}))
    table.hands[seat].remove(card)
    table.played[seat].append(card)
    table.trick.append((card, seat))
    table.done()


def finish(table: Table, shuffle: Shuffle, events: list[Happened]) -> None:
    """Award a complete trick, then begin the next one or end the hand (4.2, 5.3).

    The hand ends after the last trick or a broken Chicago.
    """
    taker = _taker(table)
    number = len(table.played[taker])
    details = {"cards": [[card, seat] for card, seat in table.trick], "number": number}
    events.append(("trick", "4.2", None if taker in table.out else taker, details, {}))
    table.trick = []
    _lead_on(table, taker)
    if table.declarer is not None and taker != table.declarer:
        chicago.broken(table, table.declarer, None if taker in table.out else taker, shuffle, events)
        game_end.hand_over(table, shuffle, events)
    elif number == HAND:
        _score_hand(table, taker, shuffle, events)
    else:
        assert table.leader is not None
        table.enter("play", chicago.from_leader(table, table.leader))


def _taker(table: Table) -> Seat:
    """Return the seat that takes the trick. Its player may have resigned since playing the card (6.3)."""
    suit = table.trick[0][0][1]
    return max([(VALUE[card], seat) for card, seat in table.trick if card[1] == suit])[1]


def _lead_on(table: Table, taker: Seat) -> None:
    """Give the trick and the lead to the taker. If the taker has resigned, give the lead to the next seat (6.3)."""
    if taker in table.out:
        table.leader = table.after(taker)[0]
    else:
        table.tricks[taker] += 1
        table.leader = taker


def _score_hand(table: Table, taker: Seat, shuffle: Shuffle, events: list[Happened]) -> None:
    """Score the Chicago, then the last trick and the best hand, and end the hand (4.2, 4.3, 5.2)."""
    if table.declarer is not None:
        chicago.made(table, table.declarer, events)
    replaced = table.declarer is not None and table.options["chicago_last_trick"] == "replaced"
    if taker not in table.out and not replaced:
        score(table, taker, _LAST_TRICK, "last trick", "4.2", events)
    _best_hand(table, events)
    if table.result is None:
        game_end.hand_over(table, shuffle, events)


def _best_hand(table: Table, events: list[Happened]) -> None:
    """Reveal all hands and score the best one, even if its player passed (4.3)."""
    types = {seat: form(table.played[seat]).type for seat in table.order()}
    hands = [{"seat": seat, "cards": table.played[seat].copy(), "type": kind} for seat, kind in types.items()]
    events.append(("hands", "4.3", None, {"hands": hands}, {}))
    kind = max(filter(None, types.values()), key=PLACE.__getitem__, default=None)
    if kind is None:
        events.append(("best", "4.3", None, {"type": None}, {}))
        return
    best = decide(table, kind, [seat for seat, held in types.items() if held == kind], table.played, events)
    events.append(("best", "4.3", best, {"type": kind}, {}))
    if best is not None and wins(kind, table.options):
        game_end.win(table, best, kind, events)
    elif best is not None:
        score(table, best, points(kind, table.options), "best hand", "4.3", events, kind)
