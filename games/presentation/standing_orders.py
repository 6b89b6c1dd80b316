"""Standing orders as shown to the player who gave them. Nobody else can see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Player
from games.rules.vocabulary import Line, Order, OrderChoice


@dataclass(frozen=True, slots=True)
class MyOrder:
    """A standing order that the owner can give; ``value`` is the current choice, or empty if the order is not given."""

    order: Order
    value: str

    @property
    def chosen(self) -> OrderChoice | None:
        """The current choice, or None if nothing is chosen or the viewer's drafts make the choice impossible."""
        return next((choice for choice in self.order.choices if choice.value == self.value), None)

    @property
    def says(self) -> Line:
        """The label of the current choice, or of the order."""
        return self.chosen.label if self.chosen else self.order.label


@dataclass(frozen=True, slots=True)
class MyOrders:
    """All orders that the owner of a seat can give now; ``acting`` is the order that will make the next move."""

    each: Sequence[MyOrder]
    acting: MyOrder | None

    @property
    def given(self) -> list[MyOrder]:
        return [mine for mine in self.each if mine.value]

    @property
    def soon(self) -> list[MyOrder]:
        """The orders that may take effect before the next decision, whether given or not."""
        return [mine for mine in self.each if mine.order.soon]


def my_orders(me: Player | None, view: Any) -> MyOrders | None:
    """Return the viewer's orders, or None if the viewer can't give any, for example while a substitute plays."""
    if me is None or me.stand_in or not me.game.is_running:
        return None
    rules = me.game.rules
    each = [MyOrder(order, me.orders.get(order.name, "")) for order in rules.automation.orders(view)]
    asked = [mine for mine in each if mine.value and me.auto_at is not None]
    move = rules.automation.automatic_move
    acting = next((mine for mine in asked if move(view, {mine.order.name: mine.value})), None)
    return MyOrders(each, acting) if each else None
