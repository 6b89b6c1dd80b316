"""The texts of Chicago Poker: every event, refusal, card, business and hand has a text for each reader."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker import game_end, hands, moves, pieces
from games.rules.chicago_poker.text import names, refusals, sentences, verdicts
from games.rules.chicago_poker.view import BusinessView, CardView, SeatView, TieView, View
from games.rules.contract import Event, Illegal
from games.rules.vocabulary import Line
from tests.rules.plain_text import text_of
from tests.rules.sources import constants, kinds_of_events

presentation = chicago_poker.presentation

PACKAGE = Path(pieces.__file__).parent
ME, RIVAL, THIRD = 0, 1, 2


PLACE = {"business": "jazz1"}
AIMED = PLACE | {"target": RIVAL}
SHOOTOUT = PLACE | {
    "caller": ME,
    "hands": [
        {"seat": ME, "cards": ["9R", "9M"], "hand": "pair", "ranks": [9]},
        {"seat": RIVAL, "cards": ["4C"], "hand": "high card", "ranks": [4]},
    ],
    "best": [ME],
}
MOVED = {"source": "speakeasy2", "business": "jazz1", "left": ["3R"], "backs_left": 2, "laid": ["3R", None, "5C"]}

EVENTS = {
    "dealt": (
        Event("dealt", "2.2", None, {"first": ME}),
        "The cards are dealt. You go first.",
        "The cards are dealt. 0 goes first.",
    ),
    "turn": (
        Event("turn", "3.2", ME, {"turn": 2, "actions": 2}),
        "Turn 2: you, 2 actions.",
        "Turn 2: 0, 2 actions.",
    ),
    "drew": (Event("drew", "4.1", ME, {}, {ME: {"card": "9M"}}), "You drew 9M.", "0 drew a card."),
    "reshuffled": (
        Event("reshuffled", "4.1"),
        *2 * ["The deck was empty, so the discards were shuffled into a new one."],
    ),
    "played up": (
        Event("played", "4.2", ME, PLACE | {"index": 0, "up": True, "card": "9M"}),
        "You played 9M at jazz1.",
        "0 played 9M at jazz1.",
    ),
    "played down": (
        Event("played", "4.2", ME, PLACE | {"index": 3, "up": False}, {ME: {"card": "9M"}}),
        "You played 9M face down at jazz1.",
        "0 played a card face down at jazz1.",
    ),
    "marked": (
        Event("marked", "4.3", ME, PLACE),
        "You called a shootout at jazz1.",
        "0 called a shootout at jazz1.",
    ),
    "liquidated": (
        Event("liquidated", "5.2", ME, AIMED | {"card": "9M", "was_up": True}),
        "You used Liquidation: 1 lost 9M at jazz1.",
        "0 used Liquidation: 1 lost 9M at jazz1.",
    ),
    "liquidated face down": (
        Event("liquidated", "5.2", ME, AIMED | {"card": "9M", "was_up": False}),
        "You used Liquidation: 1 lost 9M, which lay face down at jazz1.",
        "0 used Liquidation: 1 lost 9M, which lay face down at jazz1.",
    ),
    "raided": (
        Event("raided", "5.3", ME, AIMED | {"count": 2, "index": [3, 4]}, {ME: {"cards": ["9M", "2F"]}}),
        "You raided 1 at jazz1 and saw 9M 2F.",
        "0 raided 1 at jazz1 and saw 2 face-down cards.",
    ),
    "raided for nothing": (
        Event("raided", "5.3", ME, AIMED | {"count": 0, "index": []}, {ME: {"cards": []}}),
        "You raided 1 at jazz1 and found nothing face down.",
        "0 raided 1 at jazz1 and found nothing face down.",
    ),
    "moved": (
        Event("moved", "5.4", ME, MOVED, {ME: {"laid": ["3R", "7S", "5C"], "cards": ["3R", "7S", "5C"]}}),
        "Your Limousine moved 3R 7S 5C from speakeasy2 to jazz1.",
        "0’s Limousine moved 3R 5C and an unseen card from speakeasy2 to jazz1.",
    ),
    "fired": (
        Event("fired", "5.5", ME),
        "You used the Revolver for two more actions.",
        "0 used the Revolver for two more actions.",
    ),
    "bribed": (
        Event("bribed", "5.6", ME, {"deck": 20}, {ME: {"card": "9M"}}),
        "You used Bribery to take 9M from the discards. The rest went into the deck: 20 cards.",
        "0 used Bribery to take a card from the discards. The rest went into the deck: 20 cards.",
    ),
    "ended": (Event("ended", "3.5", ME), "You ended your turn.", "0 ended their turn."),
    "shootout": (
        Event("shootout", "6.2", ME, SHOOTOUT),
        "Shootout at jazz1, called by you: you have a pair of 9s (9R 9M), 1 has high card 4 (4C).",
        "Shootout at jazz1, called by 0: 0 has a pair of 9s (9R 9M), 1 has high card 4 (4C).",
    ),
    "tied": (
        Event("tied", "6.4", None, PLACE | {"seats": [ME, RIVAL]}),
        "You’re tied with 1 at jazz1: reinforcements decide.",
        "0, 1 are tied at jazz1: reinforcements decide.",
    ),
    "answered": (
        Event("answered", "6.4", ME, {}, {ME: {"card": "9M"}}),
        "You chose to send 9M.",
        "0 has chosen in secret.",
    ),
    "declined": (
        Event("answered", "6.4", ME, {}, {ME: {"card": None}}),
        "You chose to send nobody.",
        "0 has chosen in secret.",
    ),
    "revealed": (
        Event("revealed", "6.4", None, PLACE | {"sent": {"0": "9M", "1": None}}),
        "Reinforcements at jazz1: you sent 9M, 1 sent nobody.",
        "Reinforcements at jazz1: 0 sent 9M, 1 sent nobody.",
    ),
    "took": (
        Event("took", "6.3", ME, PLACE | {"discarded": ["9M"]}),
        "You took jazz1 (Jazz Club).",
        "0 took jazz1 (Jazz Club).",
    ),
    "opened": (Event("opened", "6.3", None, PLACE | {"slot": 0}), *2 * ["New in town: jazz1 (Jazz Club)."]),
    "stalemate": (
        Event("stalemate", "8.4"),
        *2 * ["Nobody has done anything for three rounds, so there is a shootout at every business with cards."],
    ),
    "resigned": (Event("resigned", "8.5", ME), "You resigned.", "0 resigned."),
    "over": (
        Event("over", "8.6", None, {"winners": [ME], "reason": "four types", "scores": [4, 1, 0]}),
        "You win the game with all four types of business.",
        "0 wins the game with all four types of business.",
    ),
}


@pytest.mark.parametrize(("event", "mine", "others"), EVENTS.values(), ids=EVENTS)
def test_actors_and_spectators_read_their_own_sentences(event: Event, mine: str, others: str) -> None:
    """A sentence never says more about the event than its reader may know."""
    assert text_of(presentation.sentence(event, ME)) == mine
    assert text_of(presentation.sentence(event, THIRD)) == others
    assert text_of(presentation.sentence(event, None)) == others


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ("liquidated", "0 used Liquidation: you lost 9M at jazz1."),
        ("liquidated face down", "0 used Liquidation: you lost 9M, which lay face down at jazz1."),
        ("raided", "0 raided you at jazz1 and saw your 2 face-down cards."),
        ("raided for nothing", "0 raided you at jazz1 and found nothing face down."),
    ],
)
def test_the_target_reads_its_own_sentence(event: str, text: str) -> None:
    assert text_of(presentation.sentence(EVENTS[event][0], RIVAL)) == text


def test_every_kind_of_event_of_the_rules_has_a_sentence() -> None:
    """The tests above cover every sentence."""
    kinds = {"over", *kinds_of_events(PACKAGE)}
    assert {event.kind for event, _mine, _others in EVENTS.values()} == kinds == set(sentences.SENTENCES)


def test_every_refusal_of_the_rules_has_words() -> None:
    """Covers the codes in the package's source, and the codes derived from unknown input."""
    unknown = {f"unknown_{what}" for what in moves._KNOWN}
    assert set(constants(PACKAGE, "Illegal")) | unknown == refusals.CODES


