"""Game records: reading, checking, replaying, writing (records.md 2 and 3)."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules import RULES, fair_deal
from games.rules.contract import BadOption, Illegal, Outcome, Seat, State
from games.rules.game import Rules

FORMAT = "chicago-record/1"

_QUOTED = 40
"""Maximum number of characters quoted from untrusted text."""

_HEX = {size: re.compile(f"[0-9a-f]{{{size}}}") for size in (32, 64)}


class RecordError(Exception):
    """An invalid record; ``place`` says where.

    If a move is illegal, ``illegal`` is the refusal, otherwise None (records.md 2.4).
    """

    def __init__(self, place: str, reason: str, illegal: Illegal | None = None) -> None:
        super().__init__(f"{place}: {reason}")
        self.place, self.reason, self.illegal = place, reason, illegal


@dataclass(frozen=True, slots=True)
class Record:
    """A record with a checked header. Its moves and ``outcome`` are unchecked."""

    table: str
    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    commitment: str
    entropy: tuple[str, ...]
    secret: bytes | None
    moves: tuple[str, ...]
    outcome: Any

    @property
    def rules(self) -> Rules:
        return RULES[self.game]


def read(text: str) -> Record:
    """Parse a record from JSON and check its header. Raise `RecordError` if it is not valid."""
    raw = _parse(text)
    if raw.get("format") != FORMAT:
        raise RecordError("format", f"not {FORMAT}")
    game = raw.get("game")
    if not isinstance(game, str) or game not in RULES:
        raise RecordError("game", "unknown game")
    seats = _texts(raw, "seats", "seats")
    return Record(
        table=_text(raw, "table", "table"),
        game=game,
        options=_options(raw, RULES[game], len(seats)),
        seats=seats,
        moves=_texts(raw, "moves", "moves"),
        outcome=_present(raw, "outcome", "outcome"),
        **_deal(raw, len(seats)),
    )


def _parse(text: str) -> dict[str, Any]:
    try:
        raw = json.loads(text.removeprefix("\ufeff"))  # a byte order mark, as some editors write it
    except (ValueError, RecursionError) as error:
        raise RecordError("record", "not JSON") from error
    if not isinstance(raw, dict):
        raise RecordError("record", "not an object")
    return raw


def _present(raw: Mapping[str, Any], name: str, place: str) -> Any:
    if name not in raw:
        raise RecordError(place, "missing")
    return raw[name]


def _plain_text(value: Any, place: str) -> str:
    """Return the value if it is a string without lone surrogates. Raise `RecordError` otherwise."""
    if not isinstance(value, str):
        raise RecordError(place, "not a text")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise RecordError(place, "not a text") from error
    return value


def _text(raw: Mapping[str, Any], name: str, place: str) -> str:
    return _plain_text(_present(raw, name, place), place)


def _texts(raw: Mapping[str, Any], name: str, place: str) -> tuple[str, ...]:
    values = _present(raw, name, place)
    if not isinstance(values, list):
        raise RecordError(place, "not a list")
    return tuple(_plain_text(value, place) for value in values)


def _options(raw: Mapping[str, Any], rules: Rules, seats: int) -> dict[str, Any]:
    options = _present(raw, "options", "options")
    if not isinstance(options, dict):
        raise RecordError("options", "not an object")
    completed = rules.engine.complete(options)
    try:
        rules.engine.check_options(completed, seats)
    except BadOption as bad:
        raise RecordError(_named(bad.name), bad.reason) from bad
    return completed


def _named(option: str) -> str:
    """Return an option's name for an error message; unknown names are untrusted, so quote and truncate them."""
    return option if option.isidentifier() and len(option) <= _QUOTED else repr(option[:_QUOTED])


def _hex(text: str, size: int, place: str) -> str:
    if not _HEX[size].fullmatch(text):
        raise RecordError(place, f"not {size} hex digits in lower case")
    return text


