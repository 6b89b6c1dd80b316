"""URLs of account pages, one file per package."""

from django.urls import include, path

ROOMS = ("profile", "privacy", "auth", "tokens", "oauth", "mail", "staff")

urlpatterns = [path("", include(f"accounts.{room}.urls")) for room in ROOMS]
