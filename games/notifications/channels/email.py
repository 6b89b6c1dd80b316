"""The mail channel: text and HTML, without images or scripts, with the headers that mail programs expect."""

from collections.abc import Iterable
from email.utils import parseaddr
from smtplib import SMTPRecipientsRefused
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from anymail.exceptions import AnymailError, AnymailRecipientsRefused
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.i18n.lists import join_list
from accounts.mail import bounces
from accounts.models import User
from games.core import seat_links
from games.models import Delivery, NotificationKind, Player
from games.models.contact_preferences import confirmed_address
from games.models.read_transaction import snapshot
from games.notifications.channels.message import Message, Note, Sent
from games.notifications.errors import DeliveryRejected, TemporaryFailure
from games.notifications.unsubscribe import stop_url
from games.presentation.card_html import mail_chip
from games.presentation.headline import most_important
from games.presentation.log import recap
from games.presentation.narration import Narrator
from games.presentation.standing import standing
from games.presentation.view_model import TableView, moves_since_last_turn, table_view

SECTIONS = (
    (_("Your move"), {NotificationKind.TURN, NotificationKind.NEAR}),
    (
        _("What happened"),
        {
            NotificationKind.CALL,
            NotificationKind.NEXT,
            NotificationKind.ACTED,
            NotificationKind.STARTED,
            NotificationKind.OVER,
            NotificationKind.MENTION,
            NotificationKind.CONDUCT,
            NotificationKind.TEST,
        },
    ),
    (_("Invitations"), {NotificationKind.INVITED, NotificationKind.FRIEND}),
    (_("Votes"), {NotificationKind.VOTE}),
)


class MailLine(NamedTuple):
    note: Note
    url: str


class MailSection(NamedTuple):
    """A section of a mail with several notices; ``hot`` marks the section of turns and deadlines."""

    heading: str
    hot: bool
    lines: list[MailLine]


def address(user: User) -> str | None:
    """Return the user's confirmed address for notifications, or None if there is none or mail to it is disabled."""
    if not user.can_be_mailed:
        return confirmed_address(user)
    addresses = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary")
    return addresses.values_list("email", flat=True).first()


def send(delivery: Delivery, message: Message) -> Sent:
    """Send the mail. Raise `DeliveryRejected` if the user has no address or the server rejects the address for good.

    Raise `TemporaryFailure` for all other errors of the server or the network, and if the turn has just passed.
    """
    if (to := address(delivery.user)) is None:
        raise DeliveryRejected(_("You have no confirmed e-mail address."))
    try:
        build_mail(delivery, message, to).send()
    except SMTPRecipientsRefused as refused:
        raise _rejected_recipient(delivery.user, refused) from refused
    except AnymailRecipientsRefused as refused:
        bounces.record_bounce(delivery.user, str(refused))
        raise DeliveryRejected(str(refused)) from refused
    except (OSError, AnymailError) as problem:
        # SMTPException is an OSError.
        raise TemporaryFailure(repr(problem)) from problem
    return Sent(to)


def _rejected_recipient(user: User, refused: SMTPRecipientsRefused) -> DeliveryRejected | TemporaryFailure:
    code, response = next(iter(refused.recipients.values()))
    text = response.decode(errors="replace") if isinstance(response, bytes) else response
    if not 500 <= code < 600:
        return TemporaryFailure(f"{code} {text}", code, text)
    bounces.record_bounce(user, f"{code} {text}")
    return DeliveryRejected(f"{code} {text}", code, text)


