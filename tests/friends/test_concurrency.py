"""Friend links that two users open at the same time, in real threads on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.friends import friend_links, friendships
from accounts.models import Friendship
from accounts.refusals import Refused
from games.models import Notice
from tests.cast import somebody
from tests.play.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.mark.parametrize("by_name", [False, True], ids=["two presses of the link", "the link and a request"])
def test_two_users_become_friends_once(by_name: bool) -> None:
    alice, bob = somebody("alice"), somebody("bob")
    link = partial(friend_links.befriend, bob, alice)
    answers = at_once(link, partial(friendships.send_request, alice, bob) if by_name else link)
    assert all(isinstance(answer, Friendship | Refused) for answer in answers), answers
    friend_links.befriend(bob, alice)
    assert Friendship.objects.get().agreed_at is not None
    assert Notice.objects.filter(kind="friend", user=alice).count() == 1
