"""Open data: every month's finished public games as records without names, for download."""
