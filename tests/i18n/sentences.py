"""Finds sentences concatenated from translated pieces in code and templates, and texts that look like fragments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

TRANSLATE = {
    *("_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"),
    *("pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"),
}
TELLS = {"success", "error", "info", "warning", "message_user", "ValidationError", "add_error", "Refused", "Gone"} | {
    *("DeliveryRejected", "Replaced", "BadAddress", "TryAgain"),
}

LOGS = {"log", "logger", "logging"}


class Found(NamedTuple):
    """A suspicious place, and the line where it begins."""

    line: int
    what: str


def in_code(source: str) -> Iterator[Found]:
    """Yield translated pieces that are joined, split so that they can't be extracted, or not marked at all."""
    for node in ast.walk(ast.parse(source)):
        yield from (Found(node.lineno, what) for what in _glued(node))


def _glued(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.BinOp(op=ast.Add(), left=left, right=right) if _is_text(left) or _is_text(right):
            yield "a translated text is added to another"
        case ast.AugAssign(op=ast.Add(), value=value) if _is_text(value):
            yield "a translated text is added to another"
        case ast.JoinedStr(values=values) if any(_translates(value) for value in values):
            yield "a translated text inside an f-string, where it is not even collected"
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join"), args=[joined]):
            if any(_is_text(each) for each in ast.walk(joined)):
                yield "translated texts are joined"
        case ast.Call(args=[first, *_rest]) if _is_text(node) and isinstance(first, ast.JoinedStr | ast.BinOp):
            yield "what is to be translated is put together first"
        case ast.ImportFrom(module="django.utils.translation", names=names):
            for name in names:
                if name.asname not in {None, "_"} and name.name in TRANSLATE:
                    yield f"texts in {name.asname}() are not collected"
        case ast.Call(func=func, args=args) if _name(func) in TELLS and not _logs(func):
            if any(isinstance(each, ast.JoinedStr) or _is_sentence(each) for each in args):
                yield f"{_name(func)}() says something that is not marked"


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _logs(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in LOGS


def _is_text(node: ast.AST) -> bool:
    """Return whether this is a translated text, with or without inserted terms."""
    match node:
        case ast.BinOp(op=ast.Mod(), left=left):
            return _is_text(left)
        case ast.Call(func=func):
            return _name(func) in TRANSLATE
    return False


def _translates(node: ast.AST) -> bool:
    """Return whether the expression contains translated text. Names marked elsewhere are allowed."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call) and _is_text(each)]
    return any(isinstance(each.args[0], ast.Constant) for each in calls)


def _is_sentence(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip()


JINJA = (
    (r"\{#.*?#\}", lambda match: "{% comment %}" + match[0][2:-2] + "{% endcomment %}"),
    (r"\{\{\s*_\((?P<text>\"[^\"]*\"|'[^']*')\)\s*\}\}", r"{% translate \g<text> %}"),
    (r"\{\{\s*pgettext\([^,]*,\s*(?P<text>\"[^\"]*\"|'[^']*')\)\s*\}\}", r"{% translate \g<text> %}"),
    (r"(\{%-?\s*)trans\b", r"\1blocktranslate"),
    (r"(\{%-?\s*)endtrans\b", r"\1endblocktranslate"),
    (r"\{\{\s*\w+\([^{}]*\)\s*\}\}", "{% include %}"),
)
"""Replacements of Jinja's syntax by Django's."""


def as_django(template: str) -> str:
    for pattern, replacement in JINJA:
        template = re.sub(pattern, replacement, template, flags=re.DOTALL)
    return template


PIECE = re.compile(
    r"{%-?\s*(?:translate|trans)\s+(?P<quote>[\"'])(?P<text>.*?)(?P=quote)[^%]*%}"
    r"|{%-?\s*blocktranslate\b[^%]*%}(?P<block>.*?){%\s*endblocktranslate\s*%}",
    re.DOTALL,
)
APART = re.compile(
    r"</?(?:p|li|ul|ol|div|section|article|td|th|tr|h[1-6]|dt|dd|label|option|button|form|legend|title|br|nav|a|summary"
    r"|header|main|footer|fieldset|details|figure|figcaption|caption|textarea|select|input|small)\b"
    r"|{%\s*(?:end)?block\s|{%\s*(?:else|elif|empty)\b|=[\"']?\s*$|[\"']\s*[\w-]+=|class=\"(?:tag|picked)\b",
    re.IGNORECASE,
)
"""Separators after which a text starts a new sentence: other elements, other conditions, the end of an attribute.

A text after ``picked`` replaces the text before it.
"""

QUIET = re.compile(r"<svg\b.*?</svg>|<use\b[^>]*>|{%[^%]*%}|{#.*?#}|<[^>]*>", re.DOTALL)
ENDS = tuple(".!?:…”»)")


class Piece(NamedTuple):
    line: int
    start: int
    end: int
    text: str


def pieces(template: str) -> list[Piece]:
    found = []
    for match in PIECE.finditer(template):
        text = match["text"] if match["text"] is not None else match["block"]
        found.append(Piece(template.count("\n", 0, match.start()) + 1, match.start(), match.end(), text))
    return found


def in_template(template: str) -> Iterator[Found]:
    """Yield adjacent pieces in one line of text that only together form a sentence."""
    template = re.sub(r"{% comment %}.*?{% endcomment %}", lambda match: " " * len(match[0]), template, flags=re.DOTALL)
    found = pieces(template)
    for piece, after in pairwise(found):
        between = template[piece.end : after.start]
        if _one_line(between) and _goes_on(piece.text, after.text):
            yield Found(piece.line, f"{_short(piece.text)!r} goes on with {_short(after.text)!r}")
    for piece in found:
        yield from _beside_a_value(piece, template)


def _one_line(between: str) -> bool:
    """Return whether only white space, inline tags and conditions separate the two texts, so that they read as one."""
    return not APART.search(between) and not QUIET.sub("", between).strip()


def _goes_on(text: str, after: str) -> bool:
    text, after = _plain(text), _plain(after)
    return not text.endswith(ENDS) or after[:1].islower() or after[:1] in ",;.:)"


def _beside_a_value(piece: Piece, template: str) -> Iterator[Found]:
    """Yield values directly before or after a text, which belong to its sentence unless it ends with a colon."""
    after = re.match(r"\s*{{[^}]*}}", template[piece.end :])
    before = re.search(r"{{[^}]*}}\s+$", template[max(0, piece.start - 80) : piece.start])
    if after and not _plain(piece.text).endswith(ENDS):
        yield Found(piece.line, f"{_short(piece.text)!r} goes on with {after[0].strip()}")
    if before and (_plain(piece.text)[:1].islower() or _plain(piece.text)[:1] in ",;.)"):
        yield Found(piece.line, f"{before[0].strip()} goes on with {_short(piece.text)!r}")


def _plain(text: str) -> str:
    return re.sub(r"<[^>]*>|{%[^%]*%}", "", text).strip()


def _short(text: str) -> str:
    return " ".join(text.split())[:60]


FRAGMENT = re.compile(
    r"\A(?:[,;.:)]|\s|(?:and|or|of|than)\b)|(?:\s|[,(]|\b(?:the|a|an|of|to|and|with|for|by|from|or|is|are))\Z"
)


def is_fragment(text: str) -> bool:
    return bool(FRAGMENT.search(text))
