"""What accounts tells the rest of the site. Others connect to these, so that accounts needs to know none of them."""

from django.dispatch import Signal

leaving = Signal()
"""Sent with ``user`` in the transaction that erases this person, while all is still there; with ``words``, whether
what he has written to others goes too."""

exporting = Signal()
"""Sent with ``user``: whoever listens answers with a list of :class:`accounts.exported.Part`, what he keeps of him."""

befriending = Signal()
"""Sent with ``friendship`` in the transaction in which somebody asks another to be friends, or one agrees."""
