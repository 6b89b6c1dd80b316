"""Jinja's environment for ``templates/fragments``, which are fetched again after each move (docs/decisions/0015).

The templates have the filters of the site's template tag libraries, Django's translations, and the globals below.
"""

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.template import defaultfilters
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from chicago.web.template_loaders import INDENTATION

CONTROL_LINE = re.compile(
    r"""
    ^(?:
        \{%[ ] (?:extends|from|if|elif|else|endif|for|endfor|with|endwith|set|macro)\b (?:(?!%\}).)* -?%\} [ \t]*
    )+\n
    """,
    re.MULTILINE | re.VERBOSE,
)
COMMENT = re.compile(r"\{#.*?#\}\n?", re.DOTALL)
FILTERS = (defaultfilters.json_script, defaultfilters.truncatechars)
"""Django filters that Jinja lacks."""


def environment(**options: Any) -> Environment:
    """Return the environment, with the options that Django passes to a Jinja environment."""
    options["loader"] = CondensedLoader(options["loader"].searchpath)
    options["undefined"] = ChainableUndefined  # like Django's templates
    made = Environment(**options, extensions=["jinja2.ext.i18n"])
    made.filters.update({each.__name__: each for each in FILTERS})
    for path in settings.TEMPLATE_LIBRARIES.values():
        made.filters.update(import_module(path).register.filters)
    made.globals.update(url=_url, static=cache(static), own=_own)
    made.install_gettext_callables(  # type: ignore[attr-defined]  # from the extension
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    return made


@pass_context
def _own(context: Context, name: str, **more: object) -> Markup:
    """Return a fragment that differs by viewer, or its ``placeholder`` in a page rendered once for many viewers."""
    if placeholder := context.get("placeholder"):
        return Markup(placeholder % name)  # a name from a template
    return Markup(context.environment.get_template(name).render(context.get_all(), **more))  # escaped


def _url(name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)


class CondensedLoader(FileSystemLoader):
    """Loads templates without comments, indentation and (unless DEBUG is on) lines that render nothing."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return the condensed source, its path, and a function that returns whether the source is up to date.

        Raise `TemplateNotFound` if the template does not exist.
        """
        source, path, is_current = super().get_source(environment, template)
        source = INDENTATION.sub("", source)
        if not settings.DEBUG:
            source = CONTROL_LINE.sub(lambda line: line[0].rstrip(), COMMENT.sub("", source))
        return source, path, is_current
