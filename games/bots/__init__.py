"""Bots: users' own computer players, with accounts and pages; they move through a webhook or the API."""
