"""Replacements for Django's date formats, used only in the lists of the admin."""
