"""Fair play: unusual patterns become hints for moderators, with their evidence. They have no other consequence.

Each module detects one pattern and yields a ``findings.Finding``; ``sweep`` stores findings as hints, which are
deleted after 30 days. Evidence consists of facts visible to everyone at the tables, and of connection traces
(accounts/auth/connection_traces.py) as numbers of days.
"""
