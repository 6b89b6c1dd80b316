"""Learn from your mistakes: costly decisions of a Review, tried again."""
