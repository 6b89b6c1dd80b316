"""Partials with declared parameters: templates whose first comment begins with ``Parameters:``.

An ``{% include %}`` of such a partial passes the declared parameters with ``only``; the partial uses no other names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import pytest
from django.template import Engine, Node, NodeList
from django.template.base import FilterExpression, Template, TokenType, Variable
from django.template.defaulttags import CsrfTokenNode, ForNode, WithNode
from django.template.library import SimpleNode
from django.template.loader_tags import IncludeNode
from django.templatetags.i18n import BlockTranslateNode

from tests.site import ROOT

DECLARATION = re.compile(r"\A(?:{% load [^%]*%}\s*)?{% comment %}\s*Parameters: ([^.]*)\.\s")
"""Matches a declaration. ``name`` is required; ``name=""`` is optional and empty by default."""
FOLDERS = (ROOT / "templates", ROOT / "accounts" / "templates")
EVERYWHERE = {"forloop", "True", "False", "None"}
BOUND_BY = ("target_var", "asvar", "varname", "var_name", "variable")
"""The attributes in which tags' nodes store the name after ``as``."""


@dataclass(frozen=True)
class Declared:
    required: frozenset[str]
    optional: frozenset[str]


def names() -> list[str]:
    """Return every HTML template of Django's engine, by the name for ``{% include %}``."""
    found = (path.relative_to(folder).as_posix() for folder in FOLDERS for path in folder.rglob("*.html"))
    return sorted(name for name in found if not name.startswith("fragments/"))


def source(name: str) -> str:
    return next(path for folder in FOLDERS if (path := folder / name).exists()).read_text()


@cache
def parsed(name: str) -> Template:
    return Engine.get_default().get_template(name)


@cache
def declared() -> dict[str, Declared]:
    found = {}
    for name in names():
        if match := DECLARATION.match(source(name)):
            parameters = [] if match[1] == "none" else re.split(r",\s*", match[1])
            assert all(re.fullmatch(r'\w+(="")?', parameter) for parameter in parameters), (name, parameters)
            optional = {each.removesuffix('=""') for each in parameters if each.endswith('=""')}
            found[name] = Declared(frozenset({*parameters} - {f'{each}=""' for each in optional}), frozenset(optional))
    return found


def below(part: Any) -> Iterator[Any]:
    """Yield every node, expression and variable inside a part of a template."""
    yield part
    if isinstance(part, list | tuple | NodeList):
        inside = list(part)
    elif isinstance(part, dict):
        inside = list(part.values())
    elif type(part).__module__.startswith(("django.template", "accounts.", "games.")) and not isinstance(
        part, Template
    ):
        inside = [getattr(part, key, None) for key in (*getattr(part, "__dict__", ()), *getattr(part, "__slots__", ()))]
    else:
        return
    for each in inside:
        yield from below(each)


@cache
def parts(name: str) -> Sequence[Any]:
    """Return all nodes of a template, without those of included templates."""
    return list(below(parsed(name).nodelist))


def used(name: str) -> set[str]:
    read: set[str] = set()
    for part in parts(name):
        if isinstance(part, Variable) and part.lookups:
            read.add(part.lookups[0])
        elif isinstance(part, BlockTranslateNode):
            tokens = [*part.singular, *(part.plural or [])]
            read |= {re.split(r"[.|]", token.contents)[0] for token in tokens if token.token_type == TokenType.VAR}
    return read


def bound(name: str) -> set[str]:
    """Return the names that a template defines, for a loop, ``with`` or ``as``."""
    given: set[str] = set()
    for part in parts(name):
        if isinstance(part, ForNode):
            given |= set(part.loopvars)
        elif isinstance(part, WithNode | BlockTranslateNode):
            given |= {*part.extra_context, *([part.countervar] if getattr(part, "countervar", None) else [])}
        if isinstance(part, Node):
            given |= {value for key in BOUND_BY if isinstance(value := getattr(part, key, None), str)}
    return given


class Inclusion(NamedTuple):
    """The including file, the included template and the parameters. ``isolated`` means ``only``."""

    where: str
    target: str
    passed: set[str]
    isolated: bool


def inclusions() -> Iterator[Inclusion]:
    for name in names():
        for part in parts(name):
            if isinstance(part, IncludeNode) and isinstance(target := part.template.var, str):
                yield Inclusion(name, target, set(part.extra_context), part.isolated_context)


def test_every_include_passes_what_is_declared() -> None:
    wrong, seen = [], set()
    for each in inclusions():
        if (wanted := declared().get(each.target)) is not None:
            seen.add(each.target)
            if not (each.isolated and wanted.required <= each.passed <= wanted.required | wanted.optional):
                wrong.append(str(each))
    assert not wrong, wrong
    assert seen == set(declared()), "a partial that nothing includes"


@pytest.mark.parametrize("name", sorted(declared()))
def test_a_partial_uses_only_its_parameters(name: str) -> None:
    wanted = declared()[name]
    assert used(name) - bound(name) - EVERYWHERE == wanted.required | wanted.optional
    hidden = [part for part in parts(name) if isinstance(part, CsrfTokenNode) or _takes_context(part)]
    assert not hidden, "it reads the context of the page, which it doesn't get"


def _takes_context(part: Any) -> bool:
    return isinstance(part, SimpleNode) and bool(part.takes_context)


def test_an_undeclared_variable_is_found() -> None:
    text = """{% load i18n %}{% if a and not b|default:c == "x" %}{{ d.e|add:f }}{% endif %}
    {% for g, h in i reversed %}{{ g }}{% endfor %}{% blocktranslate with j=k %}{{ j }} {{ l }}{% endblocktranslate %}
    {% translate "m" as n %}{% include "layout/_field.html" with field=o only %}"""
    parsed_text = Engine.get_default().from_string(text)
    found = {part.lookups[0] for part in below(parsed_text.nodelist) if isinstance(part, Variable) and part.lookups}
    assert found == {"a", "b", "c", "d", "f", "g", "i", "k", "o"}
    assert any(isinstance(part, FilterExpression) for part in below(parsed_text.nodelist))
