"""Statistics: results, punctuality and ratings, with charts."""
