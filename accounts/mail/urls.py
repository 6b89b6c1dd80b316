"""The URL that resumes mail after a bounce."""

from django.urls import path

from accounts.mail import views

urlpatterns = [path("settings/mail-again/", views.clear_bounce, name="clear-bounce")]
