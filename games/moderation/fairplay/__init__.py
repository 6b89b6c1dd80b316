"""Fair play watch: what looks unusual becomes a hint for moderators, with its evidence. Nothing else follows from it.

Each module looks for one thing and yields a ``findings.Finding``; ``sweep`` stores findings as hints, which are deleted
after 30 days. Evidence is made of what everybody at the tables could see, and of connection traces
(accounts/auth/connection_traces.py) as numbers of days.
"""
