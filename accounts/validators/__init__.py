"""Validation of user input: characters, names and time zones. Must not import the models, which import it."""
