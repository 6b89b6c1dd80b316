"""Screenshots of the site's pages, for comparing two commits."""

from datetime import UTC, datetime

NOW = datetime(2026, 3, 4, 10, 30, tzinfo=UTC)
"""The fixed time of the site and of the browser."""
