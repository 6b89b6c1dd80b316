"""What accounts tells the rest of the site. Others connect to these, so that accounts needs to know none of them."""

from django.dispatch import Signal

leaving = Signal()
"""Sent with ``user`` in the transaction that deletes this person, just before the row goes."""
