"""Moderation: reports, moderators' actions, their tamper-evident audit log, and appeals.

A refused action raises `games.play.Refused` and changes nothing.
"""

from games.moderation.actions import ban, dismiss, end, extend, mute, remove, rename, replace, reveal, suspend, warn
from games.moderation.answers import submit_answer, undo_answer
from games.moderation.appeals import answer, appeal, appeal_until
from games.moderation.reports import file_report, take, waiting
from games.moderation.reversal import take_back, why_final

__all__ = [
    "answer",
    "appeal",
    "appeal_until",
    "ban",
    "dismiss",
    "end",
    "extend",
    "file_report",
    "mute",
    "remove",
    "rename",
    "replace",
    "reveal",
    "submit_answer",
    "suspend",
    "take",
    "take_back",
    "undo_answer",
    "waiting",
    "warn",
    "why_final",
]
