"""Computer players from outside: programs of users, their accounts, pages, and moves by webhook."""
