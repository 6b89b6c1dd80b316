"""Loads templates without indentation and without lines that contain only control tags.

These would make every page 50 % larger and slower to render. Django's cached loader wraps the loaders here, so each
process condenses a template once. Other line breaks stay, because browsers render them as white space. With DEBUG,
lines of control tags stay too, so that line numbers in errors match the file.
"""

import re

from django.template import Origin
from django.template.loaders import app_directories, filesystem

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
CONTROL_LINE = re.compile(
    r"""
    ^(?:
        \{%[ ]
        (?:
            (?:extends|load|comment|endcomment|if|elif|else|endif|for|empty|endfor|with|endwith)\b (?:(?!%\}).)*
            | (?!cycle\b|block) (?:(?!%\}).)* [ ]as[ ]\w+[ ]
        )
        %\} [ \t]*
    )+\n
    """,
    re.MULTILINE | re.VERBOSE,
)
"""A line of tags that render nothing themselves, but load, choose, repeat, or assign a variable.

Block tags are excluded: a block can be rendered after text in another file, and the line break separates them.
"""


def condensed(name: str, source: str, *, debug: bool) -> str:
    """Return an HTML template without indentation and, unless ``debug``, without lines of control tags.

    The tags themselves are kept. Other sources are unchanged.
    """
    if not name.endswith(".html"):
        return source
    source = INDENTATION.sub("", source)
    return source if debug else CONTROL_LINE.sub(lambda line: line[0].rstrip(), source)


class FilesystemLoader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return condensed(origin.name, super().get_contents(origin), debug=self.engine.debug)


class AppDirectoriesLoader(app_directories.Loader):
    def get_contents(self, origin: Origin) -> str:
        return condensed(origin.name, super().get_contents(origin), debug=self.engine.debug)