def build_mail(delivery: Delivery, message: Message, to: str) -> EmailMultiAlternatives:
    """Build the mail, in the active language and time zone. Raise `TemporaryFailure` if the turn has just passed."""
    user, kinds = delivery.user, {note.kind for note in message.notes} - {NotificationKind.CONDUCT}
    # Moderation decisions can't be turned off.
    stop = stop_url(user, kinds, message.game) if kinds else ""
    template, context = _content(user, message)
    context |= {
        "title": message.title,
        "preview": context.get("preview") or message.text,
        "settings_url": settings.SITE_URL + reverse("notices"),
        "stop_url": stop,
        "kinds": join_list([str(kind.label) for kind in NotificationKind if kind in kinds]),
    }
    mail = EmailMultiAlternatives(
        subject=" ".join(message.title.split()),
        body=render_to_string(f"notifications/mail/{template}.txt", context),
        to=[to],
        headers={"Message-ID": message_id(delivery), "Auto-Submitted": "auto-generated"} | _unsubscribe_headers(stop),
    )
    mail.attach_alternative(render_to_string(f"notifications/mail/{template}.html", context), "text/html")
    return mail


def _unsubscribe_headers(stop: str) -> dict[str, str]:
    """Return the headers that make mail programs show an unsubscribe button, or none without a URL."""
    return {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"} if stop else {}


def message_id(delivery: Delivery) -> str:
    """Return a Message-ID that is the same for every attempt, so that mail programs drop duplicates."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{salted_hmac('games.notices.mail', str(delivery.pk)).hexdigest()[:32]}@{domain}>"


def _content(user: User, message: Message) -> tuple[str, dict[str, Any]]:
    if len(message.notes) > 1:
        return "digest", {"sections": list(_sections(message.notes)), "url": message.url}
    (note,) = message.notes
    if note.kind == NotificationKind.TURN:
        return "turn", turn_context(_table_of(note), user, _link(note))
    return "notice", {"note": note, "url": _link(note)}


def _link(note: Note) -> str:
    """Return the notice's URL. For the recipient's own table, it is a seat link, which works without signing in."""
    notice = note.delivery.notice
    if notice.player is None or notice.game is None or note.url != settings.SITE_URL + notice.game.get_absolute_url():
        return note.url
    if not notice.player.is_seen_by(note.delivery.user):
        return note.url
    return seat_links.url(notice.player, note.delivery.user, notice.due_at)


def _sections(notes: Iterable[Note]) -> Iterable[MailSection]:
    lines = [MailLine(note, _link(note)) for note in notes]
    for heading, kinds in SECTIONS:
        if own := [line for line in lines if line.note.kind in kinds]:
            yield MailSection(str(heading), NotificationKind.TURN in kinds, own)


def _table_of(note: Note) -> TableView:
    """Return the table as seen by the notified player. Raise `TemporaryFailure` if the turn has passed."""
    if (asked := note.delivery.notice.player) is None:
        raise ValueError("a turn is a seat's")
    with snapshot():
        player = Player.objects.select_related("game", "user", "friend").get(pk=asked.pk)
        players = list(player.game.players.select_related("user").order_by("seat"))
        table = table_view(player.game, players, player)
    if player.seat not in table.view.to_move:
        raise TemporaryFailure("the turn has just passed")
    return table


def turn_context(seen: TableView, user: User, url: str) -> dict[str, Any]:
    """Return the context of turn.html: the table as seen by ``user``, whose move it is."""
    game, player = seen.game, seen.player
    narrator = Narrator(game.rules, seen.narrator.names, player.seat, mail_chip)
    news = moves_since_last_turn(game, player)
    top = most_important((event for move in news for event in move.events), narrator)
    told = recap(news, narrator)
    asked = narrator.line(game.rules.presentation.prompt(seen.view))
    return {
        "game": game,
        "rules": game.rules,
        "player_name": player.shown_name,
        "boss": narrator.names[player.place] if game.rules.presentation.PERSONAS else "",
        "actions_line": asked,
        "deadline": player.deadline,
        "preview": f"{narrator.text(top)} {asked}" if top else asked,
        "recap": told,
        "replay_url": f"{url}?watch={told.start}",
        "standing": standing(seen.view, narrator),
        "show_hand": user.hand_in_mail,
        "url": url,
    }
