"""Receivers: on sign-in, lessons done as a visitor move into the account."""

from django.contrib.auth.signals import user_logged_in

from games.lessons.progress import move_into_account

user_logged_in.connect(move_into_account)
