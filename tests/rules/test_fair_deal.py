"""Fair dealing (records.md 1), compared with a simple implementation of the formulas and with fixed vectors."""

from __future__ import annotations

import hashlib
import hmac

from games.rules import fair_deal
from games.rules.chicago_poker.pieces import CARDS, TILES

SECRET = bytes(range(32))
KEY = fair_deal.key(SECRET, "k3v9x0", ["00" * 16, "ff" * 16])


def plain_shuffle(key: bytes, number: int, pieces: tuple[str, ...]) -> list[str]:
    """Return the shuffle of records.md 1.5, implemented word for word."""
    stream, block, items = b"", 0, list(pieces)
    for last in range(len(items) - 1, 0, -1):
        while True:
            if len(stream) < 8:
                stream += hmac.new(key, f"shuffle {number} block {block}".encode(), hashlib.sha256).digest()
                block += 1
            u, stream = int.from_bytes(stream[:8], "big"), stream[8:]
            if u < 2**64 - 2**64 % (last + 1):
                break
        j = u % (last + 1)
        items[last], items[j] = items[j], items[last]
    return items


def test_1_1_commitment() -> None:
    assert fair_deal.commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_1_3_key() -> None:
    message = b"chicago-deal/1\nk3v9x0\n" + b"00" * 16 + b"\n" + b"ff" * 16
    assert hmac.new(SECRET, message, hashlib.sha256).digest() == KEY
    assert KEY.hex() == "1b010d565cdbf04b90a3c8b03ff1ebfb06e06568f8f7d55d5dad36687399fb39"


def test_1_5_shuffles() -> None:
    for number, pieces in enumerate([TILES, CARDS, ("0", "1", "2"), ("0",), (), CARDS[:75]]):
        assert fair_deal.shuffle(KEY, number, pieces) == plain_shuffle(KEY, number, pieces)
    assert fair_deal.shuffle(KEY, 1, CARDS)[:6] == ["10R", "9S", "bribery", "11S", "2F", "12C"]


def test_1_5_biased_numbers_are_rejected() -> None:
    limit = 2**64 - 2**64 % 10
    assert fair_deal.uniform(iter([limit, 2**64 - 1, limit - 1]), 10) == 9


def test_1_6_the_dealer_counts_every_shuffle_even_of_nothing() -> None:
    dealer = fair_deal.Dealer(KEY)
    assert (dealer(TILES), dealer(()), dealer(("2R",))) == (fair_deal.shuffle(KEY, 0, TILES), [], ["2R"])
    assert dealer(CARDS) == fair_deal.shuffle(KEY, 3, CARDS)
    assert fair_deal.Dealer(KEY, made=3)(CARDS) == fair_deal.shuffle(KEY, 3, CARDS)
