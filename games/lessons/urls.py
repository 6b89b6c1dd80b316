"""URLs of lessons."""

from django.urls import path

from games.lessons import views

urlpatterns = [
    path("lessons/", views.default_lessons, name="lessons-home"),
    path("lessons/<slug:variant>/", views.lessons, name="lessons"),
    path("lessons/<slug:variant>/<slug:name>/", views.lesson, name="lesson"),
]
