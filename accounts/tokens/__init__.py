"""Personal tokens: creating, finding and revoking them, and the page for it."""
