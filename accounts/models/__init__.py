"""People: who plays here, whom they like and avoid, what they may not do for a time, what is kept about them."""

from accounts.models.company import Block, Friendship
from accounts.models.desk import SavedList
from accounts.models.exports import Export
from accounts.models.people import User, every_day
from accounts.models.restrictions import Restriction
from accounts.models.traces import Sighting

__all__ = ["Block", "Export", "Friendship", "Restriction", "SavedList", "Sighting", "User", "every_day"]
