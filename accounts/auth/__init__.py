"""Sign-in, sign-up, passwords, second factors, sessions, guests."""
