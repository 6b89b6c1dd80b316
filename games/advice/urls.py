"""URLs of hints."""

from django.urls import path

from games.advice import views

urlpatterns = [path("games/<slug:table>/hint/", views.hint, name="hint")]
