"""Outside players: programs that know the public API alone, while answers are lost and connections cut."""
