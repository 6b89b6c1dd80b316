"""Template filters for the Review's pages: chances and points as numbers."""

from django import template

from accounts.i18n import lists

register = template.Library()


@register.filter
def chance(share: float) -> str:
    """Return a chance to win (0 to 1) as a percentage: “43.1%”."""
    return lists.exact_percent(share)


@register.filter
def gain(points: float) -> str:
    """Return percentage points of a chance, with sign: “+4.1”, “−6.2”."""
    return lists.decimal(points, signed=True)


@register.filter
def tenths(points: float) -> str:
    """Return percentage points of a chance, without a plus sign: “33.3”."""
    return lists.decimal(points)


@register.filter
def rate(points: float) -> str:
    """Return an error rate in percentage points lost per decision: “0.88”."""
    return lists.decimal(points, 2)


@register.filter
def points(share: float) -> float:
    return 100 * share


@register.filter
def whole(value: float) -> str:
    """Return an axis tick without needless decimals: “20”, “0.5”."""
    return lists.decimal(value, 0) if value == round(value) else lists.decimal(value)
