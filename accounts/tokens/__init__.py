"""Personal tokens: creating, finding and revoking them, and their page."""
