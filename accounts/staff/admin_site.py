"""Django's admin behind MFA, with the sign-in page of all users."""

from collections.abc import Callable
from functools import partial, update_wrapper
from typing import Any, TypeVar, cast

from django.contrib.admin import AdminSite
from django.contrib.admin.options import TO_FIELD_VAR
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.decorators import method_decorator
from django.utils.text import capfirst
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.access.guards import is_verified_staff, redirect_to_staff_login
from accounts.staff import saved_lists

View = TypeVar("View", bound=Callable[..., Any])


class BackOfficeSite(AdminSite):
    """The admin. Asks staff for a second factor without a recent one; other signed-in users get 404."""

    enable_nav_sidebar = False
    """Disabled, because the site's header links to the lists."""

    def has_permission(self, request: HttpRequest) -> bool:
        return is_verified_staff(request)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        views = (saved_lists.save, saved_lists.delete)
        save, delete = (self.admin_view(require_POST(partial(view, self))) for view in views)
        return [
            path("lists/", save, name="save_list"),
            path("lists/<int:pk>/put-away/", delete, name="delete_saved_list"),
            *super().get_urls(),
        ]

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Decorate a view to redirect users without permission to sign-in or to the missing second factor."""
        inside = super().admin_view(view, cacheable)

        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if not self.has_permission(request):
                return redirect_to_staff_login(request)
            # Django's admin fails on an empty value.
            if "" in (request.GET.get(TO_FIELD_VAR), request.POST.get(TO_FIELD_VAR)):
                raise SuspiciousOperation("an empty name of a field")
            return inside(request, *args, **kwargs)

        return cast(View, update_wrapper(wrapped, inside))

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return Django's list of apps, with this site's names for the lists."""
        apps = super().get_app_list(request, app_label)
        for app in apps:
            for each in app["models"]:
                each["name"] = capfirst(getattr(self.get_model_admin(each["model"]), "plural", "") or each["name"])
        return apps

    def app_index(self, request: HttpRequest, app_label: str, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the first page, which has all lists. Raise `Http404` if the user can see no list of this app."""
        if not self.get_app_list(request, app_label):
            raise Http404
        return redirect(f"{reverse('admin:index')}#board-all")

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the site's only sign-in page, so that its rate limits apply, or to the admin if signed in."""
        return redirect(reverse("admin:index")) if self.has_permission(request) else redirect_to_staff_login(request)
