"""The only write path: every change to a game is made by a function of this package.

Each of these functions locks the game's row, applies the rules, saves, and broadcasts after the commit. A refused
change raises `Refused` and changes nothing.
"""

from accounts.refusals import Refused
from games.play.acts.computers import ChosenMoves, Decision, choose_computer_moves, move_computers, next_decision
from games.play.acts.deadlines import take_back, time_up, try_later
from games.play.acts.departures import leave_all
from games.play.acts.invitations import decline, invite
from games.play.acts.moderation import Extension, extend, replace, restore, shorten, withdraw_from_games
from games.play.acts.moves import make_automatic_move, move, resign, undo
from games.play.acts.orders import cancel_order, give_order
from games.play.acts.pauses import end_pause
from games.play.acts.plans import drop_plan, save_plan
from games.play.acts.presence import play_on
from games.play.acts.rematch import rematch
from games.play.acts.substitutes import accept_sitting_in, decline_sitting_in, take_over
from games.play.acts.tables import add_computer, cancel, choose_persona, start
from games.play.acts.termination import reopen_game, reveal_stopped, stop_game
from games.play.acts.vacations import (
    ArrangementChoice,
    begin_vacation,
    change_vacation,
    days_left,
    end_vacation,
    plan_vacation,
    tables_to_arrange,
)
from games.play.acts.votes import cast, expire_vote, propose
from games.play.core.automatic import automatic
from games.play.core.locked import Changed
from games.play.core.new_tables import join, open_table
from games.play.core.refusals import NothingToUndo, NotYourTurn, Over, Paused, Replaced, Stale, WrongMove
from games.play.core.start_positions import Origin, begin_from
from games.play.core.turns import drafted, version_of
from games.play.core.unstarted import leave
from games.play.core.vacation_arrangements import cancel_vacation

__all__ = [
    "ArrangementChoice",
    "Changed",
    "ChosenMoves",
    "Decision",
    "Extension",
    "NotYourTurn",
    "NothingToUndo",
    "Origin",
    "Over",
    "Paused",
    "Refused",
    "Replaced",
    "Stale",
    "WrongMove",
    "accept_sitting_in",
    "add_computer",
    "automatic",
    "begin_from",
    "begin_vacation",
    "cancel",
    "cancel_order",
    "cancel_vacation",
    "cast",
    "change_vacation",
    "choose_computer_moves",
    "choose_persona",
    "days_left",
    "decline",
    "decline_sitting_in",
    "drafted",
    "drop_plan",
    "end_pause",
    "end_vacation",
    "expire_vote",
    "extend",
    "give_order",
    "invite",
    "join",
    "leave",
    "leave_all",
    "make_automatic_move",
    "move",
    "move_computers",
    "next_decision",
    "open_table",
    "plan_vacation",
    "play_on",
    "propose",
    "rematch",
    "reopen_game",
    "replace",
    "resign",
    "restore",
    "reveal_stopped",
    "save_plan",
    "shorten",
    "start",
    "stop_game",
    "tables_to_arrange",
    "take_back",
    "take_over",
    "time_up",
    "try_later",
    "undo",
    "version_of",
    "withdraw_from_games",
]
