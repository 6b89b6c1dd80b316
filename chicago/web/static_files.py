"""Storage of the collected static files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import rcssmin
import rjsmin
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

MINIFIERS: dict[str, Callable[[bytes], bytes]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
"""By suffix: what leaves out comments and spaces, and changes nothing else."""


class MinifiedStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, whose hashed copies of style sheets and scripts are minified before they are compressed."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Minifies, hashes and compresses ``paths``: the storage and path of each collected file, by its name."""
        opened = {name: (_Minified(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(opened, dry_run, **options)


class _Minified:
    """The files of ``storage``, each minified as it is opened."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> ContentFile[bytes]:
        with self._storage.open(path) as file:
            return ContentFile(minified(path, file.read()))


def minified(name: str, content: bytes) -> bytes:
    """Returns ``content`` minified by what the name ends in; unchanged if there is nothing to do."""
    minify = next((MINIFIERS[suffix] for suffix in MINIFIERS if name.endswith(suffix)), None)
    if minify is None or ".min." in name:
        return content
    return bytes(minify(content))
