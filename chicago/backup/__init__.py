"""Backups of the database, made while the site runs. A restore verifies them first, and refuses damaged ones.

A backup is a folder with a dump, ``manifest.json`` (a summary of the dump) and ``SHA256SUMS``. It contains the
whole database, including cards and secrets, so only its owner may read it.
"""


class BackupError(Exception):
    """Raised if a backup or a restore fails. The message is a sentence for the operator."""
