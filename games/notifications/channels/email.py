"""Notices as mails: text and HTML, without pictures or scripts, with the headers that mail programs look for."""

from __future__ import annotations

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

from accounts.i18n.lists import enumerated
from accounts.mail import bounces
from accounts.models import User
from games.models import Delivery, Kind, Player
from games.models.read_transaction import snapshot
from games.notifications import seat_links
from games.notifications.channels.sending import Message, Note, Sent
from games.notifications.errors import DeliveryRejected, TryAgain
from games.notifications.unsubscribe import stop_url
from games.table.card_html import mail_chip
from games.table.narration import Narrator, chief, recap
from games.table.standing import standing
from games.table.view_model import Seen, see, since_last_turn

SECTIONS = (
    (_("Your move"), {Kind.TURN, Kind.NEAR}),
    (_("What happened"), {Kind.ACTED, Kind.STARTED, Kind.OVER, Kind.MENTION, Kind.CONDUCT, Kind.TEST}),
    (_("Invitations"), {Kind.INVITED, Kind.FRIEND}),
    (_("Votes"), {Kind.VOTE}),
)
"""The parts of a mail of several notices, in this order."""


class Line(NamedTuple):
    """One notice of several in a mail, and where its link leads."""

    note: Note
    url: str


class Section(NamedTuple):
    """Notices of one sort. ``hot``: they are urgent."""

    heading: str
    hot: bool
    lines: list[Line]


def address(user: User) -> str | None:
    """Where to, or None if no mail may go to this person or no address is confirmed."""
    if not user.can_be_mailed:
        return None
    addresses = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary")
    return addresses.values_list("email", flat=True).first()


def send(delivery: Delivery, message: Message) -> Sent:
    """Mail it. Raises DeliveryRejected where no mail may go any more, or the mail server says that there is nobody."""
    if (to := address(delivery.user)) is None:
        raise DeliveryRejected(_("There is no confirmed address that mails reach."))
    try:
        letter(delivery, message, to).send()
    except SMTPRecipientsRefused as refused:
        raise _no_such(delivery.user, refused) from refused
    except AnymailRecipientsRefused as refused:
        bounces.mark(delivery.user, str(refused))
        raise DeliveryRejected(str(refused)) from refused
    except (OSError, AnymailError) as problem:
        # SMTPException is an OSError: whatever else the server or the network says may be different next time.
        raise TryAgain(repr(problem)) from problem
    return Sent(to)


def _no_such(user: User, refused: SMTPRecipientsRefused) -> DeliveryRejected | TryAgain:
    code, said = next(iter(refused.recipients.values()))
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    if not 500 <= code < 600:
        return TryAgain(f"{code} {text}", code, text)
    bounces.mark(user, f"{code} {text}")
    return DeliveryRejected(f"{code} {text}", code, text)


def letter(delivery: Delivery, message: Message, to: str) -> EmailMultiAlternatives:
    """The mail, in the language and time zone that are active. Raises TryAgain if its turn has just passed."""
    user, kinds = delivery.user, {note.kind for note in message.notes} - {Kind.CONDUCT}
    # Decisions about oneself can't be switched off.
    stop = stop_url(user, kinds) if kinds else ""
    template, context = _content(user, message)
    context |= {
        "title": message.title,
        "preview": context.get("preview") or message.text,
        "settings_url": settings.SITE_URL + reverse("notices"),
        "stop_url": stop,
        "kinds": enumerated([str(kind.label) for kind in Kind if kind in kinds]),
    }
    mail = EmailMultiAlternatives(
        subject=" ".join(message.title.split()),
        body=render_to_string(f"notifications/mail/{template}.txt", context),
        to=[to],
        headers={"Message-ID": _message_id(delivery), "Auto-Submitted": "auto-generated"} | _stopping(stop),
    )
    mail.attach_alternative(render_to_string(f"notifications/mail/{template}.html", context), "text/html")
    return mail


def _stopping(stop: str) -> dict[str, str]:
    """What mail programs make a button of."""
    return {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"} if stop else {}


def _message_id(delivery: Delivery) -> str:
    """The same whenever this delivery is sent, so that a mail program shows one that comes twice once."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{salted_hmac('games.notices.mail', str(delivery.pk)).hexdigest()[:32]}@{domain}>"


def _content(user: User, message: Message) -> tuple[str, dict[str, Any]]:
    """Which template, and what it is given."""
    if len(message.notes) > 1:
        return "digest", {"sections": list(_sections(message.notes)), "url": message.url}
    (note,) = message.notes
    if note.kind == Kind.TURN:
        return "turn", turn_context(_seen(note), user, _link(note))
    return "notice", {"note": note, "url": _link(note)}


def _link(note: Note) -> str:
    """To a table a link that shows it without signing in, for who sees it from a seat."""
    notice = note.delivery.notice
    if notice.player is None or notice.game is None or note.url != settings.SITE_URL + notice.game.get_absolute_url():
        return note.url
    if not notice.player.is_seen_by(note.delivery.user):
        return note.url
    return seat_links.url(notice.player, note.delivery.user, notice.due_at)


def _sections(notes: Iterable[Note]) -> Iterable[Section]:
    lines = [Line(note, _link(note)) for note in notes]
    for heading, kinds in SECTIONS:
        if own := [line for line in lines if line.note.kind in kinds]:
            yield Section(str(heading), Kind.TURN in kinds, own)


def _seen(note: Note) -> Seen:
    """The table as its player sees it."""
    if (asked := note.delivery.notice.player) is None:
        raise ValueError("a turn is a seat's")
    with snapshot():
        player = Player.objects.select_related("game", "user", "friend").get(pk=asked.pk)
        players = list(player.game.players.select_related("user").order_by("seat"))
        table = see(player.game, players, player)
    if player.seat not in table.view.to_move:
        raise TryAgain("the turn has just passed")
    return table


def turn_context(seen: Seen, user: User, url: str) -> dict[str, Any]:
    """What turn.html is given: the table as ``user`` sees it, who is asked there."""
    game, player = seen.game, seen.player
    narrator = Narrator(game.rules, seen.narrator.names, player.seat, mail_chip)
    news = since_last_turn(game, player)
    top = chief((event for move in news for event in move.events), narrator)
    told = recap(news, narrator)
    asked = narrator.line(game.rules.prompt(seen.view))
    return {
        "game": game,
        "rules": game.rules,
        "player_name": player.shown_name,
        "boss": narrator.names[player.place] if game.rules.PERSONAS else "",
        "actions_line": asked,
        "deadline": player.deadline,
        "preview": f"{narrator.text(top)} {asked}" if top else asked,
        "recap": told,
        "replay_url": f"{url}?watch={told.start}",
        "standing": standing(seen.view, narrator),
        "show_hand": user.hand_in_mail,
        "url": url,
    }
