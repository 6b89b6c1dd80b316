"""The numbers of the quick policy and of the chances at a cut-off, fitted by ``python -m games.bots.fit``."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """What counts how much in the quick policy; a business is worth about 1, a step of ``hands.NAMES`` too."""

    steep: float = 1.1
    """How fast the chance to win a shootout grows with the hand's name."""
    threat: float = 2.2
    """The hand that a rival without cards there is expected to end with."""
    threat_card: float = 0.25
    """More for each card that lies there."""
    threat_shown: float = 0.45
    """More for each name that the open cards show."""
    threat_hidden: float = 0.5
    """What a hidden card adds to a hand that has its marker."""
    lacking_one: float = 0.3
    """What is left of a straight's or a flush's worth if a card is still to be drawn."""
    lacking_two: float = 0.06
    near: float = 2.5
    """How much nearer to victory is worth: the factor for each tile less that is missing."""
    deny: float = 0.7
    """The share of a rival's gain that counts as one's own."""
    lay: float = 1.6
    lay_urgent: float = 3.0
    """More if a rival's marker lies there."""
    lay_lacking: float = 0.4
    fill: float = 0.25
    """The cost of a card that brings nothing."""
    fill_urgent: float = 0.1
    spoil: float = 1.0
    """The cost of a card that takes the place of a better one."""
    mark: float = 2.0
    mark_at: float = 0.55
    """The chance to win at which a marker is worth nothing."""
    claim: float = 1.0
    """What a card is worth to another business's target."""
    pair: float = 0.12
    """What a card in hand is worth for every other one of its value."""
    colour: float = 0.03
    """The same for its colour."""
    high: float = 0.01
    draw: float = 0.35
    draw_room: float = 0.03
    """More for each place in hand."""
    draw_first: float = 0.4
    """More while the actions that are left suffice to lay the best target afterwards."""
    stop: float = 0.2
    raid: float = 0.1
    revolver: float = 0.15
    bribery: float = 0.3
    liquidation: float = 0.2
    liquidation_shown: float = 0.15
    limousine: float = -0.3


WEIGHTS = Weights()
