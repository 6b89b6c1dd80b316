"""Tables and what happens at them. Cards and tiles in these rows are the truth; moves are the history."""

from games.models.company import Arrangement, Ballot, Invitation, Membership, Message, Vacation, Vote
from games.models.conduct import Act, Appeal, Particulars, Report, StaffNote
from games.models.heartbeat import Heartbeat
from games.models.hints import Hint
from games.models.history import Incident, Move, Turn
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
from games.models.ratings import Ladder, Rating, RatingChange
from games.models.seats import PLAYED_BY_COMPUTER, Player, moved_by, seen_by
from games.models.tables import Game, new_invitation, new_secret, new_table

__all__ = [
    "PLAYED_BY_COMPUTER",
    "Turn",
    "Ladder",
    "RatingChange",
    "Rating",
    "StaffNote",
    "Report",
    "Appeal",
    "Act",
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
    "Hint",
    "Incident",
    "Invitation",
    "Kind",
    "Membership",
    "Message",
    "Move",
    "Notice",
    "Particulars",
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
