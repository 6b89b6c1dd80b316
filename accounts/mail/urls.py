"""URLs about mails that bounced."""

from django.urls import path

from accounts.mail import views

urlpatterns = [path("settings/mail-again/", views.try_again, name="mail-again")]
