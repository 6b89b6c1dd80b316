"""Moves typed as text in the page's language: finds the intended legal move, or those to choose from.

Comparison ignores case, accents, endings in vowels, word order, and words such as articles. Cards, places and players
may be written by any of their names or by their codes. Close but unequal texts only lead to suggestions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presentation.narration import Narrator
from games.presentation.view_model import SeatInfo
from games.rules.contract import RESIGN, Seat

LONGEST = 200
"""The maximum length of a typed move, in characters."""

_OFFERED = 6
"""The maximum number of suggested moves."""

_EXAMPLES = 3
"""The maximum number of example moves for a text that was not understood."""

_CLOSE = 0.6
"""The minimum share of the typed words, by weight, that a suggested move must contain."""

_ALIKE = 0.75
"""The minimum similarity (by difflib) at which a word counts as a typing error of another."""

_WITHOUT_ACCENT = str.maketrans({"ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d"})
"""Letters that Unicode does not decompose into a letter and its accent."""


class Offer(NamedTuple):
    """A legal move that may be intended: its notation and its words."""

    move: str
    says: str


class Reading(NamedTuple):
    """The meaning of a typed text: the ``move`` to make, or the reason against it with ``offers`` to choose from.

    ``move`` may be illegal, so that the rules' refusal explains why.
    """

    move: str = ""
    says: str = ""
    offers: tuple[Offer, ...] = ()


class _TypedMove(NamedTuple):
    """A move with the ways to say it: each as shown and as words to compare."""

    move: str
    first: str
    ways: tuple[tuple[str, ...], ...]


def read(text: str, view: Any, narrator: Narrator, players: Sequence[tuple[str, Seat]]) -> Reading:
    """Return the move intended by ``text``; ``view`` and ``narrator`` are the player's.

    ``players``: names and seats as ``names_of`` returns them.
    """
    rules, words = narrator.rules, _Vocabulary(view, narrator, players)
    notation = " ".join(text.split()).casefold()
    typed = words.of(text)
    for move in view.legal:
        if move.casefold() == notation:
            return _decided(_typed_move(move, view, narrator, words), narrator)
    legal = [_typed_move(move, view, narrator, words) for move in _with_pieces(view.legal, words.codes(typed))]
    if found := _same(legal, typed):
        return _decided(found[0], narrator) if len(found) == 1 else _doubt(found)
    thinkable = list(rules.presentation.thinkable(words.codes(typed), words.seats(typed), view))
    for move in thinkable:
        if move != RESIGN and (move.casefold() == notation or _same([_typed_move(move, view, narrator, words)], typed)):
            return Reading(move)
    close = _closest(legal, typed)
    return _doubt(close) if close else Reading(says=_not_understood(view, narrator, words))


def _decided(meant: _TypedMove, narrator: Narrator) -> Reading:
    """Return the move, unless the page would ask for a confirmation first."""
    if not narrator.rules.presentation.asks_first(meant.move):
        return Reading(meant.move)
    return Reading(
        says=_("This can’t be undone. Do you want to make this move? Press Enter to make it."), offers=_offers([meant])
    )


def _doubt(found: Sequence[_TypedMove]) -> Reading:
    """Return the moves to choose from if the text is ambiguous, or the one to confirm."""
    if len(found) == 1:
        return Reading(says=_("Did you mean this move? Press Enter to make it."), offers=_offers(found))
    return Reading(says=_("Did you mean one of these moves?"), offers=_offers(found))


def _offers(found: Sequence[_TypedMove]) -> tuple[Offer, ...]:
    return tuple(Offer(each.move, each.first) for each in found[:_OFFERED])


def _not_understood(view: Any, narrator: Narrator, words: _Vocabulary) -> str:
    """Return an error with examples of possible input, one of each verb."""
    verbs = {move.split()[0]: move for move in reversed(view.legal)}
    shown = islice(reversed(verbs.values()), _EXAMPLES)
    examples = [_("“%(text)s”") % {"text": _typed_move(move, view, narrator, words).first} for move in shown]
    if not examples:
        return _("I don’t understand this move, and it’s not your turn.")
    return _("I don’t understand this move. You can type, for example: %(examples)s.") % {
        "examples": ", ".join(examples)
    }


def _typed_move(move: str, view: Any, narrator: Narrator, words: _Vocabulary) -> _TypedMove:
    """Return the move with all its sentences from the rules."""
    ways = [narrator.line(way) for way in narrator.rules.presentation.move_texts(move, view)]
    return _TypedMove(move, ways[0], tuple(words.of(way) for way in ways))


def _with_pieces(moves: Sequence[str], codes: Sequence[str]) -> Sequence[str]:
    """Return the moves that name the typed pieces, or as many of them as any move names.

    A hand of five and a Limousine allow hundreds of moves, of which only a few need to be put into words.
    """
    split = [(move, set(move.split())) for move in moves]
    named = set().union(*(parts for _move, parts in split)) & set(codes)
    return [move for move, parts in split if named <= parts] or list(moves)


def _same(moves: Iterable[_TypedMove], typed: tuple[str, ...]) -> list[_TypedMove]:
    """Return the moves with exactly these words: in the same order if there are any, else in another."""
    anyhow = sorted(typed)
    found = [each for each in moves if any(sorted(way) == anyhow for way in each.ways)]
    ordered = [each for each in found if typed in each.ways] or found
    return list({each.first: each for each in reversed(ordered)}.values())[::-1]


def _closest(moves: Iterable[_TypedMove], typed: tuple[str, ...]) -> list[_TypedMove]:
    """Return the moves that share the most words with the text, closest first, one for each sentence."""
    if not typed:
        return []
    rated = [(max(_likeness(way, typed) for way in each.ways), each) for each in moves]
    best = sorted((each for each in rated if each[0][0] >= _CLOSE), key=lambda each: each[0], reverse=True)
    return list({each.first: each for _rate, each in best}.values())


def _likeness(way: Sequence[str], typed: Sequence[str]) -> tuple[float, int]:
    """Return the share of the typed words in the sentence, less for additional words in it."""
    met = sum(_weight(word) * max((_alike(word, other) for other in way), default=0.0) for word in typed)
    return met / sum(map(_weight, typed)), -len(way)


def _weight(word: str) -> int:
    """Return the weight of a word in the comparison: cards and players identify a move better than verbs."""
    return 3 if _is_piece(word) else 1


def _alike(word: str, other: str) -> float:
    """Return the likeness of two words: 1 for equal ones, less for probable typing errors, 0 for others."""
    if word == other:
        return 1.0
    if _is_piece(word) or _is_piece(other):
        return 0.0
    ratio = SequenceMatcher(None, word, other).ratio()
    return ratio if ratio >= _ALIKE else 0.0


def _is_piece(word: str) -> bool:
    """Return whether the word stands for a card, place or player."""
    return word[0] in "=@"


class _Vocabulary:
    """Turns text into words to compare; names of cards and places become ``=CODE``, names of players ``@SEAT``."""

    def __init__(self, view: Any, narrator: Narrator, players: Sequence[tuple[str, Seat]]) -> None:
        left_out = pgettext(
            "words that may be left out of a typed move, separated by spaces",
            "the a an of at in on to from for with and my s one card cards please",
        )
        self._left_out = frozenset(_words(left_out))
        self._names: dict[tuple[str, ...], str] = {}
        for name, meaning in _pieces(view, narrator):
            self._learn(_words(name), meaning)
        for name, seat in players:
            self._learn(_words(name), f"@{seat}")
        self._longest = max(map(len, self._names), default=1)

    def _learn(self, words: tuple[str, ...], meaning: str) -> None:
        """Learn a name, also without its articles, and with its two words swapped. Earlier names take precedence.

        A card's rank is kept even if it looks like an article: an A of spades is not any spade.
        """
        short = tuple(word for word in words if word not in self._left_out)
        ways = [words, short] if len(short) > 1 or len(words) == 2 else [words]
        for way in (*ways, *(way[::-1] for way in ways if len(way) == 2)):
            if way:
                self._names.setdefault(way, meaning)

    def of(self, text: str) -> tuple[str, ...]:
        """Return the words of a text, for comparison."""
        found = self._named(_words(text))
        return self._named(tuple(word for word in found if word not in self._left_out))

    def _named(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words with names replaced, the longest first."""
        found: list[str] = []
        start = 0
        while start < len(words):
            for end in range(min(len(words), start + self._longest), start, -1):
                if meaning := self._names.get(words[start:end]):
                    found.append(meaning)
                    start = end
                    break
            else:
                found.append(words[start])
                start += 1
        return tuple(found)

    @staticmethod
    def codes(typed: Iterable[str]) -> list[str]:
        """Return the pieces named, in order."""
        return [word[1:] for word in typed if word[0] == "="]

    @staticmethod
    def seats(typed: Iterable[str]) -> list[Seat]:
        """Return the players named, in order."""
        return [int(word[1:]) for word in typed if word[0] == "@"]


def _pieces(view: Any, narrator: Narrator) -> Iterator[tuple[str, str]]:
    """Yield every name of the game's pieces, then their codes."""
    rules = narrator.rules
    for code in rules.engine.PIECES:
        yield narrator.line(rules.presentation.name_of(code)), f"={code}"
    for code, line in rules.presentation.spellings(view):
        yield narrator.line(line), f"={code}"
    for code in rules.engine.PIECES:
        yield code, f"={code}"


def names_of(seats: Sequence[SeatInfo]) -> list[tuple[str, Seat]]:
    """Return all names of the players. Personas' names come first, so that no user can take one of these names."""
    namings = ([each.short for each in seats], [each.name for each in seats], [each.user_name for each in seats])
    return [(name, each.seat) for names in namings for name, each in zip(names, seats, strict=True) if each.seat >= 0]


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, without accents, and without vowels at the end of longer ones."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_WITHOUT_ACCENT))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(map(_stem, re.findall(r"[^\W_]+", bare)))


def _stem(word: str) -> str:
    """Return a longer word without its final vowels, which change with the grammatical case."""
    stem = word.rstrip("aeiouy") if len(word) > 3 and word.isalpha() else word
    return stem if len(stem) > 2 else word
