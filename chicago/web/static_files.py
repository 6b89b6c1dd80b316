"""The storage of collected static files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any

import rcssmin
import rjsmin
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


def _minified_sheet(content: bytes) -> bytes:
    """Return a style sheet without comments and spaces.

    rcssmin mistakes a layer for a rule and joins ``a :b`` in it to ``a:b``, so layers are passed as media queries.
    """
    shown = re.sub(rb"@layer (\w+) \{", rb"@media layer-\1 {", content)
    return bytes(re.sub(rb"@media layer-(\w+)", rb"@layer \1", rcssmin.cssmin(shown)))


MINIFIERS: dict[str, Callable[[bytes], bytes]] = {".css": _minified_sheet, ".js": rjsmin.jsmin}
"""Minifiers by suffix, which only remove comments and spaces."""

SHEET_IMPORT = re.compile(rb'@import url\("([^"]+)"\)(?: layer\(([a-z]+)\))?;')
"""The only form of import in our style sheets."""

MODULE_IMPORT = re.compile(rb'^import (?:\{([^}]+)\} from )?"(\.[^"]+)";$', re.MULTILINE)
MODULE_EXPORT = re.compile(rb"^export (?=(?:const|(?:async )?function) ([\w$]+))", re.MULTILINE)
"""The only forms of imports and exports in our scripts."""


class MinifiedStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, with files that are joined and minified before they are hashed and compressed.

    A style sheet with its imported components, or a script with its modules, is sent as one file: otherwise a browser
    would request each import only after the first file.
    """

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join, minify, hash and compress ``paths``: the storage and path of each collected file, by name."""

        def read(name: str) -> bytes:
            storage, path = paths[name]
            with storage.open(path) as file:
                return bytes(file.read())

        opened = {name: (_Sent(name, read), path) for name, (_storage, path) in paths.items()}
        yield from super().post_process(opened, dry_run, **options)


class _Sent:
    """Replaces a file's storage: opens the file's joined and minified content."""

    def __init__(self, name: str, read: Callable[[str], bytes]) -> None:
        self._name, self._read = name, read

    def open(self, _path: str) -> ContentFile[bytes]:
        return ContentFile(minified(self._name, joined(self._name, self._read)))


def joined(name: str, read: Callable[[str], bytes]) -> bytes:
    """Return a file with its imports. ``read`` returns the content of a file by name.

    Raise `KeyError` if an imported file is missing, `ValueError` if modules import each other.
    """
    if name.endswith(".css"):
        return _joined_sheet(name, read)
    return _joined_script(name, read) if name.endswith(".js") else read(name)


def _joined_sheet(name: str, read: Callable[[str], bytes]) -> bytes:
    """Return a style sheet with its imported components inserted in their layers."""

    def component(found: re.Match[bytes]) -> bytes:
        content = _joined_sheet(_beside(name, found[1]), read)
        return b"@layer %s {\n%s}\n" % (found[2], content) if found[2] else content

    return SHEET_IMPORT.sub(component, read(name))


def _joined_script(name: str, read: Callable[[str], bytes]) -> bytes:
    """Return a script after its imported modules, which become functions that return their exports."""
    *modules, _script = _in_order(name, read)
    variables = {module: b"module%d" % number for number, module in enumerate(modules)}

    def linked(importer: str) -> bytes:
        def names(found: re.Match[bytes]) -> bytes:
            return b"const {%s} = %s;" % (found[1], variables[_beside(importer, found[2])]) if found[1] else b""

        return MODULE_IMPORT.sub(names, read(importer))

    functions = [b"const %s = %s;\n" % (variables[module], _as_function(linked(module))) for module in modules]
    return b"".join(functions) + linked(name)


def _in_order(name: str, read: Callable[[str], bytes], importers: tuple[str, ...] = ()) -> list[str]:
    """Return the names of all modules imported by a script, each after its own imports, and then the script.

    Raise `ValueError` if modules import each other.
    """
    if name in importers:
        raise ValueError(f"{name} and {importers[-1]} import each other")
    imported = [_beside(name, found[2]) for found in MODULE_IMPORT.finditer(read(name))]
    modules = [module for each in imported for module in _in_order(each, read, (*importers, name))]
    return [*dict.fromkeys(modules), name]


def _as_function(module: bytes) -> bytes:
    """Return an expression that runs a module once and returns its exports."""
    exports = b", ".join(found[1] for found in MODULE_EXPORT.finditer(module))
    return b"(() => {\n%s\nreturn { %s };\n})()" % (MODULE_EXPORT.sub(b"", module), exports)


def _beside(name: str, path: bytes) -> str:
    """Resolve ``path`` relative to the file ``name``, and return the file's name."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path.decode()))


def minified(name: str, content: bytes) -> bytes:
    """Return ``content``, minified according to the suffix of ``name`` unless the name contains ``.min.``."""
    minify = next((MINIFIERS[suffix] for suffix in MINIFIERS if name.endswith(suffix)), None)
    return content if minify is None or ".min." in name else bytes(minify(content))
