"""The site of the tests in permissions.txt.

Seven users look at it: a visitor, a guest, a player (alice), her opponent (bob), a spectator with an account (charlie),
a moderator and staff. Every table belongs to alice and bob, and only these two see the private ones.
"""

from __future__ import annotations

from datetime import date, timedelta
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import AuthorizedProgram, Export, Friendship, SavedList, Token, User
from accounts.oauth import programs
from accounts.tokens import tokens
from games import moderation, play
from games.chat import rooms
from games.computers import players
from games.core import seat_links
from games.models import (
    ContactPreference,
    Delivery,
    FeedKey,
    Game,
    Hint,
    Incident,
    Notice,
    NotificationKind,
    OpenDataFile,
    Player,
    PushSubscription,
    Rating,
    RatingChange,
    Report,
    Webhook,
)
from games.moderation.rights import GROUP
from games.notifications import unsubscribe
from games.notifications.contact import link
from games.play import ArrangementChoice
from tests.access.permissions import BOT, ROLES, Site
from tests.bots.cast import bot_of
from tests.cast import authenticate, client_of, some_guest, some_moderator, somebody, table_of
from tests.lobby.test_lobby import filled
from tests.oauth.program import an_app
from tests.playing import give_up, lose_seat, play_on


def build() -> Site:
    """Create the site's rows in the open transaction, and return the site."""
    site = Site()
    site.people = {
        "guest": some_guest("Dana"),
        "player": somebody("alice"),
        "opponent": somebody("bob"),
        "spectator": somebody("charlie"),
        "moderator": some_moderator("mona"),
        "staff": somebody("staff", is_staff=True, is_superuser=True),
    }
    alice, bob = site.people["player"], site.people["opponent"]
    _tables(site, alice, bob)
    _told_of(site, alice)
    _agreed(site, alice, bob)
    _own(site, alice, bob)
    _decided(site, alice, bob)
    _open_data()
    _rows(site)
    site.words["token"] = str(tokens.make(alice, "laptop 2", ["play"], None).token.pk)
    _programs(site, alice, bob)
    robo = bot_of(alice)
    table_of(bob, robo, public_id="robots", public=False, any_computer=True)
    site.tokens = {role: _token(person) for role, person in site.people.items() if not person.is_guest}
    site.tokens[BOT] = _token(robo)
    site.sessions = {role: _signed_in(site.people.get(role)) for role in (*ROLES, BOT)}
    return site


def _open_data() -> None:
    january = OpenDataFile.objects.create(month=date(2026, 1, 1), finished_at=timezone.now(), size=2, sha256="5e" * 32)
    january.path.parent.mkdir(exist_ok=True)
    january.path.write_bytes(b"PK")


def _programs(site: Site, alice: User, bob: User) -> None:
    """Create bob's OAuth program, authorized by alice, and one of alice's own; store their keys in ``site.words``."""
    app, own = an_app(bob), an_app(alice)
    programs.authorize(alice, app.client, ["play"])
    site.words |= {
        "program": str(AuthorizedProgram.objects.get(user=alice).pk),
        "own_program": own.client.pk,
        "client": app.client.pk,
        "asking": urlencode(app.asking()),
    }


def _token(user: User) -> str:
    return f"Bearer {tokens.make(user, 'program', Token.Scope.values, None).secret}"


def _signed_in(user: User | None) -> SimpleCookie:
    """Return the cookies of a browser where the user has just authenticated, with a second factor if they are staff."""
    client = client_of(user)
    if user is not None:
        session = client.session
        authenticate(session, user, "password", reauthenticated=True)
        session.save()
    return client.cookies


def _tables(site: Site, alice: User, bob: User) -> None:
    """Create tables of alice and bob in every state, and store their ids in ``site.words``."""
    table_of(alice, bob, public_id="public")
    table_of(alice, bob, public_id="private", public=False)
    # Make it alice's turn, whichever player begins.
    players.move_all(table_of(alice, public_id="practice", bots=("novice",), public=False).pk)
    give_up(play_on(table_of(alice, bob, public_id="over"), 9, seed=4))
    give_up(play_on(table_of(alice, bob, public_id="past", public=False), 9, seed=4))
    lost = lose_seat(table_of(alice, bob, public_id="lost"))
    waits = table_of(alice, bob, public_id="waits", size=4)
    secret = table_of(alice, public_id="secret", size=3, public=False)
    asked = table_of(alice, public_id="asked", size=3, public=False)
    play.invite(_seat(asked, alice), "charlie")
    site.words |= {"lost_seat": str(lost.seat), "invitation": waits.invitation, "secret_invitation": secret.invitation}
    site.words |= {
        "filled": urlencode(filled()),
        "pk": str(Game.objects.get(public_id="public").pk),
        "private_pk": str(_game("private").pk),
    }


