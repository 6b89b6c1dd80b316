"""Tables for staff: everything to be found and read, hidden cards hidden, nothing of a game to be changed by hand."""
