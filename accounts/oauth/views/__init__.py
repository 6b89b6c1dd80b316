"""Views of OAuth: the pages on which people decide, the endpoints of programs, and the list of programs."""
