"""URLs of the settings page, and of the switches for colours and language."""

from django.urls import path

from accounts.profile import views

urlpatterns = [
    path("settings/", views.preferences, name="settings"),
    path("settings/name/", views.choose_name, name="choose-name"),
    path("settings/theme/", views.theme, name="theme"),
    path("settings/language/", views.language, name="language"),
]
