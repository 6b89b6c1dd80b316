"""Narration for one viewer: text and HTML, turns, recap, headline, and nothing hidden."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games.presentation import narration
from games.presentation.card_html import mail_chip
from games.presentation.headline import headline
from games.presentation.log import Recap, by_turn, recap
from games.presentation.narration import Narrator
from games.rules.chicago_poker import GAME as chicago_poker
from games.rules.chicago_poker.pieces import CARDS
from games.rules.contract import Event, Illegal
from games.rules.vocabulary import Line, Term
from tests.presentation.narrators import NAMES, NOON, ended, narrator, random_game, told

DEALT = Event("dealt", "2.2", None, {"first": 1})
TURN_OF_1 = Event("turn", "3.2", 1, {"turn": 1, "actions": 1})
TURN_OF_0 = Event("turn", "3.2", 0, {"turn": 2, "actions": 2})
DREW = Event("drew", "4.1", 1, {}, {1: {"card": "9M"}})
MARKED = Event("marked", "4.3", 1, {"business": "brewery1"})
TIED = Event("tied", "6.4", 1, {"business": "brewery1", "seats": [0, 1]})
TOOK = Event("took", "6.3", 1, {"business": "brewery1", "discarded": ["8R"]})
LIQUIDATED = Event("liquidated", "5.2", 1, {"business": "brewery1", "target": 0, "card": "8R", "was_up": True})


def test_cards_are_names_in_text_and_chips_in_html() -> None:
    """The chip has the card's name as its label."""
    assert narrator(1).text(DREW) == "You drew Moon 9."
    html = narrator(1).html(DREW)
    assert html.startswith(
        'You drew <span class="mini-card moon" role="img" aria-label="Moon 9">9<svg aria-hidden="true"><use'
    )
    assert "chicago_poker/icons" in html
    assert "#s-moon" in html


def test_numbers_below_0_have_a_minus_sign() -> None:
    assert narrator(1).line(Line("now %(score)s", {"score": Term("number", -15)})) == "now −15"


def test_a_mail_needs_no_picture() -> None:
    """Mail programs show no sprite."""
    html = narrator(1, chip=mail_chip).html(DREW)
    assert "svg" not in html
    assert 'aria-label="Moon 9"' in html
    assert "9☾" in html


def test_statements_are_joined_as_the_language_requires(monkeypatch: pytest.MonkeyPatch) -> None:
    """English uses a semicolon; French puts a space before the semicolon."""
    three = Line("%(said)s.", {"said": Term("list", [Term("line", Line(text)) for text in ("<b>", "50%%", "c")])})
    assert narrator(1).line(three) == "<b>; 50%; c."
    assert narrator(1).rich(three).replace('<br class="clause">', "") == "&lt;b&gt;; 50%; c."
    monkeypatch.setattr(narration, "_", lambda text: text.replace(";", "\u00a0;"))
    assert narrator(1).line(three) == "<b>\u00a0; 50%\u00a0; c."


def test_chips_stand_side_by_side_and_names_are_enumerated() -> None:
    """Three chips in a row are readable at a glance; a special card has no chip."""
    drawn = Event("drew", "4.1", 1, {"count": 2, "cards": ["9M", "2F"]})
    assert "</span> <span" in narrator(1).html(drawn)
    named = Event("drew", "4.1", 1, {"count": 2, "cards": ["raid1", "2F"]})
    assert "<b>Police Raid</b> and <span" in narrator(1).html(named)


def test_a_hidden_card_is_not_named() -> None:
    """Hidden cards stay hidden even if the event was not redacted beforehand (4.1)."""
    for viewer in (0, None):
        assert narrator(viewer).text(DREW) == narrator(viewer).html(DREW) == "O’Bannion drew a card."


