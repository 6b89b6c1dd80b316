"""The public API at /api/v1/: JSON for programs that act for a user with a token."""
