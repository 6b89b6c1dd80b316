"""Notifications: users' preferences, the outbox, and the channels that deliver its notices."""