def test_names_are_escaped_in_html_alone() -> None:
    """A player's name may contain anything, and a business's name contains an ampersand."""
    teller = Narrator(chicago_poker, NAMES | {1: "<b>&%s"}, 0)
    assert teller.text(MARKED) == "<b>&%s called a shootout at Halvorsen & Sons."
    assert teller.html(MARKED) == "&lt;b&gt;&amp;%s called a shootout at Halvorsen &amp; Sons."


def test_names_in_a_list_are_escaped_too() -> None:
    """More than two players can be tied (6.4)."""
    tied = Event("tied", "6.4", None, {"business": "jazz1", "seats": [1, 2, 3]})
    teller = Narrator(chicago_poker, NAMES | {2: "<i>"}, 0)
    assert teller.html(tied).startswith("O’Bannion, &lt;i&gt;, and Torrio are tied at Club Marmalade")


def test_lists_follow_the_language() -> None:
    assert narrator().cards(["9M", "raid1", "2F"]) == "Moon 9, Police Raid, and Fan 2"
    with translation.override("sv"):
        assert narrator().cards(["9M", "2F"]).count(" och ") == 1
    assert narrator().cards([]) == ""


def test_an_unknown_kind_of_term_is_an_error() -> None:
    with pytest.raises(ValueError, match="smell"):
        narrator().line(Line("%(x)s", {"x": Term("smell", "")}))


def test_a_refusal_names_seats_and_places() -> None:
    """The refusal explains what to do (5.2)."""
    illegal = Illegal("marker_protects", "5.2", business="jazz1", target=1)
    text = "O’Bannion called a shootout at Club Marmalade, so those cards are safe. Choose others."
    assert narrator().refusal(illegal) == text


def test_moves_are_grouped_by_turn() -> None:
    """The deal belongs to no player; a turn begins in the move that ended the previous one."""
    groups = by_turn(told((None, [DEALT, TURN_OF_1]), (1, [DREW]), (1, [DREW]), (1, [ended(1), TURN_OF_0])), narrator())
    assert [(group.seats, group.name, group.initial, group.is_you) for group in groups] == [
        ((), "", "", False),
        ((1,), "O’Bannion", "O", False),
        ((0,), "You", "M", True),
    ]
    assert [[line.text for line in group.lines] for group in groups] == [
        ["The cards are dealt. O’Bannion goes first."],
        ["O’Bannion drew 2 cards.", "O’Bannion ended their turn."],
        [],
    ]
    assert groups[1].opening is not None
    assert groups[1].opening.text == "Turn 1: O’Bannion, one action."
    assert (groups[2].number, groups[2].at) == (3, NOON + timedelta(hours=3))


def test_the_recap_omits_ends_of_turns() -> None:
    """The recap omits the viewer's own start and end of turn, and an end of turn that comes with other events."""
    moves = told((0, [ended(0), TURN_OF_1]), (1, [DREW]), (1, [ended(1), TURN_OF_0]))
    assert others(recap(moves, narrator())) == [["O’Bannion drew a card."]]
    idle = told((0, [ended(0), TURN_OF_1]), (1, [ended(1), TURN_OF_0]))
    assert others(recap(idle, narrator())) == [["O’Bannion ended their turn."]]


def others(told: Recap) -> list[list[str]]:
    return [[line.text for line in group.lines] for group in told.turns]


def test_events_that_affect_the_viewer_are_hot() -> None:
    """Attacks on the viewer and shootouts with the viewer's cards are marked as hot, in the order of events."""
    hands = [{"seat": seat, "hand": "pair", "ranks": [8], "cards": ["8R", "8M"], "down": []} for seat in (1, 0)]
    shootout = Event("shootout", "6.2", 1, {"business": "brewery1", "caller": 1, "hands": hands, "best": [1]})
    elsewhere = Event("took", "6.3", 1, {"business": "jazz1", "discarded": []})
    moves = told(
        (0, [ended(0), TURN_OF_1]), (1, [DREW]), (1, [LIQUIDATED]), (1, [DREW]), (1, [shootout, TOOK, elsewhere])
    )
    mine = recap(moves, narrator())
    (turn,) = mine.turns
    assert [(line.number, line.hot, line.text.split(":")[0]) for line in turn.lines] == [
        (1, False, "O’Bannion drew a card."),
        (2, True, "O’Bannion used Liquidation"),
        (3, False, "O’Bannion drew a card."),
        (4, True, "Shootout at Halvorsen & Sons, called by O’Bannion"),
        (4, True, "O’Bannion took Halvorsen & Sons (Brewery)."),
        (4, True, "O’Bannion took Club Marmalade (Jazz Club)."),
    ]
    assert (mine.start, bool(mine)) == (0, True)
    assert [len(lines) for lines in others(recap(moves, narrator(None)))] == [1, 6]


