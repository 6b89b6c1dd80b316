"""Fragments (``templates/fragments``) can be parsed; macros declare their parameters and are called with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from django.template import engines
from django.template.library import SimpleNode
from jinja2 import Environment, nodes

from chicago.web.templatetags.fragments import piece
from tests.site import ROOT
from tests.source import test_partials as django_templates

FOLDER = ROOT / "templates" / "fragments"
DECLARATION = re.compile(r"\A\{#\s*Parameters: ([^.]*)\.\s")


def environment() -> Environment:
    return engines["fragments"].env


def names() -> list[str]:
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))


@cache
def parsed(name: str) -> nodes.Template:
    return environment().parse((FOLDER / name).read_text())


class Macro(NamedTuple):
    every: list[str]
    optional: list[str]


@cache
def macros() -> dict[str, Macro]:
    """Return the macro of each file that has one, named after the file."""
    found = {}
    for name in names():
        for macro in parsed(name).find_all(nodes.Macro):
            assert macro.name == name.rsplit("/", 1)[-1].removesuffix(".html").removeprefix("_"), name
            every = [argument.name for argument in macro.args]
            found[name] = Macro(every, every[len(every) - len(macro.defaults) :])
    return found


def calls() -> Iterator[tuple[str, str, set[str]]]:
    """Yield the file of each call of a macro, the macro's file, and the parameters."""
    for name in names():
        imported = {
            wanted: each.template.value for each in parsed(name).find_all(nodes.FromImport) for wanted in each.names
        }
        for call in parsed(name).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name in imported:
                assert not call.args, f"{name}: parameters have names"
                yield name, imported[call.node.name], {each.key for each in call.kwargs}
    for name in django_templates.names():
        for part in django_templates.parts(name):
            if isinstance(part, SimpleNode) and part.func is piece:
                yield name, part.args[0].var, set(part.kwargs)


@pytest.mark.parametrize("name", names())
def test_each_can_be_read(name: str) -> None:
    assert environment().get_template(name)


def test_a_macro_declares_its_parameters() -> None:
    assert {"table/_card.html", "table/_avatar.html", "layout/_dock_head.html"} <= macros().keys()
    for name, macro in macros().items():
        declared = DECLARATION.match((FOLDER / name).read_text())
        assert declared, name
        shown = [f'{each}=""' if each in macro.optional else each for each in macro.every]
        assert re.split(r",\s*", declared[1]) == shown, name


def test_macros_are_called_with_what_they_declare() -> None:
    wrong, called = [], set()
    for where, target, given in calls():
        macro = macros()[target]
        called.add(target)
        if not set(macro.every) - set(macro.optional) <= given <= set(macro.every):
            wrong.append(f"{where}: {target} with {sorted(given)}")
    assert not wrong, wrong
    assert called == set(macros()), "a macro that nothing calls"


@pytest.mark.parametrize("name", sorted(macros()))
def test_a_macro_uses_only_its_parameters(name: str) -> None:
    macro = next(parsed(name).find_all(nodes.Macro))
    read = {each.name for each in macro.find_all(nodes.Name) if each.ctx == "load"}
    given = {each.name for each in macro.find_all(nodes.Name) if each.ctx in {"store", "param"}}
    imported = {wanted for each in parsed(name).find_all(nodes.FromImport) for wanted in each.names}
    assert read - given - imported - {"loop", *environment().globals} == set()
    assert set(macros()[name].every) <= read
