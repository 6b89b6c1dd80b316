"""OAuth 2 for third-party programs: allauth's identity provider, with this site's scopes, pages and limits."""