def test_the_recap_lists_turns_in_order() -> None:
    """The viewer has been absent while others had several turns."""
    turn_of_2 = Event("turn", "3.2", 2, {"turn": 3, "actions": 3})
    moves = told(
        (1, [ended(1), turn_of_2]), (2, [Event("drew", "4.1", 2)]), (2, [ended(2), TURN_OF_1]), (1, [DREW]),
        (1, [ended(1), turn_of_2]), (2, [Event("drew", "4.1", 2)]), (2, [ended(2), TURN_OF_0]),
    )  # fmt: skip
    told_to_me = recap(moves, narrator())
    assert [group.name for group in told_to_me.turns] == ["O’Bannion", "Weiss", "O’Bannion", "Weiss"]
    assert others(told_to_me)[1] == ["Weiss drew a card."]
    assert not recap([], narrator())


def test_the_viewers_current_turn_is_last_in_the_recap() -> None:
    """The viewer's own draw comes after the others' earlier events and shootouts."""
    drew = Event("drew", "4.1", 0, {}, {0: {"card": "9M"}})
    hands = [{"seat": seat, "hand": "pair", "ranks": [8], "cards": ["8R", "8M"], "down": []} for seat in (1, 0)]
    shootout = Event("shootout", "6.2", 1, {"business": "brewery1", "caller": 1, "hands": hands, "best": [1]})
    moves = told((0, [ended(0), TURN_OF_1, shootout]), (1, [MARKED]), (1, [ended(1), TURN_OF_0]), (0, [drew]))
    mine = recap(moves, narrator())
    assert [(group.name, [line.number for line in group.lines]) for group in mine.turns] == [
        ("O’Bannion", [0, 1]),
        ("You", [3]),
    ]
    after_a_draw = told((0, [drew, ended(0), TURN_OF_1]), (1, [DREW]), (1, [ended(1), TURN_OF_0]), (0, [drew]))
    assert [group.name for group in recap(after_a_draw, narrator()).turns] == ["You", "O’Bannion", "You"]


def test_a_slice_may_begin_in_the_middle_of_a_turn() -> None:
    """Pages of the log may begin in mid-turn."""
    (group,) = by_turn(told((1, [DREW])), narrator())
    assert (group.seats, group.opening) == ((1,), None)


def test_lines_that_matter_to_the_viewer_are_hot() -> None:
    """These are attacks on the viewer and called shootouts, each with the anchor of the rule's paragraph."""
    (group,) = by_turn(told((1, [DREW, LIQUIDATED, MARKED])), narrator())
    assert [(line.hot, line.paragraph, line.anchor) for line in group.lines] == [
        (False, "4.1", "p-4-1"),
        (True, "5.2", "p-5-2"),
        (True, "4.3", "p-4-3"),
    ]
    (other,) = by_turn(told((1, [LIQUIDATED])), narrator(2))
    assert [line.hot for line in other.lines] == [False]


def test_a_gain_of_ones_own_is_told_from_a_loss() -> None:
    """A gain must not be marked as a loss."""
    (mine,) = by_turn(told((1, [LIQUIDATED, TOOK])), narrator(1))
    assert [(line.hot, line.gain) for line in mine.lines] == [(False, False), (True, True)]
    over = Event("over", "7.2", None, {"winners": [1], "reason": "resignation", "scores": [0, 1]})
    for viewer, gain in ((1, True), (0, False), (None, False)):
        (theirs,) = by_turn(told((1, [TOOK, over])), narrator(viewer))
        assert [line.gain for line in theirs.lines] == [gain, gain]


