"""Each seat's chance to win a game of Swedish Chicago, from the full position where a playout is cut off."""

from collections.abc import Sequence
from random import Random

from games.rules.automation import Automation
from games.rules.swedish_chicago.bot import race
from games.rules.swedish_chicago.bot.playout import Deal
from games.rules.swedish_chicago.bot.quick import CHOICES
from games.rules.swedish_chicago.state import State
from games.rules.swedish_chicago.view import View


class Chances(Automation[State, View]):
    def chances(self, state: State) -> tuple[float, ...]:
        """Return each seat's chance to win, after playing the current hand to its end with this sample's cards."""
        if state.result is not None:
            return super().chances(state)
        if _has_just_begun(state):
            return race.before(state.scores, state.order(), state.target)
        state = _until_plain(state)
        if state.result is not None or _has_just_begun(state):
            return self.chances(state)
        deal = Deal.of(state)
        deal.finish(Random(state.hand))
        return race.after(deal.scores, deal.order, deal.target)


def _has_just_begun(state: State) -> bool:
    if state.part > 1 or state.phase not in ("exchange", "announce") or state.sealed:
        return False
    return all(each is None for each in (*state.thrown[0], *state.said[0]))


def _until_plain(state: State) -> State:
    """Return the state, or a copy played on by the quick player to a phase that :class:`Deal` supports."""
    hand, plain = state.hand, state
    while plain.result is None and plain.hand == hand and (plain.sealed or plain.phase not in _PLAIN):
        plain = plain.copy() if plain is state else plain
        seat = min(plain.to_move)
        plain.make(seat, CHOICES[plain.phase](plain, seat), _unshuffled)
    return plain


_PLAIN = ("exchange", "announce", "chicago", "play")


def _unshuffled(pieces: Sequence[str]) -> list[str]:
    """Return the pieces in a fixed order, because all orders are equally likely in a sample."""
    return Random(len(pieces)).sample(pieces, len(pieces))
