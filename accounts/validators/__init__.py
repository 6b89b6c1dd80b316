"""Validation of user input: characters, names and time zones. It must not import the models, which use it."""
