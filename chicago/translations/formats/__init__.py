"""Django's own date formats, used only in the lists of the back office."""
