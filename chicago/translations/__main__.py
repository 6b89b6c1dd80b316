"""``python -m chicago.translations``: compiles changed catalogues, like the start of ``make play``."""

from chicago.translations.catalogues import compile_changed

if __name__ == "__main__":
    compile_changed()
