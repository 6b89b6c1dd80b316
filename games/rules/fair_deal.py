"""Fair dealing: a third party can repeat every shuffle from the published secret (records.md 1)."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import digest
from itertools import count
from struct import unpack

_ALL = 1 << 64
_REJECTED = b"\xff" * 4
"""The first bytes of every number that may have to be rejected, for bounds of up to 32 bits."""

_DECIMAL = tuple(b"%d" % block for block in range(64))
"""Block numbers as decimal digits, enough for shuffles of up to 257 pieces."""

_INNER, _OUTER = (bytes(octet ^ pad for octet in range(256)) for pad in (0x36, 0x5C))


def commitment(secret: bytes) -> str:
    """Return the commitment published before anyone joins: hex SHA-256 of the 32 secret bytes (records.md 1.1)."""
    return sha256(secret).hexdigest()


def key(secret: bytes, table: str, entropies: Sequence[str]) -> bytes:
    """Return the key of a game's shuffles; ``entropies`` are hex texts in seat order (records.md 1.3)."""
    return digest(secret, "\n".join(("chicago-deal/1", table, *entropies)).encode(), "sha256")


def stream(key: bytes, number: int) -> Iterator[int]:
    """Yield the infinite stream of 64-bit numbers for shuffle ``number``; ``key`` has 32 bytes (records.md 1.5)."""
    for block in count():
        yield from unpack(">4Q", digest(key, b"shuffle %d block %d" % (number, block), "sha256"))


def uniform(numbers: Iterator[int], bound: int) -> int:
    """Return a uniformly distributed number below ``bound``, by rejection sampling (records.md 1.5)."""
    number = next(numbers)
    while number >= _ALL - _ALL % bound:
        number = next(numbers)
    return number % bound


def shuffle(key: bytes, number: int, pieces: Sequence[str]) -> list[str]:
    """Return the result of shuffle ``number`` of a game; ``pieces`` are in canonical order (records.md 1.5)."""
    return Dealer(key, number)(pieces)


def deal(deck: list[str], hands: Sequence[list[str]], cards: int) -> None:
    """Deal ``cards`` cards to each hand, one at a time in rotation, from the top (the end) of the deck."""
    for _ in range(cards):
        for hand in hands:
            hand.append(deck.pop())


class Dealer:
    """The consecutive shuffles of a game, from number ``made`` on, as a :data:`~games.rules.contract.Shuffle`."""

    __slots__ = ("_inner", "_outer", "key", "made")

    def __init__(self, key: bytes, made: int = 0) -> None:
        self.key, self.made = key, made
        padded = key.ljust(64, b"\0")
        # The key's part of every HMAC, hashed only once per game.
        self._inner, self._outer = sha256(padded.translate(_INNER)), sha256(padded.translate(_OUTER))

    def __call__(self, pieces: Sequence[str]) -> list[str]:
        """Return the pieces in the order of the next shuffle, item 0 on top (records.md 1.5, 1.6)."""
        mixed = [*pieces]
        bound = len(mixed)
        for number in self._numbers(max(bound - 1, 0)):
            other, bound = number % bound, bound - 1
            mixed[bound], mixed[other] = mixed[other], mixed[bound]
        self.made += 1
        return mixed

    def _numbers(self, most: int) -> Sequence[int]:
        """Return the accepted numbers of this shuffle's stream, for bounds ``most`` + 1, …, 2."""
        octets = self._blocks((most + 3) // 4)
        if _REJECTED in octets or len(octets) < 8 * most:
            numbers = stream(self.key, self.made)
            return [uniform(numbers, bound) for bound in range(most + 1, 1, -1)]
        return unpack(f">{most}Q", octets[: 8 * most])

    def _blocks(self, most: int) -> bytes:
        """Return the first blocks of this shuffle's stream: HMAC-SHA-256 of "shuffle k block 0", "… 1" and so on."""
        prefix, outer = self._inner.copy(), self._outer
        prefix.update(b"shuffle %d block " % self.made)
        blocks = []
        for block in _DECIMAL[:most]:
            inside, outside = prefix.copy(), outer.copy()
            inside.update(block)
            outside.update(inside.digest())
            blocks.append(outside.digest())
        return b"".join(blocks)
