"""Backups of the database: made while the site runs, checked when made, and refused by a restore if anything is amiss.

A backup is a folder with a dump, ``manifest.json`` (what is in the dump) and ``SHA256SUMS``. It holds everything that
the database holds, cards and secrets too, so only its owner may read it.
"""


class BackupError(Exception):
    """A backup or a restore that can't be done. The message is a sentence for the operator."""
