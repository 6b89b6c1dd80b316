"""Code shared by the other packages: access to tables, their stored state, seat links in mails, enqueueing notices."""
