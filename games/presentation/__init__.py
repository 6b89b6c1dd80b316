"""A game as one viewer may see it, in words and data: for pages, mails, the API and screen readers."""
