"""The pages about people themselves; signing in and up and all around mail addresses and passwords is allauth's."""
