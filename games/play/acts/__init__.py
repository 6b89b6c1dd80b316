"""The acts that change games, one file per kind. They import the core of the write path, but never one another."""
