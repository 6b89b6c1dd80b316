"""Who may open which page: rate limits, restrictions, guards."""
