"""URLs of Reviews, of playing on and trying mistakes again, and of users' luck and skill."""

from django.urls import path

from games.review import views
from games.review.mistakes import views as mistakes
from games.review.play_on import views as play_on
from games.review.skill import views as skill

urlpatterns = [
    path("games/<slug:table>/review/", views.review, name="review"),
    path("games/<slug:table>/review/why-lost/", views.why_lost, name="why-lost"),
    path("people/<str:username>/skill/", skill.skill, name="skill"),
    path("settings/skill/", skill.show_skill, name="show-skill"),
    path("games/<slug:table>/review/play-on/<int:number>/", play_on.play_on_from, name="review-play-on"),
    path("games/<slug:table>/review/mistakes/", mistakes.mistakes, name="review-mistakes"),
    path("games/<slug:table>/review/mistakes/<int:number>/", mistakes.mistake, name="review-mistake"),
]
