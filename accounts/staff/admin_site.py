"""Django's admin with our door: staff come in with a second step, through the same sign-in page as everybody."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, update_wrapper
from typing import Any, TypeVar, cast

from django.contrib.admin import AdminSite
from django.contrib.admin.options import TO_FIELD_VAR
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.auth.guards import at_work, way_to_work
from accounts.staff import saved_lists

View = TypeVar("View", bound=Callable[..., Any])


class BackOffice(AdminSite):
    """To staff who have not taken a second step lately it shows where to; to others who are signed in, nothing."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Every page asks this."""
        return at_work(request)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """With what saves a list and puts it away."""
        views = (saved_lists.save, saved_lists.put_away)
        save, put_away = (self.admin_view(require_POST(partial(view, self))) for view in views)
        return [
            path("lists/", save, name="save_list"),
            path("lists/<int:pk>/put-away/", put_away, name="put_list_away"),
            *super().get_urls(),
        ]

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Whoever may not come in is told what is missing, at the address that he asked for."""
        inside = super().admin_view(view, cacheable)

        def door(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if not self.has_permission(request):
                return way_to_work(request)
            if _names_no_field(request):
                raise SuspiciousOperation("an empty name of a field")
            return inside(request, *args, **kwargs)

        return cast(View, update_wrapper(door, inside))

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is but one page to sign in, with one set of limits."""
        return redirect(reverse("admin:index")) if self.has_permission(request) else way_to_work(request)


def _names_no_field(request: HttpRequest) -> bool:
    """Whether the parameter that names a key field is there and empty, to which Django's admin has no answer."""
    return "" in (request.GET.get(TO_FIELD_VAR), request.POST.get(TO_FIELD_VAR))
