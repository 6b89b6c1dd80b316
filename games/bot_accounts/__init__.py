"""Computer players from outside, as their owner sees and changes them: page, token, address, and what went wrong."""
