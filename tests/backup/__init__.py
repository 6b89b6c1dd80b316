"""Backups, point-in-time recovery, the replica, PgBouncer, full disks."""
