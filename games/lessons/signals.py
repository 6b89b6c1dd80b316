"""Receivers: on sign-in, move a visitor's finished lessons into the account."""

from django.contrib.auth.signals import user_logged_in

from games.lessons.progress import move_into_account

user_logged_in.connect(move_into_account)
