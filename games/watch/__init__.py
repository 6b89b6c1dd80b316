"""Fair play watch: what looks unusual becomes a hint for moderators, with its evidence. Nothing else follows from it.

Each module looks for one thing and yields what it finds (``findings.Finding``); ``looking`` keeps that as rows, which
go again after 30 days. Evidence is made of what everybody at the tables could see, and of traces (accounts/traces.py)
as numbers of days.
"""
