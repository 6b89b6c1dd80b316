"""``/.well-known/security.txt`` according to RFC 9116."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from pytest_django import Settings

from tests.site import ROOT, inherited

ADDRESS = "/.well-known/security.txt"
CONTACT = "mailto:security@room.example.org"


def fields() -> dict[str, str]:
    answer = Client().get(ADDRESS)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = answer.content.decode().splitlines()
    found = dict(line.split(": ", 1) for line in lines)
    assert len(found) == len(lines)
    return found


def test_it_names_the_contact_and_where_it_belongs(settings: Settings) -> None:
    settings.SECURITY_CONTACT = CONTACT
    found = fields()
    assert found["Contact"] == CONTACT
    assert found["Canonical"] == f"{settings.SITE_URL}{ADDRESS}"
    assert found["Preferred-Languages"] == "en, fr, pl, sv"


def test_the_expiry_date_is_in_the_future(settings: Settings) -> None:
    settings.SECURITY_CONTACT = CONTACT
    for years in (0, 3):
        with time_machine.travel(timezone.now() + timedelta(days=365 * years), tick=False):
            expires = parse_datetime(fields()["Expires"])
            assert expires is not None
            assert timedelta(days=30) < expires - timezone.now() < timedelta(days=365)


def test_without_a_contact_there_is_none(settings: Settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert Client().get(ADDRESS).status_code == 404


@pytest.mark.parametrize("contact", ["security@room.example.org", f"{CONTACT}\nContact: mailto:mallory@example.org"])
def test_a_contact_that_is_no_address_is_refused_at_the_start(contact: str) -> None:
    check = [sys.executable, "manage.py", "check"]
    answer = subprocess.run(
        check, cwd=ROOT, env=inherited() | {"SECURITY_CONTACT": contact}, capture_output=True, text=True, check=False
    )
    assert answer.returncode != 0 and "SECURITY_CONTACT must be like mailto:" in answer.stderr
