"""OAuth 2 for programs of others: allauth's identity provider, with this site's scopes, pages and limits."""
