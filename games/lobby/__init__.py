"""The front page, the user's tables, the lobby, joining and invitations, pairing, practice, and the rules pages."""