def test_every_refusal_has_a_sentence_with_advice() -> None:
    """The advice for 3.6 includes the number of excess cards."""
    too_big = Illegal("hand_too_big", "3.6", hand=9, limit=7, excess=2)
    assert (
        text_of(presentation.refusal(too_big))
        == "A turn ends with 7 cards at most. Play 2 more cards before you end it."
    )
    over = Illegal("hand_limit", "3.6", hand=7, limit=7, actions=1)
    assert text_of(presentation.refusal(over)) == "A turn ends with 7 cards at most. Play one before you take another."


def test_a_limousine_of_hidden_cards() -> None:
    """The order of face-down cards is hidden, but the number of cards is public (5.4)."""
    hidden = MOVED | {"left": [], "laid": [None, None]}
    line = presentation.sentence(Event("moved", "5.4", RIVAL, hidden, {RIVAL: {"laid": ["1R", "2R"]}}), ME)
    assert text_of(line) == "1’s Limousine moved 2 unseen cards from speakeasy2 to jazz1."


def test_a_card_that_left_face_up_and_is_face_down_now_is_named() -> None:
    """The card was visible before it left, so it is named, and not counted as face-down (5.4)."""
    line = presentation.sentence(Event("moved", "5.4", RIVAL, MOVED | {"left": ["3R"], "laid": [None]}), ME)
    assert text_of(line) == "1’s Limousine moved 3R from speakeasy2 to jazz1."


