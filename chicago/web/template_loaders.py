"""Loads templates without what only their readers need: indentation, and the lines that hold nothing but control tags.

They would make every page half as large again, and slower to render. Django's cached loader wraps these, so it happens
once per template and process. Other line breaks stay: browsers render them as white space. With DEBUG the lines of
control tags stay too, so that line numbers in errors are those of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.template import Origin
from django.template.loaders import app_directories, filesystem
from jinja2 import Environment, FileSystemLoader

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
CONTROL_LINE = re.compile(
    r"""
    ^(?:
        \{%[ ]
        (?:
            (?:extends|load|comment|endcomment|if|elif|else|endif|for|empty|endfor|with|endwith|from|macro|endmacro|set)\b
                (?:(?!%\}).)*
            | (?!cycle\b|block) (?:(?!%\}).)* [ ]as[ ]\w+[ ]
        )
        %\} [ \t]*
    )+\n
    """,
    re.MULTILINE | re.VERBOSE,
)
"""A line of tags that render nothing themselves: they load, choose, repeat, or assign a variable.

A block is none of these: what stands before the one that fills it is in another file.
"""

JINJA_COMMENT = re.compile(r"\{#.*?#\}\n?", re.DOTALL)


def condensed(name: str, source: str, *, debug: bool) -> str:
    """Returns the source of an HTML template without indentation and, unless ``debug``, without lines of control tags.

    The tags stay; it is their line breaks that go. Other sources are unchanged.
    """
    if not name.endswith(".html"):
        return source
    source = INDENTATION.sub("", source)
    return source if debug else CONTROL_LINE.sub(lambda line: line[0].rstrip(), source)


class FilesystemLoader(filesystem.Loader):
    """Django's loader for the folders in ``DIRS``."""

    def get_contents(self, origin: Origin) -> str:
        """Returns the condensed source. Raises TemplateDoesNotExist."""
        return condensed(origin.name, super().get_contents(origin), debug=self.engine.debug)


class AppDirectoriesLoader(app_directories.Loader):
    """Django's loader for the folders ``templates`` of the apps."""

    def get_contents(self, origin: Origin) -> str:
        """Returns the condensed source. Raises TemplateDoesNotExist."""
        return condensed(origin.name, super().get_contents(origin), debug=self.engine.debug)


class FragmentLoader(FileSystemLoader):
    """Jinja's loader, for ``fragments/``."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Returns the condensed source, its path, and whether it is still that. Raises TemplateNotFound."""
        source, path, is_current = super().get_source(environment, template)
        return condensed(template, JINJA_COMMENT.sub("", source), debug=environment.auto_reload), path, is_current
