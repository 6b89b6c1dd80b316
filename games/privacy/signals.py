"""Receivers: what the games know of a user is exported and erased with their account."""

from accounts.signals import exporting, user_erasing
from games.privacy.data_export import export_games
from games.privacy.erasure import erase_from_games

exporting.connect(export_games)
user_erasing.connect(erase_from_games)
