"""Validation of user input: characters, names and time zones. Below the models, which use it."""
