"""Moves typed as text in the page's language: finds the intended legal move, or several to choose from.

The comparison ignores case, accents, final vowels, word order, and words such as articles. Cards, places and players
can be written by any of their names or by their codes. Similar texts that are not equal only lead to suggestions.
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

from accounts.i18n.collation import UNDECOMPOSED
from games.presentation.narration import Narrator
from games.presentation.view_model import SeatInfo
from games.rules.contract import RESIGN, Seat

LONGEST = 200

_OFFERED = 6

_EXAMPLES = 3

_CLOSE = 0.6
"""Minimum share of the typed words, by weight, that a suggested move must contain."""

_ALIKE = 0.75
"""Minimum similarity (by difflib) at which a word is treated as a typing error for another."""


class Offer(NamedTuple):
    move: str
    says: str


class Reading(NamedTuple):
    """The interpretation of a typed text: the ``move`` to make, or a message with ``offers`` to choose from.

    ``move`` may be illegal, so that the refusal by the rules can explain why.
    """

    move: str = ""
    says: str = ""
    offers: tuple[Offer, ...] = ()


class _TypedMove(NamedTuple):
    """A move with its possible sentences: the first one as shown, and all of them as words to compare."""

    move: str
    first: str
    ways: tuple[tuple[str, ...], ...]


def read(text: str, view: Any, narrator: Narrator, players: Sequence[tuple[str, Seat]]) -> Reading:
    """Return the interpretation of ``text``; ``view`` and ``narrator`` are the player's.

    ``players`` are names and seats as returned by ``names_of``.
    """
    rules, words = narrator.rules, _Vocabulary(view, narrator, players)
    notation = " ".join(text.split()).casefold()
    typed = words.of(text)
    for move in view.legal:
        if move.casefold() == notation:
            return _decided(_typed_move(move, view, narrator, words), view, narrator)
    legal = [_typed_move(move, view, narrator, words) for move in _with_pieces(view.legal, words.codes(typed))]
    if found := _same(legal, typed):
        return _decided(found[0], view, narrator) if len(found) == 1 else _doubt(found)
    thinkable = rules.presentation.thinkable(words.codes(typed), words.seats(typed), view)
    for move in thinkable:
        if move != RESIGN and (move.casefold() == notation or _same([_typed_move(move, view, narrator, words)], typed)):
            return Reading(move)
    close = _closest(legal, typed)
    return _doubt(close) if close else Reading(says=_not_understood(view, narrator, words))


def _decided(meant: _TypedMove, view: Any, narrator: Narrator) -> Reading:
    """Return a reading with the move, or with an offer if the page would ask for confirmation first."""
    if not narrator.rules.presentation.asks_first(meant.move, view):
        return Reading(meant.move)
    return Reading(says=_("This can’t be undone. Press Enter to make this move."), offers=_offers([meant]))


def _doubt(found: Sequence[_TypedMove]) -> Reading:
    if len(found) == 1:
        return Reading(says=_("Did you mean this move? Press Enter to make it."), offers=_offers(found))
    return Reading(says=_("Did you mean one of these moves?"), offers=_offers(found))


def _offers(found: Sequence[_TypedMove]) -> tuple[Offer, ...]:
    return tuple(Offer(each.move, each.first) for each in found[:_OFFERED])


def _not_understood(view: Any, narrator: Narrator, words: _Vocabulary) -> str:
    verbs = {move.split()[0]: move for move in reversed(view.legal)}
    shown = islice(reversed(verbs.values()), _EXAMPLES)
    examples = [_("“%(text)s”") % {"text": _typed_move(move, view, narrator, words).first} for move in shown]
    if not examples:
        return _("I don’t understand this move, and it’s not your turn.")
    return _("I don’t understand this move. You can type, for example: %(examples)s.") % {
        "examples": ", ".join(examples)
    }


def _typed_move(move: str, view: Any, narrator: Narrator, words: _Vocabulary) -> _TypedMove:
    ways = [narrator.line(way) for way in narrator.rules.presentation.move_texts(move, view)]
    return _TypedMove(move, ways[0], tuple(words.of(way) for way in ways))


def _with_pieces(moves: Sequence[str], codes: Sequence[str]) -> Sequence[str]:
    """Return the moves that contain all typed pieces, ignoring pieces that no legal move contains.

    If there is no such move, return all moves. Five cards and a Limousine allow hundreds of moves; this way, only a few
    are converted to sentences.
    """
    split = [(move, set(move.split())) for move in moves]
    named = set().union(*(parts for _move, parts in split)) & set(codes)
    return [move for move, parts in split if named <= parts] or list(moves)


def _same(moves: Iterable[_TypedMove], typed: tuple[str, ...]) -> list[_TypedMove]:
    """Return the moves with exactly these words: in the same order if possible, otherwise in any order."""
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
    """Return the share of typed words found in the sentence, and the negative word count, to prefer short sentences."""
    met = sum(_weight(word) * max((_alike(word, other) for other in way), default=0.0) for word in typed)
    return met / sum(map(_weight, typed)), -len(way)


def _weight(word: str) -> int:
    """Return a word's weight in the comparison: cards and players identify a move better than verbs."""
    return 3 if _is_piece(word) else 1


