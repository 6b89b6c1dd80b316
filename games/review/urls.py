"""URLs of Reviews."""

from django.urls import path

from games.review import play_on_views

urlpatterns = [
    path("games/<slug:table>/review/play-on/<int:number>/", play_on_views.play_on_from, name="review-play-on"),
]
