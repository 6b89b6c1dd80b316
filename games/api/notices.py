"""Your notifications for one table."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Router, Status
from pydantic import Field

from games.api.authentication import PLAY, TABLES_READ, user_of
from games.api.changes import run_action_without_content
from games.api.problems import Misfit
from games.api.schema import Schema
from games.core.access import my_seat_or_404
from games.notifications.forms import TableForm
from games.notifications.table_notices import OFFERED, TableNotices, chosen_for

router = Router()


class Notices(Schema):
    """Your choice of notifications for a table."""

    when: Literal["usual", "push", "digest", "off", "now", "once"]
    """As in your settings, only on your phone or computer, in the daily digest, none; or an earlier choice."""


class NoticesIn(Schema):
    """A choice of notifications for a table."""

    when: Annotated[str, Field(json_schema_extra={"enum": [choice.value for choice in OFFERED]})]
    """As in your settings, only on your phone or computer (needs a browser that gets them), daily digest, or none."""


@router.get(
    "/tables/{slug:table}/notices",
    auth=TABLES_READ,
    response=Notices,
    url_name="table_notices",
    summary="Notifications for a table",
)
def get_table_notices(request: HttpRequest, table: str) -> dict[str, TableNotices]:
    """Return how you get notifications about this table."""
    return {"when": chosen_for(user_of(request), my_seat_or_404(table, user_of(request)).game)}


@router.post(
    "/tables/{slug:table}/notices",
    auth=PLAY,
    response={204: None},
    url_name="table_notices",
    summary="Choose notifications for a table",
)
def choose_table_notices(request: HttpRequest, table: str, body: NoticesIn) -> Any:
    """Choose how you get notifications about this table; all other tables follow your settings."""
    user = user_of(request)
    form = TableForm(user, my_seat_or_404(table, user).game, body.model_dump())
    if not form.is_valid():
        raise Misfit({field: str(errors[0]) for field, errors in form.errors.items()})
    status: Status[None] = run_action_without_content(request, "settings", table, form.save)
    return status
