"""The panel "What were you thinking?" beside the replay of a finished game."""

from dataclasses import dataclass

from accounts.access.rate_limits import seconds_to_wait
from games.computers.explanation import Thinking, explainable_move, thinking
from games.http import HtmxRequest
from games.models import Game
from games.replay.panels import panel
from games.replay.replay_page import Replay


@dataclass(frozen=True, slots=True)
class ThoughtsPanel:
    """The computer player's reasons, or a note that the viewer has asked too often.

    Before the viewer asks, there is neither.
    """

    thinking: Thinking | None = None
    too_often: bool = False


@panel("thoughts")
def thoughts_on_replay(request: HtmxRequest, game: Game, replay: Replay) -> ThoughtsPanel | None:
    """Return the panel for the replay's move, or None if the viewer isn't allowed to ask about it.

    Raise `ReplayMismatch` if the viewer asks, but the game can't be replayed.
    """
    if (move := explainable_move(game, request.viewer.seat, replay.at)) is None:
        return None
    if "think" not in request.GET:
        return ThoughtsPanel()
    if seconds_to_wait(request, "hint", count_reads=True):
        return ThoughtsPanel(too_often=True)
    return ThoughtsPanel(thinking(game, move))
