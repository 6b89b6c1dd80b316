"""Ratings in the admin are read-only."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Rating, RatingChange
from games.stats import ratings
from games.stats.rating_display import shown
from tests.cast import client_of
from tests.stats.histories import rated


@pytest.mark.parametrize("model", [Rating, RatingChange])
def test_ratings_are_listed_and_read_and_never_written(
    staff: User, alice: User, bob: User, model: type[Rating] | type[RatingChange]
) -> None:
    game = rated(alice, bob)
    ratings.rate(game.variant)
    client, name = client_of(staff), f"admin:games_{model.__name__.lower()}"
    search = alice.username if model is Rating else game.public_id
    assert alice.username in client.get(reverse(f"{name}_changelist"), {"q": search}).content.decode()
    row = model.objects.earliest("pk")
    facts = client.get(reverse(f"{name}_change", args=[row.pk]))
    assert facts.status_code == 200
    band = shown(row.mu, row.sigma)
    listed = client.get(reverse(f"{name}_changelist")).content.decode()
    for page in (listed, facts.content.decode()):
        assert f"{band.estimate} ± {band.spread}" in page, "in points, as on the profile"
    assert str(row.mu) not in listed
    assert client.post(reverse(f"{name}_change", args=[row.pk]), {"mu": "50"}).status_code == 403
    assert client.get(reverse(f"{name}_add")).status_code == 403
    assert client.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