def _alike(word: str, other: str) -> float:
    """Return the similarity of two words: 1 if equal, less for a probable typing error, otherwise 0."""
    if word == other:
        return 1.0
    if _is_piece(word) or _is_piece(other):
        return 0.0
    ratio = SequenceMatcher(None, word, other).ratio()
    return ratio if ratio >= _ALIKE else 0.0


def _is_piece(word: str) -> bool:
    return word[0] in "=@"


class _Vocabulary:
    """Converts text to words to compare. Names of cards and places become ``=CODE``, names of players ``@SEAT``."""

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
        """Store a name, also without articles, and with its two words swapped. Names stored earlier take precedence.

        A card's rank is kept even if it looks like an article: an A of spades is not just any spade.
        """
        short = tuple(word for word in words if word not in self._left_out)
        ways = [words, short] if len(short) > 1 or len(words) == 2 else [words]
        for way in (*ways, *(way[::-1] for way in ways if len(way) == 2)):
            if way:
                self._names.setdefault(way, meaning)

    def of(self, text: str) -> tuple[str, ...]:
        found = self._named(_words(text))
        return self._named(tuple(word for word in found if word not in self._left_out))

    def _named(self, words: tuple[str, ...]) -> tuple[str, ...]:
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
        return [word[1:] for word in typed if word[0] == "="]

    @staticmethod
    def seats(typed: Iterable[str]) -> list[Seat]:
        return [int(word[1:]) for word in typed if word[0] == "@"]


def _pieces(view: Any, narrator: Narrator) -> Iterator[tuple[str, str]]:
    rules = narrator.rules
    for code in rules.engine.PIECES:
        yield narrator.line(rules.presentation.name_of(code)), f"={code}"
    for code, line in rules.presentation.spellings(view):
        yield narrator.line(line), f"={code}"
    for code in rules.engine.PIECES:
        yield code, f"={code}"


def names_of(seats: Sequence[SeatInfo]) -> list[tuple[str, Seat]]:
    """Return all names of the players. Personas come first, so that a user can't claim a persona's name."""
    namings = ([each.short for each in seats], [each.name for each in seats], [each.user_name for each in seats])
    return [(name, each.seat) for names in namings for name, each in zip(names, seats, strict=True) if each.seat >= 0]


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, without accents, and without the final vowels of longer words."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(UNDECOMPOSED))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(map(_stem, re.findall(r"[^\W_]+", bare)))


def _stem(word: str) -> str:
    """Return a longer word without its final vowels, which depend on the grammatical case."""
    stem = word.rstrip("aeiouy") if len(word) > 3 and word.isalpha() else word
    return stem if len(stem) > 2 else word
