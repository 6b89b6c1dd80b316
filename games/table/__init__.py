"""The table page, and all views whose response is the table."""
