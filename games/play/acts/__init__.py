"""The functions that change games, one module per kind. They import ``games.play.core``, but never one another."""
