"""URLs of the open data."""

from django.urls import path

from games.open_data import views

urlpatterns = [
    path("open-data/", views.open_data, name="open-data"),
    path("open-data/<slug:month>.jsonl.gz", views.download, name="open-data-file"),
]
