"""Signals of accounts. The games connect to them, so that accounts does not import the games."""

from django.dispatch import Signal

user_erasing = Signal()
"""Sent with ``user`` in the transaction that erases them, before anything is deleted; ``words``: whether the texts
that they wrote to others are deleted too."""

exporting = Signal()
"""Sent with ``user``: each receiver returns a list of :class:`accounts.privacy.data_export.format.Part`."""

token_revoked = Signal()
"""Sent with ``user``, the key of its owner, once a token is revoked."""

access_revoked = Signal()
"""Sent with ``user`` in the transaction that ends all access to their account but by its new password."""

friendship_changed = Signal()
"""Sent with ``friendship`` in the transaction that creates a request or accepts one."""

reserving_names = Signal()
"""Sent in each language: each receiver returns reserved names in it."""
