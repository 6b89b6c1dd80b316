"""Checks of what a user types: characters, names, time zones. Below the models, whose fields use them."""
