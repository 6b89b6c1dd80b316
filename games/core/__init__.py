"""Code shared by all rooms: access to tables, their stored state, seat links in mails, and enqueueing notices."""
