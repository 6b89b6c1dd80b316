"""How a user wants to be told: the question that asks, and a guest's address for notices."""