def test_a_shootout_of_a_stalemate_has_no_caller() -> None:
    line = presentation.sentence(Event("shootout", "8.4", ME, SHOOTOUT | {"caller": None}), THIRD)
    assert text_of(line).startswith("Stalemate shootout at jazz1: 0 has ")


def test_a_draw_has_no_winner() -> None:
    over = Event("over", "8.6", None, {"winners": [], "reason": "stalemate", "scores": [0, 0]})
    assert text_of(presentation.sentence(over, ME)) == "The game is a draw: nobody has a business."


def test_every_reason_has_words_for_winner_and_others() -> None:
    assert set(verdicts.REASONS) == set(game_end.REASONS)


def test_draws_in_a_row_become_one_line() -> None:
    own = presentation.merge(Event("drew", "4.1", ME, {"card": code}) for code in ("9M", "raid1", "2F"))
    assert [text_of(presentation.sentence(event, ME)) for event in own] == ["You drew 9M raid1 2F."]
    others = presentation.merge([Event("drew", "4.1", RIVAL), Event("drew", "4.1", RIVAL), Event("drew", "4.1", THIRD)])
    assert [text_of(presentation.sentence(event, ME)) for event in others] == ["1 drew 2 cards.", "2 drew a card."]


def test_draws_with_an_event_between_are_not_merged() -> None:
    """A reshuffle is mentioned at the time it happened; a replacement (6.4) is not a draw (4.1)."""
    events = [Event("drew", "4.1", ME), Event("reshuffled", "4.1"), Event("drew", "4.1", ME), Event("drew", "6.4", ME)]
    assert presentation.merge(events) == events


def test_what_matters_to_whom() -> None:
    """A shootout called by another player is news; one called by the viewer is not."""
    marked, liquidated = EVENTS["marked"][0], EVENTS["liquidated"][0]
    assert presentation.weight(marked, ME) == 0 < presentation.weight(marked, RIVAL)
    assert (
        presentation.weight(liquidated, THIRD)
        == 0
        < presentation.weight(liquidated, RIVAL)
        < presentation.weight(marked, RIVAL)
    )


def test_every_card_and_business_has_a_name() -> None:
    cards = {text_of(names.face(code).name) for code in pieces.CARDS}
    assert len(cards) == len(pieces.CARDS) - 1
    fan = names.face("15F")
    assert fan.rank is not None
    assert (text_of(fan.rank), fan.suit) == ("15", "fan")
    assert names.face("raid2")[:2] == (None, "")
    assert len({text_of(presentation.name_of(code)) for code in pieces.TILES}) == len(pieces.TILES)
    assert {text_of(names.kind(code)) for code in pieces.TILES} == set(names.KINDS.values())


