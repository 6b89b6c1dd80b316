"""Moderation: reports, what moderators do about them, the audit log of it, which can't be changed, and appeals.

What can't be done is raised as :class:`games.play.Refused`, and then nothing has changed.
"""

from games.moderation.actions import ban, dismiss, end, extend, mute, remove, rename, replace, reveal, suspend, warn
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
    "suspend",
    "take",
    "take_back",
    "waiting",
    "warn",
    "why_final",
]
