"""The database backend of the tests on PostgreSQL."""
