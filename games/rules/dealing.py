"""Fair dealing: a third party can repeat every shuffle from the published secret (record.md 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import digest
from itertools import chain, count
from struct import Struct

_ALL = 1 << 64
_SAFE = _ALL - (1 << 32)
"""Numbers below this are never rejected, for any bound that fits 32 bits."""

_FOUR_NUMBERS = Struct(">4Q").unpack
_INNER, _OUTER = (bytes(octet ^ pad for octet in range(256)) for pad in (0x36, 0x5C))


def commitment(secret: bytes) -> str:
    """The commitment published before anyone joins: hex SHA-256 of the 32 secret bytes (record.md 1.1)."""
    return sha256(secret).hexdigest()


def key(secret: bytes, table: str, entropies: Sequence[str]) -> bytes:
    """The key of a game's shuffles; ``entropies`` are hex texts in seat order (record.md 1.3)."""
    return digest(secret, "\n".join(("chicago-deal/1", table, *entropies)).encode(), "sha256")


def _blocks(key: bytes, number: int) -> Iterator[bytes]:
    """HMAC-SHA-256 of "shuffle k block 0", "… 1" and so on; their common prefix is hashed once."""
    padded = key.ljust(64, b"\0")
    inner = sha256(padded.translate(_INNER) + b"shuffle %d block " % number)
    outer = sha256(padded.translate(_OUTER))
    for block in count():
        inside, outside = inner.copy(), outer.copy()
        inside.update(b"%d" % block)
        outside.update(inside.digest())
        yield outside.digest()


def stream(key: bytes, number: int) -> Iterator[int]:
    """The infinite stream of 64-bit numbers for shuffle ``number``; ``key`` has 32 bytes (record.md 1.5)."""
    return chain.from_iterable(map(_FOUR_NUMBERS, _blocks(key, number)))


def uniform(numbers: Iterator[int], bound: int) -> int:
    """A uniformly distributed number below ``bound``, by rejection sampling (record.md 1.5)."""
    number = next(numbers)
    while number >= _ALL - _ALL % bound:
        number = next(numbers)
    return number % bound


def shuffle(key: bytes, number: int, pieces: Sequence[str]) -> list[str]:
    """Shuffle ``number`` of a game, of pieces in canonical order; item 0 is the top (record.md 1.5)."""
    mixed = list(pieces)
    numbers = stream(key, number)
    for last, drawn in zip(range(len(mixed) - 1, 0, -1), numbers, strict=False):
        # Nearly every number is accepted at once; uniform() is only needed for the others.
        other = drawn % (last + 1) if drawn < _SAFE else uniform(chain((drawn,), numbers), last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


class Dealer:
    """The consecutive shuffles of a game, from number ``made`` on: a :data:`~games.rules.contract.Shuffle`."""

    __slots__ = ("key", "made")

    def __init__(self, key: bytes, made: int = 0) -> None:
        self.key, self.made = key, made

    def __call__(self, pieces: Sequence[str]) -> list[str]:
        """The next shuffle (record.md 1.6)."""
        mixed = shuffle(self.key, self.made, pieces)
        self.made += 1
        return mixed
