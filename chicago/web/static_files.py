"""Storage of the collected static files."""

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

    rcssmin takes a layer for a rule and joins the ``a :b`` in it to ``a:b``: for it, a layer is a media query.
    """
    shown = re.sub(rb"@layer (\w+) \{", rb"@media layer-\1 {", content)
    return bytes(re.sub(rb"@media layer-(\w+)", rb"@layer \1", rcssmin.cssmin(shown)))


MINIFIERS: dict[str, Callable[[bytes], bytes]] = {".css": _minified_sheet, ".js": rjsmin.jsmin}
"""By suffix: what leaves out comments and spaces, and changes nothing else."""

IMPORT = re.compile(rb'@import url\("([^"]+)"\)(?: layer\(([a-z]+)\))?;')
"""The only way in which our style sheets import their components."""


class MinifiedStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, whose hashed copies are joined and minified before they are compressed.

    A style sheet that imports components is sent as one file: a browser would ask for each after it has the sheet.
    """

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join, minify, hash and compress ``paths``: the storage and path of each collected file, by its name."""

        def read(name: str) -> bytes:
            storage, path = paths[name]
            with storage.open(path) as file:
                return bytes(file.read())

        opened = {name: (_Sent(name, read), path) for name, (_storage, path) in paths.items()}
        yield from super().post_process(opened, dry_run, **options)


class _Sent:
    """In place of the storage of one file: what is opened is the file as it is sent."""

    def __init__(self, name: str, read: Callable[[str], bytes]) -> None:
        self._name, self._read = name, read

    def open(self, _path: str) -> ContentFile[bytes]:
        content = joined(self._name, self._read) if self._name.endswith(".css") else self._read(self._name)
        return ContentFile(minified(self._name, content))


def joined(name: str, read: Callable[[str], bytes]) -> bytes:
    """Return a style sheet with its imported components in place, each in its layer.

    Raise `KeyError` if there is no such component. ``read`` returns the content of a file by its name.
    """

    def component(found: re.Match[bytes]) -> bytes:
        content = joined(posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1].decode())), read)
        return b"@layer %s {\n%s}\n" % (found[2], content) if found[2] else content

    return IMPORT.sub(component, read(name))


def minified(name: str, content: bytes) -> bytes:
    """Return ``content`` minified according to the ending of the name; unchanged for other files."""
    minify = next((MINIFIERS[suffix] for suffix in MINIFIERS if name.endswith(suffix)), None)
    if minify is None or ".min." in name:
        return content
    return bytes(minify(content))
