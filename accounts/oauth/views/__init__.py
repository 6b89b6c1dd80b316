"""Views of OAuth: the consent pages, the endpoints for programs, and the list of programs."""
