"""Access control: rate limits, restrictions, guards."""
