"""Signals of accounts. The games connect to them, so that accounts need not import the games."""

from django.dispatch import Signal

user_erasing = Signal()
"""Sent with ``user`` in the transaction that erases them, before any deletion. If ``words``, delete their texts."""

exporting = Signal()
"""Sent with ``user``: each receiver returns a list of :class:`accounts.privacy.data_export.format.Part`."""

token_revoked = Signal()
"""Sent with ``user``, the primary key of the token's owner, when a token is revoked."""

access_revoked = Signal()
"""Sent with ``user`` in the transaction that ends all access to their account except by its new password."""

friendship_changed = Signal()
"""Sent with ``friendship`` in the transaction that creates or accepts a request."""

reserving_names = Signal()
"""Sent in each language; each receiver returns names to reserve in that language."""
