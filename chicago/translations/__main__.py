"""``python -m chicago.translations``: compile changed catalogues, as ``make play`` does at its start."""

from chicago.translations.catalogues import compile_changed

if __name__ == "__main__":
    compile_changed()
