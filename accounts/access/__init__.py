"""Access to pages: rate limits, restrictions, guards."""
