"""Posting to URLs typed by users, against real TLS servers: success, refusals, retries."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
import time_machine
import trustme

from games.notifications.errors import BadAddress, DeliveryError, DeliveryRejected, TemporaryFailure
from games.notifications.net import safe_http
from games.notifications.net.safe_http import INTERNET, Network, post
from tests.notifications.internet import NAME, OTHER, Internet, answer, internet

BODY = b'{"a": 1}'


def send(outer: Internet, path: str = "/in", host: str = NAME, **headers: str) -> safe_http.Response:
    return post(outer.url(path, host), BODY, headers, outer.network)


def not_taken(outer: Internet, host: str = NAME) -> DeliveryError:
    with pytest.raises(DeliveryError) as caught:
        send(outer, host=host)
    assert str(caught.value.message).endswith(".")
    return caught.value


def test_what_arrives(outer: Internet) -> None:
    outer.answers = [answer(body="thanks\n  a lot\x07")]
    assert send(outer, "/in?a=b", Token="x") == safe_http.Response(200, "thanks a lot")
    (request,) = outer.requests
    assert (request.line, request.body) == ("POST /in?a=b HTTP/1.1", BODY)
    assert request.server_name == NAME
    assert request.headers["host"] == f"{NAME}:{outer.port}"
    assert request.headers["token"] == "x"
    assert outer.looked_up == [NAME]


def test_also_over_ipv6(authority: trustme.CA) -> None:
    with internet(authority, host="::1") as outer:
        assert send(outer).status == 200


def test_the_certificate_has_to_be_the_names(authority: trustme.CA) -> None:
    with internet(authority, certified=(OTHER, "127.0.0.1")) as outer:
        assert isinstance(not_taken(outer), TemporaryFailure)
        assert outer.requests == []
        assert send(outer, host=OTHER).status == 200


def test_a_certificate_of_an_unknown_authority_is_refused(outer: Internet) -> None:
    stranger = Network(outer.network.resolve, outer.network.permits, ssl.create_default_context)
    with pytest.raises(TemporaryFailure, match="certificate"):
        post(outer.url(), BODY, {}, stranger)
    assert outer.requests == []


@pytest.mark.parametrize("variable", ["https_proxy", "HTTPS_PROXY", "ALL_PROXY"])
def test_proxy_settings_are_ignored(outer: Internet, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    assert send(outer).status == 200


@pytest.mark.parametrize("places", [["10.0.0.1"], ["127.0.0.1", "::1"], ["169.254.169.254"], ["::ffff:127.0.0.1"], []])
def test_a_name_of_a_private_machine_is_refused_for_good(outer: Internet, places: list[str]) -> None:
    network = Network(lambda *_: places, INTERNET.permits, outer.network.trust)
    with pytest.raises(BadAddress, match="public internet"):
        post(outer.url(), BODY, {}, network)
    assert outer.connections == 0


def test_this_very_machine_is_refused_by_the_real_network(outer: Internet) -> None:
    with pytest.raises(DeliveryError):
        post(f"https://localhost.localdomain:{outer.port}/", BODY, {})
    assert outer.connections == 0


def test_a_name_that_turns_private_between_two_look_ups_is_looked_up_once(outer: Internet) -> None:
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    network = Network(lambda *_: next(answers), outer.network.permits, outer.network.trust)
    assert post(outer.url(), BODY, {}, network).status == 200
    assert next(answers) == ["10.0.0.1"]


def test_the_hosts_next_address_is_tried_where_one_is_dead(outer: Internet) -> None:
    local = {ip_address("127.0.0.2"), ip_address("127.0.0.1")}
    outer.names[NAME] = ["10.0.0.1", "127.0.0.2", "127.0.0.1"]
    network = Network(outer.network.resolve, local.__contains__, outer.network.trust)
    assert post(outer.url(), BODY, {}, network).status == 200
    assert len(outer.requests) == 1


def test_a_host_that_can_not_be_reached_or_found(outer: Internet) -> None:
    outer.names[NAME] = ["127.0.0.2"]
    network = Network(outer.network.resolve, lambda _: True, outer.network.trust)
    with pytest.raises(TemporaryFailure, match="reached"):
        post(outer.url(), BODY, {}, network)
    with pytest.raises(TemporaryFailure, match="found"):
        post(outer.url(host="nobody.example.org"), BODY, {}, network)


@pytest.mark.parametrize("status", ["307 Temporary Redirect", "308 Permanent Redirect"])
def test_a_redirect_preserves_the_post(outer: Internet, status: str) -> None:
    outer.answers = [answer(status, Location="/on?x=1"), answer()]
    send(outer, Authorization="vapid x")
    first, second = outer.requests
    assert (second.line, second.body) == ("POST /on?x=1 HTTP/1.1", BODY)
    assert first.headers["authorization"] == second.headers["authorization"] == "vapid x"


def test_another_host_is_not_shown_the_authorization(outer: Internet) -> None:
    outer.answers = [answer("307 On", Location=outer.url(host=OTHER)), answer()]
    send(outer, Authorization="vapid x", Token="y")
    assert outer.requests[1].server_name == OTHER
    assert "authorization" not in outer.requests[1].headers
    assert outer.requests[1].headers["token"] == "y"
    assert outer.looked_up == [NAME, OTHER]


@pytest.mark.parametrize(
    "onward",
    [
        "http://hooks.example.org/",
        "https://127.0.0.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://2130706433/",
        "https://user@hooks.example.org/",
        "https://localhost./",
        "https://hooks.example.org:25/",
        "https://inside.example.org/",
        "file:///etc/passwd",
        "//localhost/",
        "https://[",
    ],
)
def test_no_redirect_leads_where_an_address_may_not(outer: Internet, onward: str) -> None:
    outer.names["inside.example.org"] = ["10.0.0.1"]
    outer.answers = [answer("307 On", Location=onward), answer()]
    assert isinstance(not_taken(outer), BadAddress)
    assert outer.connections == 1


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Nowhere", "304 Same", "404 No"])
def test_permanent_refusals(outer: Internet, status: str) -> None:
    headers = {} if status.startswith("307") else {"Location": "/on"}
    outer.answers = [answer(status, "no", **headers)]
    refused = not_taken(outer)
    assert isinstance(refused, DeliveryRejected)
    assert refused.status == int(status[:3])
    assert len(outer.requests) == 1


def test_three_redirects_are_followed_and_no_more(outer: Internet) -> None:
    on = answer("308 On", Location="/on")
    outer.answers = [on, on, on, answer()]
    assert send(outer).status == 200
    outer.requests.clear()
    outer.answers = [on]
    assert isinstance(not_taken(outer), DeliveryRejected)
    assert len(outer.requests) == 4


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 599])
def test_failures_that_are_retried(outer: Internet, status: int) -> None:
    outer.answers = [answer(f"{status} Later", "busy", Retry_After="90")]
    later = not_taken(outer)
    assert isinstance(later, TemporaryFailure)
    assert (later.status, later.response, later.after) == (status, "busy", timedelta(seconds=90))


@time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=False)
@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0),
        ("9" * 40, 21600),
        ("Fri, 20 Nov 2026 12:05:00 GMT", 300),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ],
)
def test_when_to_try_again(outer: Internet, header: str, seconds: int) -> None:
    outer.answers = [answer("429 Slow", Retry_After=header)]
    assert not_taken(outer).after == timedelta(seconds=seconds)


@pytest.mark.parametrize("header", ["soon", "-5", "٣", "9" * 5000, "Mon, 99 Jan 99999999999 00:00:00 GMT"])
def test_an_invalid_retry_after_is_none(outer: Internet, header: str) -> None:
    outer.answers = [answer("429 Slow", Retry_After=header)]
    assert not_taken(outer).after is None


def test_of_a_huge_answer_little_is_read(outer: Internet) -> None:
    sent = []

    def flood(connection: ssl.SSLSocket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        for _ in range(15000):
            sent.append(connection.send(b"x" * 65536))

    outer.answers = [flood]
    assert send(outer).text == "x" * 300
    assert sum(sent) < 100_000_000


def test_a_packed_answer_is_not_unpacked(outer: Internet) -> None:
    outer.answers = [answer(body="not packed at all", Content_Encoding="gzip")]
    assert send(outer).text == "not packed at all"


def drip(at_once: bytes, slowly: bytes) -> Callable[[ssl.SSLSocket], None]:
    """Send the second part byte by byte for about a second, so that each byte arrives long before its timeout."""

    def dripping(connection: ssl.SSLSocket) -> None:
        connection.sendall(at_once)
        connection.settimeout(1 / len(slowly))
        for byte in slowly:
            connection.sendall(bytes([byte]))
            try:
                if not connection.recv(1):
                    return
            except TimeoutError:
                continue

    return dripping


@pytest.mark.parametrize("at_once", [b"", b"HTTP/1.1 200 OK\r\n"])
def test_an_answer_that_drips_is_given_up(outer: Internet, monkeypatch: pytest.MonkeyPatch, at_once: bytes) -> None:
    monkeypatch.setattr(safe_http, "TIMEOUT", 0.4)
    outer.answers = [drip(at_once, answer().removeprefix(at_once))]
    assert isinstance(not_taken(outer), TemporaryFailure)


def test_taken_is_taken_even_if_the_answers_text_drips(outer: Internet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "TIMEOUT", 0.4)
    outer.answers = [drip(b"HTTP/1.1 201 OK\r\nContent-Length: 30\r\n\r\n", b"x" * 30)]
    assert send(outer) == safe_http.Response(201, "")


@pytest.mark.parametrize(
    "reply",
    [b"", b"\x16\x03\x01nonsense\r\n\r\n", b"HTTP/1.1 2000 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 500],
)
def test_a_response_that_is_not_http_is_retried(outer: Internet, reply: bytes) -> None:
    outer.answers = [reply]
    assert isinstance(not_taken(outer), TemporaryFailure)


def test_a_server_that_never_completes_the_handshake(outer: Internet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TemporaryFailure, match="in time"):
        post(f"https://{NAME}:{silent.getsockname()[1]}/", BODY, {}, outer.network)
