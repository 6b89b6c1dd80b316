"""Code shared by the modules of ``games.play.acts``."""
