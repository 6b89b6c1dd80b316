"""The targets of a Police Raid and a Liquidation in the tray: each names its business, also for screen readers."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from accounts.models import User
from tests.cast import client_of, table_of
from tests.playing import lay_out
from tests.rules.chicago_poker.tables import table

pytestmark = pytest.mark.django_db

STREET = {"brewery1": ["5M", "2C 3C", "4S"], "jazz1": ["", "7F", "8F"]}
CODES = {"raid": "raid1", "liquidation": "liquidation"}
HIDDEN = re.compile(r'<span class="vh">.*?</span>', re.DOTALL)


@pytest.mark.parametrize("special", ["raid", "liquidation"])
def test_each_target_names_its_business(alice: User, bob: User, carol: User, special: str) -> None:
    game = table_of(alice, bob, carol)
    lay_out(game, table([CODES[special], "", ""], STREET, active=0))
    page = client_of(alice).get(f"{game.get_absolute_url()}?card={special}").content.decode()
    aims = page[page.index(f'class="prompt__{special}"') :]
    choices = re.findall(r'<(?:a|button) class="choice".*?</(?:a|button)>', aims[: aims.index("</div>")], re.DOTALL)
    names = ["Halvorsen & Sons", "Halvorsen & Sons", "Club Marmalade", "Club Marmalade"]
    seen = [unescape(strip_tags(HIDDEN.sub("", choice))) for choice in choices]
    read = [unescape(" ".join(HIDDEN.findall(choice))) for choice in choices]
    assert len(seen) == len(names)
    assert all(name in text for name, text in zip(names * 2, [*seen, *read], strict=True))
