"""Shared by all rooms: access to tables, their stored state, seats opened by mail links, notices to enqueue."""
