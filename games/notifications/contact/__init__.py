"""The question of how a user wants to be notified, and a guest's address for notifications."""
