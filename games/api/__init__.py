"""The public API at /api/v1/: JSON for programs that act for a user by a token.

It calls the write path (``games.play``) and the same redacted views as the pages. One file per group of endpoints.
"""
