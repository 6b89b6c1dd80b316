"""Open data: each month the finished public games as records without names, for public download."""
