"""Data export and erasure of an account."""
