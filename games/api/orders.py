"""Standing orders, which only the owner of the seat can see."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Router
from pydantic import Field

from games import play
from games.api.authentication import PLAY, TABLES_READ, user_of
from games.api.changes import CHANGED, run_action
from games.api.schema import Schema
from games.core.access import own_seat_or_404, table_access_or_404
from games.models.read_transaction import snapshot
from games.presentation.standing_orders import MyOrder, my_orders
from games.presentation.view_model import TableView, table_view

router = Router()

Word = Annotated[str, Field(max_length=100)]


class Choice(Schema):
    """A possible choice of an order."""

    value: str
    """The value to send."""
    label: str
    """The choice in words, in the requested language."""


class Order(Schema):
    """A standing order that you can give now."""

    name: str
    """The order’s name, for requests."""
    label: str
    """The order in words, in the requested language."""
    help: str
    """The effect of the order."""
    value: str
    """The value of your current choice; empty if there is none."""
    choices: list[Choice]
    """The possible choices."""


class OrderIn(Schema):
    """An order with one of its choices."""

    name: Word
    """The `name` of an order from the list."""
    value: Word
    """The `value` of one of the order’s choices."""


@router.get("/tables/{slug:table}/orders", auth=TABLES_READ, response=list[Order], url_name="orders", summary="Orders")
def list_orders(request: HttpRequest, table: str) -> list[dict[str, Any]]:
    """Return the standing orders that you can give now."""
    with snapshot():
        game, players, me = table_access_or_404(table, request.user)
        if me is None or game.started_at is None or me.user_id != user_of(request).pk:
            raise Http404
        seen = table_view(game, players, me, request.user)
        offered = my_orders(me, seen.view)
    return [_order(mine, seen) for mine in (offered.each if offered else ())]


def _order(mine: MyOrder, seen: TableView) -> dict[str, Any]:
    said = seen.narrator.line
    return {
        "name": mine.order.name,
        "label": said(mine.order.label),
        "help": said(mine.order.help),
        "value": mine.value,
        "choices": [{"value": choice.value, "label": said(choice.label)} for choice in mine.order.choices],
    }


@router.post("/tables/{slug:table}/orders", auth=PLAY, response=CHANGED, url_name="orders", summary="Give an order")
def give_order(request: HttpRequest, table: str, body: OrderIn) -> Any:
    """Give a standing order; it replaces an earlier one with the same name."""
    me = own_seat_or_404(table, user_of(request))
    return run_action(request, "standing_order", lambda: play.give_order(me, body.name, body.value))


@router.delete(
    "/tables/{slug:table}/orders/{slug:order}", auth=PLAY, response=CHANGED, url_name="order", summary="Cancel an order"
)
def cancel_order(request: HttpRequest, table: str, order: str) -> Any:
    """Cancel a standing order."""
    me = own_seat_or_404(table, user_of(request))
    return run_action(request, "standing_order", lambda: play.cancel_order(me, order))
