"""Lessons: short fixed games that teach, played on the real board by the real rules. No table, no account."""
