"""Backups of the database: made while the site runs, verified, and refused by a restore if damaged.

A backup is a folder with a dump, ``manifest.json`` (a summary of the dump) and ``SHA256SUMS``. It contains the
whole database, including cards and secrets, so only its owner may read it.
"""


class BackupError(Exception):
    """A failed backup or restore. The message is a sentence for the operator."""
