"""A game as one viewer may see it, as text and as data: for pages, mails, the API and screen readers."""