def _told_of(site: Site, alice: User) -> None:
    """Create alice's notification destinations, and URLs with a secret part."""
    browser = PushSubscription.objects.create(user=alice, endpoint="https://push.example.org/1", name="Firefox")
    hook = Webhook.objects.create(user=alice, address="https://hooks.example.org/1")
    feed = FeedKey.objects.create(user=alice)
    address = EmailAddress.objects.create(user=alice, email="alice@example.net")
    seat = _seat(_game("private"), alice)
    site.words |= {
        "browser": str(browser.pk),
        "hook": str(hook.pk),
        "feed": feed.key,
        "link": seat_links.url(seat, alice, timezone.now()).rstrip("/").rpartition("/")[2],
        "told": _told_token(),
        "stop": unsubscribe.stop_url(alice, [NotificationKind.TURN]).rstrip("/").rpartition("/")[2],
        "confirmation": EmailConfirmationHMAC(address).key,
    }


def _told_token() -> str:
    guest = some_guest("Erin")
    ContactPreference.objects.create(user=guest, address="erin@example.org", requested_at=timezone.now())
    return link.confirmation_url(guest, "erin@example.org").rstrip("/").rpartition("/")[2]


def _agreed(site: Site, alice: User, bob: User) -> None:
    """Create votes, messages, and alice's vacation with bob as the requested substitute."""
    public, other = _game("public"), table_of(alice, somebody("carol"), public_id="other")
    rooms.post(_seat(public, bob), bob, "Good evening")
    vote = play.propose(_seat(public, bob), "pause")
    today = timezone.localdate()
    ways = {player.pk: ArrangementChoice("") for player in Player.objects.filter(user=alice, game__status="running")}
    ways[_seat(other, alice).pk] = ArrangementChoice("friend", bob.username)
    vacation = play.plan_vacation(alice, today + timedelta(days=3), today + timedelta(days=9), ways)
    site.words |= {
        "vote": str(vote.pk),
        "message": str(public.messages.get().pk),
        "vacation": str(vacation.pk),
        "arrangement": str(vacation.arrangements.get(friend=bob).pk),
        "version": play.version_of(_game("public"), None),
        "first": str(today + timedelta(days=4)),
        "last": str(today + timedelta(days=5)),
    }


def _own(site: Site, alice: User, bob: User) -> None:
    """Create alice's own rows (her data, another browser, bob's friend request) and carol's passkey."""
    export = Export.objects.create(
        user=alice, state=Export.State.READY, expires_at=timezone.now() + timedelta(days=1), file=b"PK"
    )
    elsewhere = client_of(alice).session.session_key
    session = UserSession.objects.create(user=alice, session_key=elsewhere, ip="192.0.2.1", user_agent="Firefox")
    carol = User.objects.get(username="carol")
    passkey = Authenticator.objects.create(user=carol, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
    asked = Friendship.objects.create(by=bob, to=alice)
    site.words |= {
        "export": export.key,
        "session": str(session.pk),
        "passkey": str(passkey.pk),
        "friendship": str(asked.pk),
    }


def _decided(site: Site, alice: User, bob: User) -> None:
    """Create a pending report about alice, warnings of bob and of charlie, and charlie's appeal."""
    charlie, moderator = site.people["spectator"], site.people["moderator"]
    public = _game("public")
    report = moderation.file_report(charlie, alice, Report.Category.STALLING, "Slow", game=public)
    warned = moderation.warn(moderator, bob, "Rude")
    appeal = moderation.appeal(charlie, moderation.warn(moderator, charlie, "Rude"), "I was not")
    site.words |= {"report": str(report.pk), "moderationaction": str(warned.pk), "appeal": str(appeal.pk)}
    site.words |= {"appealed": str(appeal.action_id)}


def _rows(site: Site) -> None:
    """Create a row of each kind for the admin's pages. Pieces and moves belong to the finished game."""
    over, alice = _game("over"), site.people["player"]
    notice = Notice.objects.create(user=alice, kind=NotificationKind.TEST, key="t", due_at=timezone.now())
    delivery = Delivery.objects.create(notice=notice, user=alice, channel="mail", due_at=timezone.now())
    site.words["list"] = str(SavedList.objects.create(user=site.people["staff"], name="Late", model="games.game").pk)
    found = {
        "user": alice,
        "group": Group.objects.get(name=GROUP),
        "game": _game("public"),
        "player": over.players.first(),
        "card": over.cards.first(),
        "tile": over.tiles.first(),
        "move": over.moves.last(),
        "incident": Incident.objects.first(),
        "notice": notice,
        "delivery": delivery,
        "rating": Rating.objects.create(user=alice, variant=over.variant, mu=25, sigma=8),
        "ratingchange": RatingChange.objects.create(
            player=over.players.first(), user=alice, mu_before=25, sigma_before=8, mu=26, sigma=7
        ),
        "hint": _hint(alice, site.people["opponent"]),
        "emailaddress": EmailAddress.objects.get(email=alice.email),
    }
    site.words |= {name: str(row.pk) for name, row in found.items()}


def _hint(about: User, other: User) -> Hint:
    now = timezone.now()
    facts = {"kind": Hint.Kind.NETWORK, "evidence": {"days": [1, 2]}, "created_at": now, "expires_at": now + Hint.KEPT}
    return Hint.objects.create(about=about, other=other, **facts)


def _game(table: str) -> Game:
    return Game.objects.get(public_id=table)


def _seat(game: Game, user: User) -> Player:
    return Player.objects.select_related("game", "user", "friend").get(game=game, user=user)
