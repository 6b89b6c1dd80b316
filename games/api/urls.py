"""URLs of the API: one router per group of endpoints."""

from django.urls import path

from games.api.description import api

urlpatterns = [path("api/v1/", api.urls)]
