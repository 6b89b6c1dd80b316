"""Personal tokens: making, recognising and revoking them, and the page for it."""
