"""Several workers on one month, in real threads on PostgreSQL; and PostgreSQL's plan for a month's games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db.models import QuerySet

from games.models import Game, OpenDataFile
from games.open_data import files
from games.open_data.selection import finished_in, publishable
from lab.bench.site_pages import Asked, Plan
from lab.bench.synthetic import Size, fill
from tests.cast import somebody
from tests.open_data.files import OCTOBER, finished, records_of
from tests.play.test_concurrency import at_once
from tests.web.test_plans import planned_for_a_large_site, whole

pytestmark = pytest.mark.postgres


@pytest.mark.django_db(transaction=True)
def test_many_workers_make_one_file(folder: Path) -> None:
    finished(somebody("alice"), somebody("bob"))
    answers = at_once(*[lambda: files.make(OCTOBER)] * 4)
    (made,) = [answer for answer in answers if answer is not None]
    assert OpenDataFile.objects.get().tries == 1
    assert [path.name for path in folder.iterdir()] == [made.path.name]
    assert len(records_of(made)) == 1


@pytest.mark.django_db
@pytest.mark.slow
def test_neither_a_month_nor_its_people_are_looked_for_in_all_games() -> None:
    fill(Size(5_000))
    keys = list(Game.objects.filter(status=Game.Status.OVER).values_list("pk", flat=True)[:50])
    month = plan_of(finished_in(OCTOBER).order_by("public_id").values_list("pk", flat=True))
    assert "game_published" in {node.get("Index Name") for node in month.nodes}
    assert set(whole(month.root)) == set()
    assert set(whole(plan_of(publishable(Game.objects.filter(pk__in=keys))).root)) == set()


def plan_of(query: QuerySet[Any, Any]) -> Plan:
    """Return PostgreSQL's plan of the query on a large site."""
    with planned_for_a_large_site():
        return Plan.of(Asked(*query.query.sql_with_params(), 0), run=False)
