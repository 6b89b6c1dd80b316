"""What has become of people's games: results, punctuality, ratings, and the plots of them. Knows no page."""
