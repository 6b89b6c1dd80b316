"""Receivers that export and erase a user's game data with the account."""

from accounts.signals import exporting, user_erasing
from games.privacy.data_export import export_games
from games.privacy.erasure import erase_from_games

exporting.connect(export_games)
user_erasing.connect(erase_from_games)
