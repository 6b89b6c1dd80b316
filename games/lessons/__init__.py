"""Lessons: short, fixed teaching games on the real board with the real rules. No table or account is needed."""
