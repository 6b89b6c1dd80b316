"""Permissions of moderators, and their conflicts of interest with users and games."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from games.moderation.refusals import Forbidden
from games.play.core.seen_hands import has_part_in

GROUP = "Moderators"

MODERATE = "games.moderate"
"""Permission to warn, mute, suspend, ban and rename users, remove messages, and answer appeals."""

MODERATE_GAMES = "games.moderate_games"
"""Permission to extend deadlines, replace players and end games."""

REVEAL = "games.reveal_game"

RIGHTS = frozenset(
    {
        *(MODERATE, MODERATE_GAMES, REVEAL),
        *(
            "games.view_report",
            "games.view_moderationaction",
            "games.view_appeal",
            "games.view_staffnote",
            "games.add_staffnote",
        ),
        *("games.view_game", "games.view_player", "games.view_move", "games.view_incident", "games.view_message"),
        "games.view_hint",
    }
)


def require(by: User, right: str, *, about: User | None = None, game: Game | None = None) -> None:
    """Raise `Forbidden` with a reason unless ``by`` may act on this user and in this game."""
    if not by.has_perm(right):
        raise Forbidden(_("Only moderators can do that."))
    if game is not None and has_part_in(game, by):
        raise Forbidden(_("You have or had a seat in this game, so another moderator has to decide."))
    if about is None:
        return
    if by.pk in (about.pk, about.owner_id):
        raise Forbidden(_("This is about you, so another moderator has to decide."))
    if (about.is_superuser or about.has_perm(MODERATE)) and not by.is_superuser:
        raise Forbidden(
            _("%(name)s is a moderator too. Only the site’s operator can decide this.") % {"name": about.shown_name}
        )
