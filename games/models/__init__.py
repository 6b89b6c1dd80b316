"""Tables and what happens at them. Cards and tiles in these rows are the truth; moves are the history."""

from games.models.company import Arrangement, Ballot, Invitation, Membership, Message, Vacation, Vote
from games.models.heartbeat import Heartbeat
from games.models.history import Incident, Move
from games.models.notices import (
    Channel,
    Choice,
    Delivery,
    FeedKey,
    Kind,
    Notice,
    PushSubscription,
    Webhook,
    When,
)
from games.models.pieces import BusinessTile, Card
from games.models.seats import PLAYED_BY_COMPUTER, Player, moved_by, seen_by
from games.models.tables import Game, new_invitation, new_secret, new_table

__all__ = [
    "PLAYED_BY_COMPUTER",
    "Arrangement",
    "Ballot",
    "BusinessTile",
    "Card",
    "Channel",
    "Choice",
    "Delivery",
    "FeedKey",
    "Game",
    "Heartbeat",
    "Incident",
    "Invitation",
    "Kind",
    "Membership",
    "Message",
    "Move",
    "Notice",
    "Player",
    "PushSubscription",
    "Vacation",
    "Vote",
    "Webhook",
    "When",
    "moved_by",
    "new_invitation",
    "new_secret",
    "new_table",
    "seen_by",
]
