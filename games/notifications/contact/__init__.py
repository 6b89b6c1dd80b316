"""How a user wants to get notices: the question, and a guest's address."""
