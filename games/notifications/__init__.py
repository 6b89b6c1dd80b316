"""How people are told: the outbox, and each channel by which a notice goes out."""
