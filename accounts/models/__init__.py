"""The models of accounts: users, what belongs to them, and who may use the site."""

from accounts.models.connection_traces import ConnectionTrace
from accounts.models.data_exports import Export
from accounts.models.erased_names import ErasedName
from accounts.models.faces import Face
from accounts.models.friendships import Block, Friendship
from accounts.models.programs import AuthorizedProgram, Program
from accounts.models.restrictions import Restriction
from accounts.models.saved_lists import SavedList
from accounts.models.tokens import Token
from accounts.models.users import User, Visitor

__all__ = [
    "AuthorizedProgram",
    "Block",
    "ConnectionTrace",
    "ErasedName",
    "Export",
    "Face",
    "Friendship",
    "Program",
    "Restriction",
    "SavedList",
    "Token",
    "User",
    "Visitor",
]
