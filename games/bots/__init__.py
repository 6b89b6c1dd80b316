"""Bots: the computer players of users, with accounts, pages, and moves by webhook or API."""
