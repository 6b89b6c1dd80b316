"""The weights of the quick policy, fitted by ``python -m lab.fit chicago_poker policy``."""

from typing import NamedTuple


class Weights(NamedTuple):
    """The weights of the quick policy; the unit is about the value of a business, or a step in ``hands.NAMES``."""

    steep: float = 1.344
    """How fast the chance to win a shootout grows with the hand's rank."""
    threat: float = 2.347
    """The expected final rating of a rival who has no cards at the business."""
    threat_card: float = 0.203
    """The amount added to ``threat`` for each card in the rival's column."""
    threat_shown: float = 0.549
    """The amount added to ``threat`` for each rank of the open cards."""
    threat_hidden: float = 0.673
    """The amount added to the visible rating for each hidden card in a column with a marker."""
    lacking_one: float = 0.299
    """The share of a straight's or flush's value that remains if one card must still be drawn."""
    lacking_two: float = 0.03
    near: float = 2.778
    """The factor by which each tile taken towards a victory increases a position's value."""
    deny: float = 0.654
    """The share of a rival's gain that counts for the player."""
    lay: float = 1.58
    lay_urgent: float = 3.373
    """The relative increase of a card's value if a rival has a marker at the business."""
    lay_lacking: float = 0.479
    fill: float = 0.268
    """The cost of playing a useless card."""
    fill_urgent: float = 0.073
    spoil: float = 1.099
    """The cost of a useless card that takes the place of a better one."""
    mark: float = 2.609
    mark_at: float = 0.262
    """The chance to win for which a marker has no value."""
    claim: float = 1.035
    """The value of a card for the target at another business."""
    pair: float = 0.122
    """The value of a card in hand for each other card of the same value."""
    colour: float = 0.007
    """The value of a card in hand for each other card of the same colour."""
    high: float = 0.037
    draw: float = 0.431
    draw_room: float = -0.03
    """The amount added to the value of drawing for each free place in hand."""
    draw_first: float = 0.469
    """The amount added to the value of drawing if the actions left after it complete the best target."""
    stop: float = 0.174
    raid: float = 0.125
    revolver: float = 0.167
    bribery: float = 0.361
    liquidation: float = 0.168
    liquidation_shown: float = 0.124
    limousine: float = -0.212


WEIGHTS = Weights()
