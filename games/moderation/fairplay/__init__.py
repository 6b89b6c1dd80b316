"""Fair play: unusual patterns become hints for moderators, with their evidence, and have no other consequence.

Each detector yields ``findings.Finding`` objects; ``sweep`` stores them as hints, which expire within 30 days. Evidence
consists of facts visible to everyone at the tables, and of connection traces (accounts/auth/connection_traces.py) as
numbers of days.
"""
