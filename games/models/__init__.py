"""Models of tables and games. Card and tile rows hold the current state; moves are the history."""

from games.models.chat import Membership, Message
from games.models.contact_preferences import ContactPreference
from games.models.games import Game
from games.models.heartbeat import Heartbeat
from games.models.hints import Hint
from games.models.idempotency import IdempotencyKey
from games.models.invitations import Invitation
from games.models.lessons import LessonDone
from games.models.moderation import ActionDetails, Appeal, AppealAnswer, ModerationAction, Report, StaffNote
from games.models.moves import AUTOMATIC, Advice, Incident, Move, Turn
from games.models.notifications import (
    Delivery,
    DeliveryChannel,
    DeliveryTiming,
    FeedKey,
    Notice,
    NotificationKind,
    NotificationPreference,
    PushSubscription,
    Webhook,
)
from games.models.open_data import OpenDataFile
from games.models.packed_games import PackedGames
from games.models.pieces import Card, PackedPieces, Tile
from games.models.players import NOT_PACKED, PLAYED_BY_COMPUTER, Player, moved_by, new_entropy, seen_by, tables_of
from games.models.ratings import Ladder, Rating, RatingChange
from games.models.review import PENDING_REVIEWS, Review
from games.models.start_positions import StartPosition
from games.models.vacations import Arrangement, Vacation
from games.models.votes import Ballot, Vote

__all__ = [
    "AUTOMATIC",
    "ActionDetails",
    "Advice",
    "Appeal",
    "AppealAnswer",
    "Arrangement",
    "Ballot",
    "Card",
    "ContactPreference",
    "Delivery",
    "DeliveryChannel",
    "DeliveryTiming",
    "FeedKey",
    "Game",
    "Heartbeat",
    "Hint",
    "IdempotencyKey",
    "Incident",
    "Invitation",
    "Ladder",
    "LessonDone",
    "Membership",
    "Message",
    "ModerationAction",
    "Move",
    "NOT_PACKED",
    "Notice",
    "NotificationKind",
    "NotificationPreference",
    "OpenDataFile",
    "PENDING_REVIEWS",
    "PLAYED_BY_COMPUTER",
    "PackedGames",
    "PackedPieces",
    "Player",
    "PushSubscription",
    "Rating",
    "RatingChange",
    "Report",
    "Review",
    "StaffNote",
    "StartPosition",
    "Tile",
    "Turn",
    "Vacation",
    "Vote",
    "Webhook",
    "moved_by",
    "new_entropy",
    "seen_by",
    "tables_of",
]
