"""Computer players from outside: accounts that a person owns and a program of theirs plays."""
