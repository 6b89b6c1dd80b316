"""The bytes that a browser receives for a table of `make play` stay below the limit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from games.rules import RULES
from lab.bench.wire import COLD, WARM, received, visited
from tests.combinations import every
from tests.site import Site

GUEST = "from tests.cast import some_guest; print(some_guest({name!r}).username)"
TABLE = """
from accounts.models import User
from tests.cast import table_of
print(table_of(*User.objects.filter(username__in={names!r}), variant={variant!r}).get_absolute_url())
"""


@pytest.mark.parametrize("variant", every(list(RULES), 2))
def test_a_table_with_computers_is_light(browser: Browser, site: Site, variant: str) -> None:
    cold, warm = received(browser, site.url, variant)
    assert warm < cold <= COLD * 1000
    assert 0 < warm <= WARM * 1000


@pytest.mark.parametrize("variant", RULES)
def test_a_table_with_people_is_light(
    browser: Browser, site: Site, session_key: Callable[[str], str], variant: str
) -> None:
    names = [site.shell(GUEST.format(name=f"{variant}-{number}")) for number in (1, 2)]
    context = browser.new_context()
    context.add_cookies([{"name": "sessionid", "value": session_key(names[0]), "url": site.url}])
    address = site.url + site.shell(TABLE.format(names=names, variant=variant))
    assert visited(context, address) <= COLD * 1000
    assert visited(context, address) <= WARM * 1000
    context.close()