def test_the_headline_is_what_matters_most() -> None:
    """A called shootout comes before a lost card. Without events, there is no headline."""
    assert headline([MARKED, LIQUIDATED, DREW], narrator()) == narrator().html(MARKED)
    assert headline([DREW, LIQUIDATED], narrator()) == narrator().html(LIQUIDATED)
    assert headline([TIED, TOOK], narrator()) == narrator().html(TOOK)
    assert headline([DREW], narrator()) is None
    assert headline([], narrator()) is None


def codes(value: object) -> set[str]:
    """Return all card codes in an event's details."""
    if isinstance(value, str):
        return {value} & set(CARDS)
    if isinstance(value, dict):
        return set().union(*map(codes, value.values()), set())
    return set().union(*map(codes, value), set()) if isinstance(value, list) else set()


@pytest.mark.parametrize(("seed", "seats", "edition"), [(1, 2, "english"), (2, 3, "french"), (3, 6, "english")])
def test_no_sentence_reveals_a_hidden_card(seed: int, seats: int, edition: str) -> None:
    """For every viewer, no sentence names another player's private card or contains a placeholder."""
    tellers = [narrator(viewer) for viewer in [None, *range(seats)]]
    for _state, _seat, events in random_game(seed, seats, edition):
        for event in events:
            for teller in tellers:
                assert_tells_nothing_hidden(event, teller)


def assert_tells_nothing_hidden(event: Event, teller: Narrator) -> None:
    text, html = teller.text(event), teller.html(event)
    known = codes(event.details) | codes(event.private.get(teller.viewer, {}))
    hidden = set().union(*map(codes, event.private.values()), set()) - known
    for code in hidden:
        assert not re.search(rf"\b{re.escape(teller.card(code))}\b", text + html), (event, teller.viewer)
    assert text
    assert not re.search(r"%\(|%s|None", text + html), text


def test_the_viewer_is_addressed_as_you() -> None:
    """Every sentence about the viewer says "you"."""
    for _state, _seat, events in random_game(4, 4, "french"):
        for event in events:
            for viewer in range(4):
                assert NAMES[viewer] not in narrator(viewer).text(event)


def test_the_log_links_each_line_to_its_paragraph() -> None:
    """The table and the log share the template fragment."""
    moves = told((None, [DEALT, TURN_OF_1]), (1, [DREW, MARKED]))
    page = render_to_string("table/_log.html", {"turns": by_turn(moves, narrator()), "rules": chicago_poker})
    assert f'href="{reverse("rules", args=["chicago_poker"])}#p-4-3"' in page
    assert page.count('class="highlighted"') == 1
    assert "Turn 1" not in page
    full = {"turns": by_turn(moves, narrator()), "rules": chicago_poker, "full": True}
    assert "Turn 1: O’Bannion, one action." in render_to_string("table/_log.html", full)


@pytest.mark.parametrize(
    ("language", "drew", "lost"),
    [
        ("fr", "O’Bannion a pioché une carte.", "O’Bannion a joué le Meurtre\u00a0: vous avez perdu Ruby\u00a08"),
        ("pl", "O’Bannion dobiera kartę.", "O’Bannion zagrywa Likwidację: tracisz kartę"),
    ],
)
def test_sentences_are_in_the_tense_of_the_language(language: str, drew: str, lost: str) -> None:
    """French uses the past; Polish uses the present, because its past reveals a gender."""
    with translation.override(language):
        assert narrator().text(DREW) == drew
        assert narrator().text(LIQUIDATED).startswith(lost[:40])
        missed = translation.gettext("You missed the deadline. The simplest legal moves were made for you.")
    assert missed.startswith(("Vous avez manqué", "Twój termin minął"))
