"""URLs of Reviews."""

from django.urls import path

from games.review import mistake_views, play_on_views, skill_views, views

urlpatterns = [
    path("games/<slug:table>/review/", views.review, name="review"),
    path("people/<str:username>/skill/", skill_views.skill, name="skill"),
    path("settings/skill/", skill_views.show_skill, name="show-skill"),
    path("games/<slug:table>/review/play-on/<int:number>/", play_on_views.play_on_from, name="review-play-on"),
    path("games/<slug:table>/review/mistakes/", mistake_views.mistakes, name="review-mistakes"),
    path("games/<slug:table>/review/mistakes/<int:number>/", mistake_views.mistake, name="review-mistake"),
]
