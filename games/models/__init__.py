"""Models of tables and games. The rows of cards and tiles hold the current state; moves are the history."""

from games.models.chat import Membership, Message
from games.models.contact_preferences import Telling
from games.models.games import Game, new_invitation, new_secret, new_table
from games.models.heartbeat import Heartbeat
from games.models.hints import Hint
from games.models.idempotency import IdempotencyKey
from games.models.invitations import Invitation
from games.models.lessons import LessonDone
from games.models.moderation import ActionDetails, Appeal, ModerationAction, Report, StaffNote
from games.models.moves import Advice, Incident, Move, Turn
from games.models.notifications import Channel, Choice, Delivery, FeedKey, Kind, Notice, PushSubscription, Webhook, When
from games.models.open_data import OpenDataFile
from games.models.packed_games import PackedGames
from games.models.pieces import Card, PackedPieces, Tile
from games.models.players import NOT_PACKED, PLAYED_BY_COMPUTER, Player, moved_by, new_entropy, seen_by, tables_of
from games.models.ratings import Ladder, Rating, RatingChange
from games.models.review import PENDING as PENDING_REVIEWS
from games.models.review import Review
from games.models.start_positions import StartPosition
from games.models.vacations import Arrangement, Vacation
from games.models.votes import Ballot, Vote

__all__ = [
    "Advice",
    "NOT_PACKED",
    "PLAYED_BY_COMPUTER",
    "PENDING_REVIEWS",
    "Review",
    "Telling",
    "Turn",
    "Ladder",
    "RatingChange",
    "Rating",
    "StaffNote",
    "Report",
    "Appeal",
    "ModerationAction",
    "Arrangement",
    "Ballot",
    "Tile",
    "Card",
    "Channel",
    "Choice",
    "Delivery",
    "FeedKey",
    "Game",
    "IdempotencyKey",
    "Heartbeat",
    "Hint",
    "Incident",
    "Invitation",
    "Kind",
    "LessonDone",
    "Membership",
    "Message",
    "Move",
    "Notice",
    "OpenDataFile",
    "ActionDetails",
    "PackedGames",
    "PackedPieces",
    "Player",
    "PushSubscription",
    "StartPosition",
    "Vacation",
    "Vote",
    "Webhook",
    "When",
    "moved_by",
    "new_entropy",
    "new_invitation",
    "new_secret",
    "new_table",
    "seen_by",
    "tables_of",
]
