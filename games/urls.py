"""URLs of the games, one file per package."""

from django.urls import include, path

ROOMS = (
    "lobby",
    "table",
    "chat",
    "replay",
    "review",
    "lessons",
    "notifications",
    "vacations",
    "friends",
    "stats",
    "moderation",
    "privacy",
    "open_data",
    "bots",
    "api",
)

urlpatterns = [path("", include(f"games.{room}.urls")) for room in ROOMS]
