"""URLs of the privacy page."""

from django.urls import path

from games.privacy import views

urlpatterns = [path("privacy/", views.privacy, name="privacy")]
