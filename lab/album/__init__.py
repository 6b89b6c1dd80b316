"""Screenshots of the site's pages, to compare two commits."""

from datetime import UTC, datetime

NOW = datetime(2026, 3, 4, 10, 30, tzinfo=UTC)
