"""Checks of names and texts for stray invisible characters and for too many combining marks."""

import itertools
import re
import unicodedata
from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from idna import valid_contextj

from accounts.refusals import Refused

INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""Unicode categories of characters that are invisible or change the text's direction."""

STRIPPED_CATEGORIES = INVISIBLE_CATEGORIES - {"Cn"}
"""The categories removed from texts. Unassigned characters stay, because newer emoji are among them."""

IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default_Ignorable_Code_Point, from DerivedCoreProperties.txt of Unicode 17: invisible, regardless of category."""

BLANK_CHARACTERS = {"\u2800"}
"""Braille without dots, which Unicode classes as a symbol, but which is invisible."""

MAX_MARKS = 2
"""The maximum number of consecutive combining marks. More would cover neighbouring lines."""

SEQUENCES = re.compile(
    r"""(
        [0-9\#*]\ufe0f\u20e3
        | (?:
            (?:
                \U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f
                | (?:
                    [\u00a9\u00ae\u203c\u2049\u2122\u2139\u24c2\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]
                    | [\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff]
                )
                [\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]?
            )
            \u200d?
        )+(?<!\u200d)
        | [\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\ufe00-\ufe02\U000e0100-\U000e01ef]
        | [\u1820-\u18aa][\u180b-\u180d\u180f]
    )""",
    re.VERBOSE,
)
"""Sequences that need invisible characters: keycaps, flags of regions, emoji, Chinese and Mongolian letter variants.

They follow UTS 51 and emoji-data.txt, with the blocks of Extended_Pictographic, and the letters and digits among
emoji.
"""

_JOINER = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
"""Zero-width joiners and non-joiners, and the tags of flags."""

_LONE_JOINERS = re.compile(r"(?<!\S)[\u200c\u200d\U000e0020-\U000e007f]+(?!\S)")

_QUOTED = 40
"""The maximum length of a refused word that the message quotes."""

_REACH = 8
"""The number of characters on each side of a joiner that decide whether it is allowed."""


def is_invisible(character: str) -> bool:
    """Return whether a character is invisible or changes the text's direction."""
    return unicodedata.category(character) in INVISIBLE_CATEGORIES or _is_blank(character)


def _is_blank(character: str) -> bool:
    return character in BLANK_CHARACTERS or IGNORABLE.match(character) is not None


def has_invisible(text: str) -> bool:
    """Return whether ``text`` has an invisible character that is neither part of a sequence nor an allowed joiner."""
    return any(is_invisible(piece[at]) and not _is_needed_joiner(piece, at) for piece, at in _outside_sequences(text))


def has_joined_emoji(text: str) -> bool:
    """Return whether ``text`` has an emoji composed of several characters by joiners or tags."""
    return any(_JOINER.search(sequence) for sequence in SEQUENCES.findall(text))


def _outside_sequences(text: str) -> Iterator[tuple[str, int]]:
    """Yield a piece of the text and a position in it for each character outside sequences."""
    for piece in SEQUENCES.split(text)[::2]:
        yield from ((piece, at) for at in range(len(piece)))


def _is_needed_joiner(text: str, at: int) -> bool:
    """Return whether the character is a joiner that its script needs: CONTEXTJ (RFC 5892), with two extensions.

    The extensions are ZWNJ between any two Arabic letters, as Persian is typed, and ZWJ in Bengali ra-ya.
    """
    near = text[max(0, at - _REACH) : at + _REACH + 1]
    at = min(at, _REACH)
    if at == 0 or unicodedata.category(near[at - 1])[0] not in "LM":
        return False
    beside = [near[at - 1], *near[at + 1 : at + 2]]
    if near[at] == "\u200c" and [unicodedata.bidirectional(each) for each in beside] == ["AL", "AL"]:
        return True
    return near[at - 1 : at + 2] == "\u09b0\u200d\u09cd" or valid_contextj(near, at)


def longest_marks(text: str) -> int:
    """Return the length of the longest run of combining marks on one letter."""
    runs = itertools.groupby(text, key=lambda c: unicodedata.category(c) in {"Mn", "Me"} and not IGNORABLE.match(c))
    return max((len(list(run)) for is_mark, run in runs if is_mark), default=0)


def clean_lines(text: str) -> str:
    """Return a text in NFC, without trailing spaces in lines and without stray invisible characters.

    Raise `Refused` for too many consecutive marks, and for joiners outside words and emoji, because their removal could
    change the meaning.
    """
    text = _LONE_JOINERS.sub("", unicodedata.normalize("NFC", text).replace("\t", " "))
    _check_joiners(text)
    kept = "\n".join(_visible(line).rstrip() for line in text.splitlines())
    if longest_marks(kept) > MAX_MARKS:
        raise Refused(_("One letter has more than two accents. Please leave some out."))
    return unicodedata.normalize("NFC", kept)


def _check_joiners(text: str) -> None:
    for word in text.split():
        if any(_JOINER.match(piece[at]) and not _is_needed_joiner(piece, at) for piece, at in _outside_sequences(word)):
            raise Refused(
                _("There’s a stray invisible character in “%(word)s”. Please type that word again.")
                % {"word": _JOINER.sub("", word)[:_QUOTED]}
            )


def _visible(line: str) -> str:
    pieces = SEQUENCES.split(line)
    pieces[::2] = ["".join(filter(_is_kept, piece)) for piece in pieces[::2]]
    return "".join(pieces)


def _is_kept(character: str) -> bool:
    """Return whether to keep a character outside sequences. Joiners have already been checked."""
    return bool(_JOINER.match(character)) or not (
        unicodedata.category(character) in STRIPPED_CATEGORIES or _is_blank(character)
    )
