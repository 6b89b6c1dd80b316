"""The admin of users, groups, addresses and programs."""
