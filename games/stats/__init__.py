"""Statistics: results, punctuality, ratings, and charts of them."""
