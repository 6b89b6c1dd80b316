"""Loads templates without their indentation, which would double the size of every page.

Django's cached loader wraps these, so it happens once per template and process. Line breaks stay: browsers render them
as white space, and line numbers in errors are those of the file.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import app_directories, filesystem

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


def without_indentation(name: str, source: str) -> str:
    """Returns the source of an HTML template without indentation; other sources unchanged."""
    return INDENTATION.sub("", source) if name.endswith(".html") else source


class FilesystemLoader(filesystem.Loader):
    """Django's loader for the folders in ``DIRS``."""

    def get_contents(self, origin: Origin) -> str:
        """Returns the source without its indentation. Raises TemplateDoesNotExist."""
        return without_indentation(origin.name, super().get_contents(origin))


class AppDirectoriesLoader(app_directories.Loader):
    """Django's loader for the folders ``templates`` of the apps."""

    def get_contents(self, origin: Origin) -> str:
        """Returns the source without its indentation. Raises TemplateDoesNotExist."""
        return without_indentation(origin.name, super().get_contents(origin))
