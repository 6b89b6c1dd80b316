"""Learn from your mistakes: costly decisions in a Review, to be tried again."""
