"""The admin of the games' models; the classes are in ``games/moderation/admin/``, one file per staff page."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.moderation.admin.action_log import ModerationActionAdmin
from games.moderation.admin.agreements import IncidentAdmin, VacationAdmin, VoteAdmin
from games.moderation.admin.appeals import AppealAdmin
from games.moderation.admin.deliveries import DeliveryAdmin, NoticeAdmin
from games.moderation.admin.game_rows import MoveAdmin, PlayerAdmin
from games.moderation.admin.games import GameAdmin
from games.moderation.admin.hints import HintAdmin
from games.moderation.admin.messages import MessageAdmin
from games.moderation.admin.piece_rows import CardAdmin, TileAdmin
from games.moderation.admin.ratings import RatingAdmin, RatingChangeAdmin
from games.moderation.admin.reports import ReportAdmin

admin.site.site_header = admin.site.site_title = "The Back Room"
admin.site.index_title = _("To do")

__all__ = [
    "ModerationActionAdmin",
    "AppealAdmin",
    "TileAdmin",
    "CardAdmin",
    "DeliveryAdmin",
    "GameAdmin",
    "HintAdmin",
    "IncidentAdmin",
    "MessageAdmin",
    "MoveAdmin",
    "NoticeAdmin",
    "PlayerAdmin",
    "RatingAdmin",
    "RatingChangeAdmin",
    "ReportAdmin",
    "VacationAdmin",
    "VoteAdmin",
]
