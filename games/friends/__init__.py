"""Friends and blocks: their page and notices."""
