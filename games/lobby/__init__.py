"""Open tables: the lobby, joining, invitations, practice, playing a stranger."""
