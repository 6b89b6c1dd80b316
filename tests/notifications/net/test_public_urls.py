"""Validation of webhook URLs, which refuses spelling tricks, disguised IP addresses and private hosts."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from pytest_django import Settings

from games.notifications.errors import BadAddress
from games.notifications.net.public_urls import Address, is_public


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("https://hooks.example.org", "https://hooks.example.org/"),
        ("https://hooks.example.org/a/b?c=d#e", "https://hooks.example.org/a/b?c=d"),
        ("https://hooks.example.org?c=d", "https://hooks.example.org/?c=d"),
        ("HTTPS://HOOKS.Example.ORG./a", "https://hooks.example.org/a"),
        ("https://hooks.example.org:443/a", "https://hooks.example.org/a"),
        ("https://hooks.example.org:/a", "https://hooks.example.org/a"),
        ("https://hooks.example.org:8443/a", "https://hooks.example.org:8443/a"),
        ("https://bücher.example/ü?ß%20", "https://xn--bcher-kva.example/%C3%BC?%C3%9F%20"),
        ("https://faß.example/", "https://xn--fa-hia.example/"),
        ("https://hooks。example．org/", "https://hooks.example.org/"),
        ("https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"),
    ],
)
def test_addresses_are_parsed(typed: str, meant: str) -> None:
    assert str(Address.parse(typed)) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "hooks.example.org",
        "//hooks.example.org/",
        "http://hooks.example.org/",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https:hooks.example.org",
        "https:///hooks.example.org",
        "https://",
        "https://user@hooks.example.org/",
        "https://user:password@hooks.example.org/",
        "https://@hooks.example.org/",
        "https://hooks.example.org@127.0.0.1/",
        "https://hooks.example.org\\@127.0.0.1/",
        "https://hooks.example.org\\.other.example/",
        "https://hooks.example.org /",
        "https://hooks.example.org/a b",
        "https://hooks.example.org/\r\nHost: other",
        "https://hooks.\texample.org/",
        "https://hooks.example.org/\x00",
        "https://hooks.example.org/\x85",
        "https://hooks.example.org/\ud800",
        " https://hooks.example.org/",
        "https://hooks.example.org:22/",
        "https://hooks.example.org:80/",
        "https://hooks.example.org:0/",
        "https://hooks.example.org:-1/",
        "https://hooks.example.org:65536/",
        "https://hooks.example.org:x/",
        "https://localhost/",
        "https://localhost./",
        "https://LOCALHOST:8443/",
        "https://redis/",
        "https://127.0.0.1/",
        "https://127.0.0.1./",
        "https://127.1/",
        "https://2130706433/",
        "https://017700000001/",
        "https://0177.0.0.1/",
        "https://0x7f000001/",
        "https://0x7f.0.0.0x1/",
        "https://１２７．０．０．１/",
        "https://127。0。0。1/",
        "https://①②⑦.⓪.⓪.①/",
        "https://93.184.216.34/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[fe80::1%25eth0]/",
        "https://[v1.x]/",
        "https://[::1/",
        "https://hooks..example.org/",
        "https://-hooks.example.org/",
        "https://hooks_.example.org/",
        "https://xn--\u00fc.example.org/",
        "https://hooks.example.org℀other/",
        "https://" + "a" * 64 + ".example.org/",
        "https://" + "a." * 130 + "org/",
        "https://hooks.example.org/" + "a" * 1000,
    ],
)
def test_addresses_refused_before_any_lookup(typed: str) -> None:
    with pytest.raises(BadAddress) as refused:
        Address.parse(typed)
    assert str(refused.value.message).endswith(".")


@pytest.mark.parametrize(
    "place",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.9",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:93.184.216.34",
        "::ffff:0:127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::93.184.216.34",
        "64:ff9b:1::7f00:1",
        "100::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
    ],
)
def test_machines_that_are_not_public(place: str) -> None:
    assert not is_public(ip_address(place))


@pytest.mark.parametrize("place", ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::200e"])
def test_machines_that_are(place: str) -> None:
    assert is_public(ip_address(place))


LOCAL = ["http://127.0.0.1:8080/in?a=b", "http://[::1]:8080/", "http://localhost:65535/"]


@pytest.mark.parametrize("typed", LOCAL)
def test_this_machine_is_posted_to_by_a_local_site_alone(typed: str, settings: Settings) -> None:
    with pytest.raises(BadAddress):
        Address.parse(typed)
    settings.LOCAL_WEBHOOKS = True
    assert str(Address.parse(typed)) == typed and Address.parse(typed).is_local


@pytest.mark.parametrize(
    "typed",
    [
        "http://127.0.0.1/",
        "http://127.0.0.1:80/",
        "http://127.0.0.1:22/",
        "http://127.0.0.2:8080/",
        "http://127.1:8080/",
        "http://192.168.1.1:8080/",
        "http://localhost.example.org:8080/",
        "http://user@127.0.0.1:8080/",
        "http://127.0.0.1:8080@hooks.example.org/",
        "http://hooks.example.org:8080/",
        "https://127.0.0.1:8080/",
        "ftp://127.0.0.1:8080/",
    ],
)
def test_a_local_site_takes_no_other_machine_by_http(typed: str, settings: Settings) -> None:
    settings.LOCAL_WEBHOOKS = True
    with pytest.raises(BadAddress):
        Address.parse(typed)


def test_no_redirect_leads_to_this_machine_from_elsewhere(settings: Settings) -> None:
    settings.LOCAL_WEBHOOKS = True
    with pytest.raises(BadAddress):
        Address.parse("https://hooks.example.org/").onward(LOCAL[0])
    assert str(Address.parse(LOCAL[0]).onward("/next")) == "http://127.0.0.1:8080/next"
