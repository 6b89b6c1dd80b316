"""Standing orders as their owner sees them. Nobody else is shown anything of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Player
from games.rules.contract import Line, Order, OrderChoice


@dataclass(frozen=True, slots=True)
class MyOrder:
    """Something that may be ordered, and what has been; ``value`` is empty if nothing has."""

    order: Order
    value: str

    @property
    def chosen(self) -> OrderChoice | None:
        """What has been ordered, None also while the viewer's drafts leave it no room."""
        return next((choice for choice in self.order.choices if choice.value == self.value), None)

    @property
    def says(self) -> Line:
        """What happens, or the occasion alone."""
        return self.chosen.label if self.chosen else self.order.label


@dataclass(frozen=True, slots=True)
class MyOrders:
    """All that the owner of a seat may order now; ``acting`` is the one by which he is soon moved for."""

    each: Sequence[MyOrder]
    acting: MyOrder | None

    @property
    def given(self) -> list[MyOrder]:
        """Those that stand."""
        return [mine for mine in self.each if mine.value]

    @property
    def soon(self) -> list[MyOrder]:
        """Those that may be of use before the next decision, given or not."""
        return [mine for mine in self.each if mine.order.soon]


def my_orders(me: Player | None, view: Any) -> MyOrders | None:
    """The viewer's orders; None if there is nothing to order, or somebody else plays for him, who may look on."""
    if me is None or me.stand_in or not me.game.is_running:
        return None
    rules = me.game.rules
    each = [MyOrder(order, me.orders.get(order.name, "")) for order in rules.orders(view)]
    asked = [mine for mine in each if mine.value and me.auto_at is not None]
    acting = next((mine for mine in asked if rules.automatic_move(view, {mine.order.name: mine.value})), None)
    return MyOrders(each, acting) if each else None
