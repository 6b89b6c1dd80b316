"""The table page, and every view that answers with it."""
