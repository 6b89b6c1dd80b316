"""Parts of the data export that are not about games."""

from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as ProgramToken
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import AuthorizedProgram, Block, ConnectionTrace, Export, Friendship, Restriction, Token, User
from accounts.privacy.data_export.format import Column, Part, part

LAST_SEEN = Column("here_at", _("last seen"), lambda row: row.last_seen_at)
PERSON: tuple[str | Column, ...] = (
    *(
        "username",
        "display_name",
        "about_me",
        "face",
        "email",
        "is_guest",
        "date_joined",
        "last_login",
        LAST_SEEN,
        "mail_trouble",
    ),
    *("language", "last_language", "time_zone", "theme", "night_from", "night_until", "playing_from"),
    *("quiet_from", "quiet_until"),
    *("quiet_days", "digest_hour", "last_call", "hand_in_mail", "skill_shown_to", "unhurried_computers", "open_data"),
    "presence_shown_to",
    "signed_out_at",
)


def about_the_person(user: User, **_kwargs: Any) -> list[Part]:
    """Return the parts about the account, such as settings, credentials, programs, computer players and friends."""
    traces = ConnectionTrace.objects.filter(user=user).order_by("pk")
    exports = Export.objects.filter(user=user).defer("file").order_by("pk")
    restrictions = Restriction.objects.filter(user=user).order_by("pk")
    return [
        part(
            "account", _("Account and settings"), User.objects.filter(pk=user.pk).order_by("pk"), *PERSON, vertical=True
        ),
        *_credentials(user),
        *_programs(user),
        _bots(user),
        *_friends_and_blocks(user),
        part("restrictions", _("Your restrictions"), restrictions, "kind", "since", "until", "lifted_at"),
        part("saved_lists", _("Saved lists"), user.saved_lists.all(), "name", "model", "query"),
        part("sightings", _("Your visits"), traces, "first_at", "last_at"),
        part("downloads", _("Your data downloads"), exports, "requested_at"),
    ]


def _credentials(user: User) -> list[Part]:
    """Return addresses, second factors, tokens and sessions, without secrets."""
    dates = [
        Column("created_at", _("made"), lambda row: row.created_at),
        Column("last_used_at", _("last used"), lambda row: row.last_used_at),
    ]
    steps = Authenticator.objects.filter(user=user).order_by("pk")
    where = [
        Column("created_at", _("signed in"), lambda row: row.created_at),
        Column("last_seen_at", _("last seen"), lambda row: row.last_seen_at),
        Column("ip", _("network address"), lambda row: row.ip),
        Column("user_agent", _("browser"), lambda row: row.user_agent),
    ]
    addresses = [
        Column("email", _("e-mail address"), lambda row: row.email),
        Column("verified", _("confirmed"), lambda row: row.verified),
        Column("primary", _("main address"), lambda row: row.primary),
    ]
    of_token = ("name", "start", "scopes", "created_at", "ends_at", "used_at")
    kind = Column("type", pgettext_lazy("of a second step", "kind"), lambda row: row.type, lambda row: str(row))
    return [
        part("addresses", _("E-mail addresses"), EmailAddress.objects.filter(user=user).order_by("pk"), *addresses),
        part("second_steps", _("Passkeys and codes"), steps, kind, *dates),
        part("tokens", _("Tokens for programs"), Token.objects.filter(user=user).order_by("pk"), *of_token),
        part("sessions", _("Where you’re signed in"), UserSession.objects.filter(user=user).order_by("pk"), *where),
    ]


def _programs(user: User) -> list[Part]:
    """Return the programs authorized by the user, their tokens, and the user's own programs, without secrets."""
    kinds = [ProgramToken.Type.ACCESS_TOKEN, ProgramToken.Type.REFRESH_TOKEN]
    return [
        part(
            "authorized_programs",
            _("Programs that may act for you"),
            AuthorizedProgram.objects.filter(user=user).select_related("client").order_by("pk"),
            Column("program", _("program"), lambda row: row.client.name),
            *("scopes", "created_at", "used_at"),
        ),
        part(
            "program_tokens",
            _("Programs’ tokens"),
            ProgramToken.objects.filter(user=user, type__in=kinds).select_related("client").order_by("pk"),
            Column("program", _("program"), lambda row: row.client.name),
            Column("scopes", _("scopes"), lambda row: row.get_scopes()),
            Column("created_at", _("made"), lambda row: row.created_at),
            Column("expires_at", _("ends"), lambda row: row.expires_at),
        ),
        part(
            "registered_programs",
            _("Programs you’ve registered"),
            Client.objects.filter(owner=user).order_by("created_at", "pk"),
            Column("name", _("name"), lambda row: row.name),
            Column("id", _("client ID"), lambda row: row.pk),
            Column("redirects", _("Where should we send people back to?"), lambda row: row.get_redirect_uris()),
            Column("created_at", _("made"), lambda row: row.created_at),
        ),
    ]


def _bots(user: User) -> Part:
    """Return the user's computer players, with only the first characters of their tokens."""
    tokens = Column("tokens", _("tokens"), lambda bot: [token.start for token in bot.tokens.all()])
    mine = user.bots.prefetch_related("tokens").order_by("pk")
    return part("bots", _("Your computer players"), mine, "username", "display_name", "date_joined", tokens)


def _friends_and_blocks(user: User) -> list[Part]:
    blocks = Block.objects.filter(by=user).select_related("who").order_by("pk")
    blocked = Column("name", _("name"), lambda row: named(row.who))
    return [
        part(
            "friends",
            _("Friends"),
            Friendship.objects.filter(Q(by=user) | Q(to=user)).select_related("by", "to").order_by("pk"),
            Column("name", _("name"), lambda row: named(row.to if row.by_id == user.pk else row.by)),
            Column("asked_by_you", _("you asked"), lambda row: row.by_id == user.pk),
            "requested_at",
            "agreed_at",
            # The sender of a request must not learn that it was declined.
            Column("declined_at", _("declined at"), partial(_declined, user)),
        ),
        part("blocks", _("People you’ve blocked"), blocks, blocked, ("at", "created_at")),
    ]


def _declined(user: User, friendship: Friendship) -> Any:
    return friendship.declined_at if friendship.to_id == user.pk else None


def named(person: User | None) -> str:
    """Return the public name of another user, or an empty string for None."""
    return person.shown_name if person is not None else ""
