"""The three formats of posted notices, and the signature that authenticates them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
import standardwebhooks
import time_machine

from games.models import Webhook
from games.models.notifications import new_hook_secret
from games.notifications.channels import webhook
from games.notifications.channels.message import Message, shortened
from games.notifications.errors import BadAddress, DeliveryRejected
from tests.notifications.internet import Internet, answer
from tests.notifications.sample_messages import TITLE, note, together
from tests.site import ROOT

SECRET = "0b" * 32


def sent(outer: Internet, told: Message, form: str) -> dict:
    assert webhook.post_message(form, outer.url(), SECRET, told, outer.network).status == 200
    return json.loads(outer.requests[-1].body)


def test_there_is_a_body_for_every_form() -> None:
    assert set(webhook.FORMS) == set(Webhook.Form.values) - {Webhook.Form.PLAYER}, "which is asked, not told"


def test_the_generic_form(outer: Internet, told: Message) -> None:
    assert sent(outer, told, "json") == {
        "version": 1,
        "id": "417",
        "kind": "turn",
        "table": "table1",
        "name": "Duel",
        "game": TITLE,
        "title": "Your move at Duel",
        "text": "bob has ended their turn.",
        "url": "https://room.example.org/games/table1/",
        "deadline": "2026-11-22T18:30:00+00:00",
        "notices": [],
    }
    assert outer.requests[-1].headers["content-type"] == "application/json"


def test_the_generic_form_without_table_and_deadline(told: Message) -> None:
    body = webhook.generic(replace(told, game=None, deadline=None))
    assert {name for name, value in body.items() if value is None} == {"table", "name", "game", "deadline"}


def test_several_notices_in_one_post() -> None:
    body = webhook.generic(together(note(7), note(8)))
    assert (body["kind"], body["table"], body["deadline"]) == ("several", None, "2026-11-22T18:30:00+00:00")
    assert [each["id"] for each in body["notices"]] == ["7", "8"]
    assert {each["kind"] for each in body["notices"]} == {"turn"}
    assert set(body["notices"][0]) == set(body) - {"version", "notices"}


def test_the_same_notices_have_the_same_id_and_others_another() -> None:
    several = together(note(7), note(8)).id
    assert several == together(note(7), note(8)).id
    assert len({several, together(note(7), note(8), note(9)).id, together(note(78), note(9)).id, "7"}) == 4


def test_a_deadline_is_in_utc(told: Message) -> None:
    there = datetime(2026, 11, 22, 20, 0, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    assert webhook.generic(replace(told, deadline=there))["deadline"] == "2026-11-22T14:15:00+00:00"


def test_the_documentation_shows_just_these_fields(told: Message) -> None:
    text = (ROOT / "docs" / "reference" / "webhooks.md").read_text()
    example = json.loads(text.split("```json\n")[1].split("```")[0])
    assert list(example) == list(webhook.generic(told))
    for name in webhook.signature(SECRET, "1", b""):
        assert name in text


def test_the_signature(outer: Internet, told: Message) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=False):
        headers = webhook.signature(SECRET, "417", b"{}")
    key = base64.b64decode(webhook.shown_secret(SECRET).removeprefix("whsec_"))
    right = base64.b64encode(hmac.digest(key, b"417.1795176000.{}", hashlib.sha256)).decode()
    assert headers == {
        "Webhook-Id": "417",
        "Webhook-Timestamp": "1795176000",
        "Webhook-Signature": f"v1,{right}",
    }
    sent(outer, told, "json")
    request = outer.requests[-1]
    signed = f"417.{request.headers['webhook-timestamp']}.".encode() + request.body
    right = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert request.headers["webhook-signature"] == f"v1,{right}"


def test_a_receivers_library_takes_the_signature() -> None:
    body = json.dumps({"title": "Your turn, Zoë"}, ensure_ascii=False).encode()
    receiver = standardwebhooks.Webhook(webhook.shown_secret(SECRET))
    headers = webhook.signature(SECRET, "417", body)
    assert receiver.verify(body, headers) == {"title": "Your turn, Zoë"}
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        receiver.verify(body + b" ", headers)


def test_the_secrets_of_hooks_can_be_signed_with() -> None:
    secret = new_hook_secret()
    receiver = standardwebhooks.Webhook(webhook.shown_secret(secret))
    assert receiver.verify(b'{"a": 1}', webhook.signature(secret, "1", b'{"a": 1}')) == {"a": 1}


def test_discord_mentions_and_markup_are_disabled(outer: Internet, told: Message) -> None:
    evil = replace(told, title="@everyone [free](https://evil.example) <@1> **x** `y`", text="# big\n> said")
    body = sent(outer, evil, "discord")
    assert body == {
        "content": "\\@everyone \\[free\\]\\(https\\://evil.example\\) \\<\\@1\\> \\*\\*x\\*\\* \\`y\\`\n"
        "\\# big\n\\> said\n<https://room.example.org/games/table1/>",
        "allowed_mentions": {"parse": []},
    }


def test_discords_length_limit(told: Message) -> None:
    assert len(webhook.discord(replace(told, text="*" * 5000))["content"]) < 2000


def test_slack_mentions_and_markup_are_disabled(outer: Internet, told: Message) -> None:
    evil = replace(told, title="<!channel> <https://evil.example|free> & *x*", text="")
    assert sent(outer, evil, "slack") == {
        "text": "&lt;!channel&gt; &lt;https://evil.example|free&gt; &amp; *x*\nhttps://room.example.org/games/table1/",
        "mrkdwn": False,
        "unfurl_links": False,
        "unfurl_media": False,
    }


@pytest.mark.parametrize("form", list(webhook.FORMS))
def test_a_hook_that_is_gone_or_never_was_public(outer: Internet, told: Message, form: str) -> None:
    outer.answers = [answer("404 Not Found", '{"message": "Unknown Webhook"}')]
    with pytest.raises(DeliveryRejected) as refused:
        webhook.post_message(form, outer.url(), SECRET, told, outer.network)
    assert refused.value.response == '{"message": "Unknown Webhook"}'
    with pytest.raises(BadAddress):
        webhook.post_message(form, "https://127.0.0.1/", SECRET, told, outer.network)


def test_shortened_texts_show_that_there_was_more() -> None:
    assert shortened("four", 4) == "four"
    assert shortened("four five", 6) == "four…"
