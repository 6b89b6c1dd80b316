"""Fair dealing: a third party can repeat every shuffle from the published secret (record.md 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from hmac import digest
from itertools import chain, count, islice
from operator import mod
from struct import Struct, unpack

_ALL = 1 << 64
_REJECTED = b"\xff" * 4
"""With which every number begins that is ever rejected, for a bound that fits 32 bits."""

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
    others = _below(range(len(mixed), 1, -1), key, number)
    for last, other in zip(range(len(mixed) - 1, 0, -1), others, strict=True):
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def _below(bounds: Sequence[int], key: bytes, number: int) -> Iterable[int]:
    """A uniformly distributed number below each bound, in turn; none is above 2³²."""
    octets = b"".join(islice(_blocks(key, number), (len(bounds) + 3) // 4))
    if _REJECTED not in octets:
        return map(mod, unpack(f">{len(octets) // 8}Q", octets), bounds)
    numbers = stream(key, number)
    return (uniform(numbers, bound) for bound in bounds)


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
