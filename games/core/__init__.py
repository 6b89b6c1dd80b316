"""What every room of the site may use: who may see a table, its stored state, seats by link, notices to enqueue."""