def _deal(raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return commitment, entropy and secret; an unfinished game has no secret (records.md 2.3)."""
    deal = _present(raw, "deal", "deal")
    if not isinstance(deal, dict):
        raise RecordError("deal", "not an object")
    entropy = _texts(deal, "entropy", "entropy")
    if len(entropy) != seats:
        raise RecordError("entropy", "not one for each seat")
    commitment = _text(deal, "commitment", "commitment")
    secret = None
    if deal.get("secret") is not None:
        secret = bytes.fromhex(_hex(_text(deal, "secret", "secret"), 64, "secret"))
        if commitment != fair_deal.commitment(secret):
            raise RecordError("commitment", "does not fit the secret")
    return {"commitment": commitment, "entropy": tuple(_hex(each, 32, "entropy") for each in entropy), "secret": secret}


def opening(record: Record) -> tuple[State, fair_deal.Dealer]:
    """Return the initial state, and the dealer for later shuffles. Raise `RecordError` if the secret is missing."""
    if record.secret is None:
        raise RecordError("secret", "not published: the game is still going on")
    dealer = fair_deal.Dealer(fair_deal.key(record.secret, record.table, record.entropy))
    state, _ = record.rules.engine.state_class.new(record.options, len(record.seats), dealer)
    return state, dealer


def replay(record: Record) -> Iterator[State]:
    """Yield the initial state, and the same object again after each move.

    Raise `RecordError` if the secret is missing, or if a move or the outcome is wrong.
    """
    state, dealer = opening(record)
    seats = {str(seat): seat for seat in range(len(record.seats))}
    yield state
    for number, move in enumerate(record.moves, 1):
        _make(state, seats, move, dealer, number)
        yield state
    _check_outcome(state.outcome, record.outcome)


def check(record: Record) -> State:
    """Return the state after all moves. Raise `RecordError` as :func:`replay` does."""
    for state in replay(record):
        last = state
    return last


def _make(state: State, seats: Mapping[str, Seat], move: str, dealer: fair_deal.Dealer, number: int) -> None:
    seat, _, text = move.partition(" ")
    # A dictionary, because int() would accept " 1", "+1" and digits of other scripts.
    if seat not in seats:
        raise RecordError(f"move {number}", f"does not begin with a seat: {move[:_QUOTED]!r}")
    try:
        state.make(seats[seat], text, dealer)
    except Illegal as illegal:
        reason = f"{move[:80]!r} is illegal ({illegal.code}, rule {illegal.paragraph})"
        raise RecordError(f"move {number}", reason, illegal) from illegal


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return the outcome in the format of records and positions (records.md 2)."""
    return outcome and outcome.to_json()


def _check_outcome(given: Outcome | None, written: Any) -> None:
    replayed = outcome_json(given)
    if not _same(replayed, written):
        raise RecordError("outcome", f"the replay gives {json.dumps(replayed, sort_keys=True)}")


def _same(replayed: Any, written: Any) -> bool:
    """Return whether values and types are equal, because 1 == 1.0 == True. Recurse no deeper than ``replayed``."""
    if type(replayed) is not type(written):
        return False
    if isinstance(replayed, dict):
        return replayed.keys() == written.keys() and all(_same(replayed[name], written[name]) for name in replayed)
    if isinstance(replayed, list):
        return len(replayed) == len(written) and all(map(_same, replayed, written))
    return bool(replayed == written)


def positions(record: Record) -> Iterator[dict[str, Any]]:
    """Yield the position at the beginning and after each move (records.md 3).

    Raise `RecordError` as :func:`replay` does.
    """
    for number, state in enumerate(replay(record)):
        seats = sorted(state.to_move)
        yield {
            "n": number,
            "to_move": seats,
            "legal": {str(seat): sorted(state.legal_moves(seat)) for seat in seats},
            "position": state.position(),
            "outcome": outcome_json(state.outcome),
        }


def write(record: Record) -> str:
    """Return the record as text, one move per line. A missing secret is omitted (records.md 2.3)."""
    lines = [f" {_json(name)}: {_json(value)}" for name, value in _head(record).items()]
    lines += [f' "moves": {_move_lines(record.moves)}', f' "outcome": {_json(record.outcome)}']
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write_line(record: Record) -> str:
    """Return the record as one line of text, for files with one record per line."""
    return _json(_head(record) | {"moves": [*record.moves], "outcome": record.outcome}) + "\n"


def _head(record: Record) -> dict[str, Any]:
    deal: dict[str, Any] = {"commitment": record.commitment, "entropy": [*record.entropy]}
    if record.secret is not None:
        deal["secret"] = record.secret.hex()
    return {
        "format": FORMAT,
        "table": record.table,
        "game": record.game,
        "options": record.options,
        "seats": [*record.seats],
        "deal": deal,
    }


_json: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False).encode


def _move_lines(moves: Sequence[str]) -> str:
    return "[\n" + ",\n".join(f"  {_json(move)}" for move in moves) + "\n ]" if moves else "[]"
