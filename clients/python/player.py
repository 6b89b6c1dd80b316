"""A stateless player: it moves at every table that waits for it, then waits for the next one.

The environment variables BACK_ROOM_SITE and BACK_ROOM_TOKEN give the site and the API token: ``python player.py``.
"""

from __future__ import annotations

import time
from collections import Counter

from backroom import Client, Problem, Table

LIKED = ("announce", "play", "draw")


def choose(table: Table) -> str:
    """Return a sensible legal move: discard the unpaired cards, otherwise announce, play a card, or draw."""
    hand = next(seat["hand"] or [] for seat in table["seats"] if seat["is_you"])
    ranks = Counter(card[0] for card in hand)
    loose = {card for card in hand if ranks[card[0]] == 1}
    for move in table["legal"]:
        word, *cards = move.split()
        if word == "exchange" and set(cards) == loose:
            return move
    return next((move for word in LIKED for move in table["legal"] if move.split()[0] == word), table["legal"][0])


def play_all(client: Client, wait: int = 30) -> int:
    """Wait for tables, make all your moves at each of them, and return the number of moves."""
    moves = 0
    for waiting in client.tables(to_move=True, wait=wait):
        table = client.table(waiting["id"])
        while table["my_move"] and table["legal"]:
            try:
                table, moves = client.move(table, choose(table)), moves + 1
            except Problem as problem:
                if problem.status == 429:
                    time.sleep(problem.retry_after)
                elif problem.status != 409:  # 409: the table moved on, so look again
                    raise
                table = client.table(waiting["id"])
    return moves


if __name__ == "__main__":
    person = Client.from_environment()
    while True:
        play_all(person)
