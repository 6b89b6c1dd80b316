"""Lists of the admin that are as fast with a million rows as with a thousand.

Large numbers of rows are estimated, only the first rows are paged, and only short lists can be sorted by any column.
Exact names of tables and users are looked up by index before any other search.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from math import ceil
from operator import or_
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.models.pagination import Count, bounded_count
from accounts.staff.row_pages import RowPages

MOST = 1000
"""The maximum number of rows that are counted, paged through and sorted."""


class LargeListPaginator(Paginator):
    """Pages of the first ``MOST`` rows, with the number of all rows."""

    object_list: Any

    @cached_property
    def total(self) -> Count:
        return bounded_count(self.object_list, MOST)

    @property
    def count(self) -> int:
        return self.total.number

    @cached_property
    def num_pages(self) -> int:
        """The number of pages that can be opened; further rows need a filter."""
        return max(1, ceil(min(self.count, MOST) / self.per_page))


class LargeChangeList(ChangeList):
    """Ignores the order requested in the URL if the list is long."""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        if ORDER_VAR in self.params:
            found, _may_repeat = self.model_admin.get_search_results(request, queryset, self.query)
            if found.order_by()[:MOST].count() == MOST:
                del self.params[ORDER_VAR]
        return super().get_ordering(request, queryset)

    def get_results(self, request: HttpRequest) -> None:
        """Disable sorting by columns if there are many rows."""
        super().get_results(request)
        if self.result_count >= MOST:
            self.sortable_by = ()


class LargeList(RowPages):
    """The base of admins for models that grow with the site, whose rows are ordered by an index."""

    paginator = LargeListPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    """Disabled: facets count each filter's rows in the whole table, for any user who adds ``_facets`` to the URL."""

    search_people: tuple[str, ...] = ()
    """Fields that refer to users, searched first for an exact user name or address: ``pk`` if the rows are users."""

    search_tables: tuple[str, ...] = ()
    """Fields that refer to games, searched first for an exact public ID; may be empty."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "search_help_text" not in cls.__dict__:  # an inherited text describes the searches of the base class
            cls.search_help_text = cls._searched()

    @classmethod
    def _searched(cls) -> Any:
        if cls.search_people and cls.search_tables:
            return _("Name of a person or table, or address of a table")
        return _("Name of a person") if cls.search_people else _("Name or address of a table")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return LargeChangeList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows found by ``named``, otherwise rows that contain the term."""
        if search_term.isprintable() and (named := self.named(search_term.strip())):
            return queryset.filter(named), False
        return super().get_search_results(request, queryset, search_term)

    def named(self, term: str) -> Q | None:
        """Return a condition for rows of the user with this name or address, or None if there is none."""
        return among(self.search_people, _people_named(term)) if self.search_people else None


def among(fields: Iterable[str], keys: Sequence[int]) -> Q | None:
    """Return a condition for rows with one of these keys in one of these fields, or None without keys."""
    return reduce(or_, (Q((f"{field}__in", keys)) for field in fields)) if keys else None


def _people_named(term: str) -> list[int]:
    people = User.objects.filter(username__iexact=term.removeprefix("@")).values_list("pk", flat=True)
    return list(people) or list(EmailAddress.objects.filter(email=term.lower()).values_list("user", flat=True))
