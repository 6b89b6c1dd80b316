"""How Django writes dates where it does so itself, which is in the back office's lists."""
