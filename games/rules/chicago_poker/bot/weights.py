"""The numbers of the quick policy, fitted by ``python -m lab.fit chicago_poker policy``."""

from typing import NamedTuple


class Weights(NamedTuple):
    """The weights of the quick policy; a business is worth about 1, and a step of ``hands.NAMES`` is too."""

    steep: float = 1.344
    """How fast the chance to win a shootout grows with the hand's name."""
    threat: float = 2.347
    """The hand that a rival without cards there is expected to end with."""
    threat_card: float = 0.203
    """More for each card that lies there."""
    threat_shown: float = 0.549
    """More for each name that the open cards show."""
    threat_hidden: float = 0.673
    """The value that a hidden card adds to a hand that has its marker."""
    lacking_one: float = 0.299
    """The part of a straight's or a flush's worth that is left if a card is still to be drawn."""
    lacking_two: float = 0.03
    near: float = 2.778
    """How much nearer to victory is worth: the factor for each tile less that is missing."""
    deny: float = 0.654
    """The share of a rival's gain that counts as one's own."""
    lay: float = 1.58
    lay_urgent: float = 3.373
    """More if a rival's marker lies there."""
    lay_lacking: float = 0.479
    fill: float = 0.268
    """The cost of a card that brings nothing."""
    fill_urgent: float = 0.073
    spoil: float = 1.099
    """The cost of a card that takes the place of a better one."""
    mark: float = 2.609
    mark_at: float = 0.262
    """The chance to win at which a marker is worth nothing."""
    claim: float = 1.035
    """The worth of a card to another business's target."""
    pair: float = 0.122
    """The worth of a card in hand for every other one of its value."""
    colour: float = 0.007
    """The same for its colour."""
    high: float = 0.037
    draw: float = 0.431
    draw_room: float = -0.03
    """More for each place in hand."""
    draw_first: float = 0.469
    """More while the actions that are left suffice to lay the best target afterwards."""
    stop: float = 0.174
    raid: float = 0.125
    revolver: float = 0.167
    bribery: float = 0.361
    liquidation: float = 0.168
    liquidation_shown: float = 0.124
    limousine: float = -0.212


WEIGHTS = Weights()
