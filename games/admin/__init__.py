"""Tables for staff: everything to be found and read, hidden cards hidden, nothing of a game to be changed by hand."""

from django.contrib import admin

from games.admin.acts import ActAdmin
from games.admin.agreed import IncidentAdmin, VacationAdmin, VoteAdmin
from games.admin.appeals import AppealAdmin
from games.admin.game import GameAdmin
from games.admin.hints import HintAdmin
from games.admin.notices import DeliveryAdmin, NoticeAdmin
from games.admin.ratings import RatingAdmin, RatingChangeAdmin
from games.admin.reports import ReportAdmin
from games.admin.rows import BusinessTileAdmin, CardAdmin, MoveAdmin, PlayerAdmin
from games.admin.talk import MessageAdmin

admin.site.site_header = admin.site.site_title = "The Back Room"

__all__ = [
    "ActAdmin",
    "AppealAdmin",
    "BusinessTileAdmin",
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
