"""URLs of the API, and of the page that describes it."""

from django.urls import path

from games.api.description import api
from games.api.reference import api_reference

urlpatterns = [path("api/v1/", api.urls), path("api-reference/", api_reference, name="api-reference")]
