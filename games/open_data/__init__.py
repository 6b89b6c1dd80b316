"""Open data: monthly downloads of finished public games as records without names."""