def test_there_is_a_boss_for_every_seat() -> None:
    """Each boss has a different monogram (1.5)."""
    assert len({persona.initial for persona in names.PERSONAS}) == chicago_poker.engine.SEATS[-1]


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("9R 9M 9S 9C 9F", "Chicago Poker of 9s"),
        ("8M 9M 10M 11M 12M", "Straight Flush, 12 high"),
        ("3R 4S 5C 6M 7F", "Rainbow Straight, 7 high"),
        ("8R 8M 8C 8F 2R", "Four of a Kind, 8s"),
        ("9R 9M 9C 7F 7M", "Full House, 9s over 7s"),
        ("2C 4C 6C 11C 13C", "Flush, 13 high"),
        ("5R 6C 7R 8S 9M", "Straight, 9 high"),
        ("8M 8C 8S", "Three of a Kind, 8s"),
        ("9F 9R 7S 7M 15C", "Two Pairs, 9s and 7s"),
        ("5F 5S 12R", "Pair of 5s"),
        ("11M 4R", "High Card 11"),
    ],
)
def test_a_hand_is_called_by_what_sets_it_apart(cards: str, text: str) -> None:
    assert text_of(names.hand_name(*hands.describe(cards.split()))) == text


def test_the_ladder_is_that_of_the_rules() -> None:
    """Each example is the hand that it illustrates; the best hand comes first (7.1)."""
    shown = [names.HANDS[hands.describe(rung.cards)[0]] for rung in names.HAND_RANKINGS]
    assert (
        shown
        == [rung.name.text for rung in names.HAND_RANKINGS]
        == [names.HANDS[name] for name in reversed(hands.NAMES)]
    )


def all_lines() -> Iterator[Line]:
    for event, _mine, _others in EVENTS.values():
        for viewer in (ME, RIVAL, THIRD, None):
            yield presentation.sentence(event, viewer)


def test_every_placeholder_has_its_term() -> None:
    for line in all_lines():
        for text in filter(None, (line.text, line.plural)):
            assert text % dict.fromkeys(line.terms, "x")
            assert not set(text) - set(string.printable) - set("’–"), text


def test_no_sentence_calls_out() -> None:
    """The house style has no exclamation marks and no gendered pronouns."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"_", "ngettext"}:
                for text in node.args[:2]:
                    if isinstance(text, ast.Constant) and isinstance(text.value, str):
                        assert "!" not in text.value
                        assert not {"he", "his", "him", "she", "her"} & set(text.value.lower().split())


def view(**changes: object) -> View:
    """Return seat 0's view of a small table: a rival has five cards at a jazz club, seat 0 has one there."""
    rival = tuple(CardView(code, code is not None) for code in ("4C", "11C", "13C", None, None))
    columns = ((CardView("9M", True),), rival)
    given: dict[str, object] = {
        "seat": ME,
        "options": {},
        "phase": "turn",
        "turn": 5,
        "active": ME,
        "to_move": (ME,),
        "due": 3,
        "extra": 0,
        "seats": (SeatView(0, 1, ("raid1",), False, ()), SeatView(1, 4, None, False, ())),
        "street": (BusinessView(0, "jazz1", columns, (RIVAL,)), BusinessView(1, "brewery2", ((), ()), ()), None),
        "discard": (),
        "deck": 20,
        "pile": 10,
        "tie": None,
        "legal": (),
        "outcome": None,
    }
    return View(**(given | changes))


def test_the_prompt_of_each_situation() -> None:
    """Covers required and extra actions (3.4), and a reinforcement (6.4)."""
    prompt = chicago_poker.presentation.prompt
    assert text_of(prompt(view())) == "You have 3 actions."
    assert text_of(prompt(view(due=0, extra=1))) == "You may take one action."
    tie = TieView("jazz1", (ME, RIVAL), (), None)
    assert text_of(prompt(view(tie=tie))) == "You’re tied at jazz1: choose a gangster to send."
    with pytest.raises(ValueError, match="not asked"):
        prompt(view(to_move=(RIVAL,)))


def test_the_standing_of_a_player() -> None:
    """The standing lists a business with a pending shootout and one without cards, but not an empty slot."""
    club, brewery = chicago_poker.presentation.standing(view()).places
    assert club.own is not None
    assert text_of(club.own) == "High Card 9"
    assert club.warning is not None
    assert text_of(club.warning) == "Shootout at 1’s next turn."
    assert [text_of(rival) for rival in club.others] == ["1: 4C 11C 13C, 2 more face down"]
    assert brewery.own is not None
    assert (text_of(brewery.own), brewery.warning, brewery.others) == ("You have no cards here.", None, ())
    assert chicago_poker.presentation.standing(view()).hand == ("raid1",)
    with pytest.raises(ValueError, match="spectator"):
        chicago_poker.presentation.standing(view(seat=None))
