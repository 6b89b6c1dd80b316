"""Spreads dense templates over lines wherever a browser can't tell the difference: ``python tools/spread.py``.

A tool for once: it goes when all templates are formatted. tools/spread runs it before djangofmt, which never adds
white space where it could be seen, and so leaves tags that touch each other on one line. This program knows more:
what stands before and after a place on every way through if, for, with, include and block, and which elements the
style sheets lay out as flex boxes or grids. It adds a line break only where white space collapses: at the edges of a
block, between the children of a flex box or grid, beside white space. Texts to be translated are spread by
``trimmed``, which keeps their message ids.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "templates", ROOT / "accounts" / "templates")
STYLES = ("accounts/**/*.css", "chicago/**/*.css", "games/**/*.css")
SHORT = 70
"""Characters of a block tag with its content that may stay on one line."""
LONG_TEXT = 88
"""Characters of a text to be translated, with its tags, that get lines of their own."""
WIDTH = 100
LONG_TAG = 84
"""Characters of a tag's beginning that leave too little room for what it is indented by."""
MOST = 120
"""Columns of a line."""
BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "caption",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "link",
        "main",
        "meta",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "section",
        "style",
        "summary",
        "table",
        "tbody",
        "td",
        "template",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    ]
)
ATOMS = frozenset(
    ["button", "canvas", "iframe", "img", "input", "meter", "object", "progress", "select", "svg", "textarea", "video"]
)
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
RAW = ("script", "style", "textarea", "pre")
PAIRED = {"if", "for", "with", "block", "autoescape"}
MIDDLE = {"elif", "else", "empty"}
SILENT = {"load", "extends", "csrf_token", "comment"}
"""Tags that render nothing that is seen."""

PART = re.compile(
    r"(?P<comment>\{%\s*comment\b.*?%\}.*?\{%\s*endcomment\s*%\})"
    r"|(?P<bt>\{%\s*blocktranslate\b.*?%\}.*?\{%\s*endblocktranslate\s*%\})"
    r"|(?P<tag>\{%.*?%\})|(?P<var>\{\{.*?\}\})|(?P<hash>\{\#.*?\#\})"
    r"|(?P<raw><!--.*?-->|<!doctype[^>]*>|<(?P<rawname>script|style|textarea|pre)\b.*?</(?P=rawname)>)"
    r"|(?P<close></[a-z][\w-]*\s*>)|(?P<open><[a-z][\w-]*)|(?P<ws>\s+)|(?P<text>[^\s{<]+|.)",
    re.DOTALL | re.IGNORECASE,
)
IN_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{\#.*?\#\}|\"|'|>", re.DOTALL)


@dataclass
class Token:
    """A piece of a template. ``partner``: the index of the tag or element's end, or of its beginning."""

    kind: str
    text: str
    name: str = ""
    parent: Token | None = None
    partner: int = -1
    flex: bool = False
    followed: bool = False
    before: list[tuple[str, int]] = field(default_factory=list)
    after: list[tuple[str, int]] = field(default_factory=list)


afloat: set[str] = set()
"""Classes of elements that are out of the flow, beside which chromium makes a child of white space in a flex box."""


followed: set[str] = set()
"""Classes of elements after whose content the style sheets write something."""


def boxes() -> set[str]:
    """The classes whose elements are flex boxes or grids, whichever rule holds."""
    found: dict[str, set[str]] = defaultdict(set)
    for pattern in STYLES:
        for path in ROOT.glob(pattern):
            css = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
            for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
                shown = set(re.findall(r"(?:^|[;\s])(?:display|position):\s*([\w-]+)", body))
                if re.search(r"content:\s*[\"'][^\"']", body):
                    followed.update(re.findall(r"\.([\w-]+)(?:\[[^\]]*\])?::?after", selectors))
                for selector in selectors.split(",") if shown else ():
                    last = re.split(r"[\s>+~]+", selector.strip())[-1]
                    alone = last.count(".") == 1 and ":" not in last and "[" not in last and selector.strip() == last
                    for name in re.findall(r"\.([\w-]+)", last.split(":")[0]):
                        found[name] |= shown | ({"everywhere"} if alone and last.startswith(".") else set())
    afloat.clear()
    afloat.update(name for name, how in found.items() if how & {"absolute", "fixed"})
    laid_out = {"flex", "grid", "inline-flex", "inline-grid"}
    harmless = laid_out | {"none", "everywhere", "relative", "absolute", "fixed", "sticky", "static"}
    return {name for name, how in found.items() if "everywhere" in how and how & laid_out and how <= harmless}


def tokens(text: str) -> list[Token]:
    """The pieces of a template, in order."""
    found, at = [], 0
    while at < len(text):
        match = PART.match(text, at)
        assert match is not None
        kind = match.lastgroup if match.lastgroup != "rawname" else "raw"
        end = match.end()
        if kind == "open":
            end = _end_of_tag(text, end)
        piece = text[at:end]
        token = Token(kind or "text", piece)
        if kind in ("open", "close"):
            token.name = re.match(r"</?([\w-]+)", piece)[1].lower()  # type: ignore[index]
            if kind == "open" and (token.name in VOID or piece.endswith("/>")):
                token.kind = "void"
        elif kind == "tag":
            token.name = piece[2:-2].split()[0]
        found.append(token)
        at = end
    return found


def _end_of_tag(text: str, at: int) -> int:
    quote = ""
    while match := IN_TAG.search(text, at):
        at = match.end()
        if match[0] in "\"'":
            quote = "" if quote == match[0] else quote or match[0]
        elif match[0] == ">" and not quote:
            return at
    raise ValueError(f"unclosed tag: {text[-80:]}")


def _nest(parts: list[Token], flexible: set[str]) -> None:
    """Find each tag's partner, and the element that each piece is in."""
    tags: list[int] = []
    elements: list[int] = []
    for at, token in enumerate(parts):
        if token.kind == "close":
            while elements and parts[elements[-1]].name != token.name:
                elements.pop()
            if elements:
                token.partner = elements.pop()
                parts[token.partner].partner = at
                token.flex = parts[token.partner].flex
                token.followed = parts[token.partner].followed
        token.parent = parts[elements[-1]] if elements else None
        if token.kind == "open":
            token.flex = bool(_classes_of(token) & flexible)
            token.followed = bool(_classes_of(token) & followed)
            elements.append(at)
        if token.kind == "tag" and token.name in PAIRED:
            tags.append(at)
        elif token.kind == "tag" and token.name.removeprefix("end") in PAIRED and token.name.startswith("end"):
            token.partner = tags.pop()
            parts[token.partner].partner = at


def _classes_of(token: Token) -> set[str]:
    held = re.search(r"""\sclass=(["'])(.*?)\1(?=[\s>/{])""", token.text, re.DOTALL)
    return set(re.sub(r"\{%.*?%\}", " ", held[2] if held else "").split())


Place = tuple[str, int]


class Site:
    """All templates as one graph of what may follow what."""

    def __init__(self) -> None:
        self.paths = {
            path.relative_to(folder).as_posix(): path for folder in FOLDERS for path in sorted(folder.rglob("*.html"))
        }
        flexible = boxes()
        self.parts = {name: tokens(path.read_text()) for name, path in self.paths.items()}
        self.base: dict[str, str] = {}
        self.included: dict[str, list[Place]] = defaultdict(list)
        for name, parts in self.parts.items():
            _nest(parts, set() if name.startswith("mail/") else flexible)
            for token in parts:
                if token.kind == "tag" and token.name == "extends" and token.text.split('"')[1] != name:
                    self.base[name] = token.text.split('"')[1]  # of the same name: Django finds the next one
        for name in self.parts:
            self._connect(name)

    def _edge(self, one: Place, other: Place) -> None:
        self.parts[one[0]][one[1]].after.append(other)
        self.parts[other[0]][other[1]].before.append(one)

    def _whole(self, token: Token) -> str | None:
        found = re.match(r"""\{%\s*include\s+(["'])([^"']+)\1""", token.text) if token.name == "include" else None
        return found[2] if found and found[2] in self.parts and self.parts[found[2]] else None

    def _connect(self, name: str) -> None:
        parts = self.parts[name]
        for at, token in enumerate(parts):
            following = at + 1
            if following < len(parts) and parts[following].kind == "tag" and parts[following].name in MIDDLE:
                following = self._enclosing(parts, following)
            leave = [(name, following)] if following < len(parts) else []
            if (other := self._whole(token)) is not None:
                self._edge((name, at), (other, 0))
                for place in leave:
                    self._edge((other, len(self.parts[other]) - 1), place)
                self.included[other].append((name, at))
                continue
            for place in leave:
                self._edge((name, at), place)
            if token.kind == "tag" and token.name in ("if", "for"):
                self._branch(name, at)
            if token.kind == "tag" and token.name == "block":
                self._override(name, at)

    def _enclosing(self, parts: list[Token], at: int) -> int:
        depth = 0
        while True:
            at += 1
            token = parts[at]
            if token.kind == "tag" and token.name in ("if", "for"):
                depth += 1
            elif token.kind == "tag" and token.name in ("endif", "endfor"):
                if not depth:
                    return at
                depth -= 1

    def _branch(self, name: str, at: int) -> None:
        """From if to elif, else and endif; from for to empty and endfor, and round again."""
        parts, depth = self.parts[name], 0
        end = parts[at].partner
        middles = []
        for here in range(at + 1, end):
            token = parts[here]
            if token.kind != "tag":
                continue
            if token.name in ("if", "for"):
                depth += 1
            elif token.name in ("endif", "endfor"):
                depth -= 1
            elif token.name in MIDDLE and not depth:
                middles.append(here)
        for here in middles:
            self._edge((name, at), (name, here))
        if not any(parts[here].name in ("else", "empty") for here in middles):
            self._edge((name, at), (name, end))
        if parts[at].name == "for":
            last = (middles[0] if middles else end) - 1
            self._edge((name, last), (name, at))

    def _override(self, name: str, at: int) -> None:
        block = self.parts[name][at].text.split()[2]
        for child in self.base:
            above = self.base.get(child)
            while above is not None and above != name:
                above = self.base.get(above)
            if above == name:
                for here, token in enumerate(self.parts[child]):
                    if token.kind == "tag" and token.name == "block" and token.text.split()[2] == block:
                        self._edge((name, at), (child, here))
                        self._edge((child, token.partner), (name, self.parts[name][at].partner))

    def _edge_of(self, token: Token, leftwards: bool) -> str:
        """What white space beside a piece meets: B a block's edge, W white space, V something seen, or nothing."""
        kind, name = token.kind, token.name
        if kind == "ws":
            return "W"
        if kind in ("comment", "hash"):
            return ""
        if kind in ("text", "var", "bt"):
            return "V"
        if kind == "tag":
            if name in PAIRED | MIDDLE | SILENT or name.startswith("end") or " as " in token.text.split('"')[-1]:
                return ""
            return "" if self._whole(token) is not None else "V"
        in_box = token.parent is not None and token.parent.flex
        if kind == "raw":
            if token.text.lower().startswith(("<!doctype", "<style", "<pre")):
                return "B"
            return "" if token.text.startswith(("<!--", "<script")) else "V"
        outer = (kind == "close") == leftwards or kind == "void"
        if not outer and kind == "close" and token.followed:
            return "V"
        if outer:
            if name in BLOCKS or in_box:
                return "B"
            if kind == "void" and re.search(r'type="?hidden', token.text):
                return ""
            return "V" if name in ATOMS or kind == "void" else ""
        return "B" if name in BLOCKS | ATOMS or in_box or token.flex else ""

    def collapses(self, name: str, at: int) -> bool:
        """Whether white space before this piece is never seen."""
        return self._all([(name, at - 1)], True) or self._all(self._following(name, at), False)

    def _following(self, name: str, at: int) -> list[Place]:
        """What comes after white space before this piece: at the end of a branch, what follows the whole block."""
        parts = self.parts[name]
        if parts[at].kind != "tag" or parts[at].name not in MIDDLE:
            return [(name, at)]
        end = self._enclosing(parts, at)
        return [(name, end), *([(name, parts[end].partner)] if parts[end].name == "endfor" else [])]

    def _all(self, places: list[Place], leftwards: bool) -> bool:
        """Whether every way from here leads to a block's edge, or to white space beside which more is not seen.

        Of white space in and after an inline element the first is drawn, in the font that it has there.
        """
        seen: set[tuple[Place, bool]] = set()
        waiting = [(place, False) for place in places]
        while waiting:
            place, left_element = waiting.pop()
            if (place, left_element) in seen:
                continue
            seen.add((place, left_element))
            token = self.parts[place[0]][place[1]]
            edge = self._edge_of(token, leftwards)
            if edge == "V" or (edge == "W" and left_element):
                return False
            if edge:
                continue
            further = token.before if leftwards else token.after
            if not further and not self._is_edge_of_page(place[0]):
                return False
            if self._outside(place, leftwards) and not self._is_edge_of_page(place[0]):
                return False
            left_element |= not leftwards and token.kind in ("open", "close")
            waiting += [(each, left_element) for each in further]
        return True

    def _outside(self, place: Place, leftwards: bool) -> bool:
        """Whether this is the first or last piece of a template that nothing is known to include."""
        last = 0 if leftwards else len(self.parts[place[0]]) - 1
        return place[1] == last and not self.included[place[0]]

    def _is_edge_of_page(self, name: str) -> bool:
        return not name.rpartition("/")[2].startswith("_") and not self.included[name]

    def spread(self, name: str) -> str:
        """The template with line breaks."""
        parts = self.parts[name]
        short = _short(parts)
        written: list[str] = []
        for at, token in enumerate(parts):
            if at and self._wanted(parts, at, short) and self.collapses(name, at):
                written.append("\n")
            written.append(self._piece(name, at, token))
        return "".join(written)

    def _wanted(self, parts: list[Token], at: int, short: set[int]) -> bool:
        one, other = parts[at - 1], parts[at]
        if "ws" in (one.kind, other.kind) or self._beside_what_floats(parts, at):
            return False
        for here, token in ((at - 1, one), (at, other)):
            if token.kind == "comment":
                return True
            if token.kind == "tag" and (token.name in PAIRED | MIDDLE or token.name.startswith("end")):
                if here not in short:
                    return True
            elif token.kind == "tag" and (token.name in SILENT or " as " in token.text):
                return True
            elif token.kind in ("open", "close", "void"):
                outer = (token.kind == "open") == (here == at) or token.kind == "void"
                long = outer or (token.kind != "void" and not token.followed and self._length(parts, here) > WIDTH)
                if long and self._edge_of(token, here == at - 1) == "B":
                    return True
        return any(token.kind == "bt" and len(token.text) > LONG_TEXT for token in (one, other))

    def _beside_what_floats(self, parts: list[Token], at: int) -> bool:
        """Whether in a flex box an element that is out of the flow is next to this place."""
        one, other = parts[at - 1], parts[at]
        for token, here, tag in ((one, at - 1, "close"), (other, at, "open")):
            if token.parent is None or not (token.parent.flex or token.parent.name in ATOMS):
                continue
            if token.kind == "bt" and re.search(r"</\w+>\s*\{%\s*end" if tag == "close" else r"%\}\s*<", token.text):
                return True
            if token.kind == tag and _classes_of(parts[token.partner if tag == "close" else here]) & afloat:
                return True
        return False

    def _fills_button(self, name: str, at: int) -> bool:
        """Whether a button ends with this text, and this with what is out of the flow: it gets a box of its own."""
        parts = self.parts[name]
        token, other = parts[at], parts[min(at + 1, len(parts) - 1)]
        is_last = other.kind == "close" and other.name == "button" and other.flex
        return is_last and bool(re.search(r"</\w+>\s*\{%\s*end", token.text))

    def _length(self, parts: list[Token], at: int) -> int:
        one, other = sorted((at, parts[at].partner))
        return sum(len(each.text) for each in parts[one : other + 1]) if one >= 0 else 0

    def _piece(self, name: str, at: int, token: Token) -> str:
        if token.kind == "comment":
            return _comment(token.text)
        if token.kind == "tag" and token.name == "translate" and len(token.text) > LONG_TEXT:
            return _spread_text(_as_block(token.text))
        if token.kind == "bt" and len(token.text) > LONG_TEXT:
            said = _spread_text(token.text)
            if self._fills_button(name, at):
                return f"<span>{said}</span>"
            if len(said.split("\n")[0]) > LONG_TAG and (self.collapses(name, at) or self.collapses(name, at + 1)):
                said = _with_outside(said)
            return said
        if token.kind == "tag" and token.name == "include" and len(token.text) > LONG_TAG:
            return (
                _with_outside(token.text) if self.collapses(name, at) and self.collapses(name, at + 1) else token.text
            )
        return token.text


def _with_outside(text: str) -> str:
    """A tag whose names are given by a tag of their own."""
    opening, *rest = text.split("\n")
    match = re.search(r"""\swith((?:\s+\w+=(?:"[^"]*"|'[^']*'|[^\s"'])+)+)""", opening)
    if match is None:
        return text
    names = re.findall(r"""\w+=(?:"[^"]*"|'[^']*'|[^\s"'])+""", match[1])
    half = [names] if len(match[1]) < LONG_TAG else [names[: len(names) // 2], names[len(names) // 2 :]]
    begin = "\n".join(f"{{% with {' '.join(some)} %}}" for some in half)
    end = "\n".join("{% endwith %}" for _some in half)
    return "\n".join([begin, opening[: match.start()] + opening[match.end() :], *rest, end])


def _short(parts: list[Token]) -> set[int]:
    """The block tags that may stay on the line of what they hold."""
    found: set[int] = set()
    for at, token in enumerate(parts):
        if token.kind == "tag" and token.name in PAIRED:
            within = parts[at : token.partner + 1]
            text = "".join(each.text for each in within)
            blocky = any(each.kind in ("open", "void") and each.name in BLOCKS for each in within)
            if len(text) <= SHORT and "\n" not in text and not blocky:
                found |= set(range(at, token.partner + 1))
    return found


def _comment(text: str) -> str:
    match = re.match(r"(\{%\s*comment[^%]*%\})(.*)(\{%\s*endcomment\s*%\})$", text, re.DOTALL)
    assert match is not None
    held = match[2].strip("\n")
    if "\n" not in held and len(text) <= WIDTH:
        return text
    lines = [wrapped for line in held.split("\n") for wrapped in textwrap.wrap(line, WIDTH, break_long_words=False)]
    return "\n".join([match[1], *(line.strip() for line in lines), match[3]])


def _as_block(text: str) -> str:
    match = re.fullmatch(
        r"""\{%\s*translate\s+(["'])(.*?)\1(\s+context\s+(["']).*?\4)?(?:\s+as\s+(\w+))?\s*%\}""", text, re.DOTALL
    )
    if match is None or "\\" in match[2] or "%" in match[2] or "{" in match[2]:
        return text
    asvar = f" asvar {match[5]}" if match[5] else ""
    return f"{{% blocktranslate trimmed{match[3] or ''}{asvar} %}}{match[2]}{{% endblocktranslate %}}"


def _spread_text(text: str) -> str:
    match = re.fullmatch(r"\{%\s*blocktranslate\s*(.*?)\s*%\}(.*)\{%\s*endblocktranslate\s*%\}", text, re.DOTALL)
    if match is None:
        return text
    how, held = match[1], re.split(r"\{%\s*plural\s*%\}", match[2])
    trimmed = bool(re.search(r"\btrimmed\b", re.sub(r"\"[^\"]*\"|'[^']*'", "", how)))
    if not trimmed and any(each != each.strip() or "\n" in each for each in held):
        return text
    opening = how if trimmed else f"trimmed {how}".strip()
    body = "\n{% plural %}\n".join(each.strip() for each in held)
    return f"{{% blocktranslate {opening} %}}\n{body}\n{{% endblocktranslate %}}"


TEXT = re.compile(r"\{%\s*translate\s.*?%\}|\{%\s*blocktranslate\b.*?%\}.*?\{%\s*endblocktranslate\s*%\}", re.DOTALL)


def shorten(text: str) -> str:
    """A formatted template in which lines are broken that are too long still, where no white space comes of it."""
    return "\n".join(_shorter(line) if len(line) > MOST else line for line in text.split("\n"))


def _shorter(line: str) -> str:
    indent = " " * (len(line) - len(line.lstrip()))
    if (held := re.search(r'(?<=\bclass=")([^"]*\{%[^"]*(?:"[^"{}%]*"[^"]*)*)"(?=[\s>]|$)', line)) and "{% if" in held[
        1
    ]:
        parts = _classes(held[1])
        if len(parts) > 1:
            broken = "".join(f"\n{indent}  {part}" for part in parts)
            return f"{line[: held.start(1)]}{broken}\n{indent}{line[held.end(1) :]}"
    attribute = re.match(r"\s*[\w-]+=[\"']", line)
    for found in sorted(TEXT.finditer(line), key=lambda each: -len(each[0])):
        text = _as_block(found[0]) if re.match(r"\{%\s*translate", found[0]) else found[0]
        said = _spread_text(text)
        if said != found[0] and "\n" in said:
            opening, *body, end = said.split("\n")
            inner = [f"{indent}  {each}" for each in body]
            quote_changed = attribute and '"' in said and "'" in line[: attribute.end()]
            if not quote_changed:
                return line[: found.start()] + "\n".join([opening, *inner, indent + end]) + line[found.end() :]
    return line


def _classes(value: str) -> list[str]:
    """The parts of a class attribute that may stand on lines of their own: a block tag whose branches begin apart."""
    pieces = re.split(r"(\{%.*?%\})", value)
    parts, depth, now = [], 0, ""
    for piece in pieces:
        word = piece[2:].split()[0] if piece.startswith("{%") else ""
        if word in PAIRED:
            if not depth and (not now or now[-1].isspace() or _begins_apart(pieces, piece)):
                parts.append(now)
                now = ""
            depth += 1
        now += piece
        if word.startswith("end"):
            depth -= 1
    return [each.strip() for each in [*parts, now] if each.strip()]


def _begins_apart(pieces: list[str], piece: str) -> bool:
    at = next(number for number, each in enumerate(pieces) if each is piece)
    return pieces[at + 1][:1].isspace()


def spread_mail(text: str, is_subject: bool) -> str:
    """A template of plain text: tags outside of blocks on lines of their own, long texts on several by ``trimmed``."""
    if text.startswith("{% extends"):
        text = re.sub(r"(\{% extends [^%]*%\})\s*(?=\{%)", r"\1\n", text)
        text = re.sub(r"(\{% load [^%]*%\})\s*(?=\{%)", r"\1\n", text)
    elif is_subject and len(text) > MOST:  # allauth takes line breaks out of subjects
        text = text.replace("{% autoescape off %}{%", "{% autoescape off %}\n{%").replace(
            "%}{% endautoescape %}", "%}\n{% endautoescape %}"
        )
    for found in sorted(TEXT.finditer(text), key=lambda each: -each.start()):
        line = text[text.rfind("\n", 0, found.start()) + 1 : text.find("\n", found.end()) % (len(text) + 1)]
        if len(line) > MOST:
            said = _as_block(found[0]) if re.match(r"\{%\s*translate", found[0]) else found[0]
            text = text[: found.start()] + _spread_text(said) + text[found.end() :]
    return text


def wrap(text: str) -> str:
    """Markdown whose long lines of prose are wrapped, each by itself."""
    done, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        if len(line) <= MOST or fenced or line.startswith(("|", "#")):
            done.append(line)
            continue
        start = re.match(r"\s*(?:[-*]|\d+\.)?\s*", line)
        indent = " " * len(start[0]) if start else ""
        done += textwrap.wrap(line, MOST, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(done)


def shorten_all() -> None:
    """Break long lines of formatted templates, which are then formatted again."""
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.html")):
            path.write_text(shorten(path.read_text()))


def main(arguments: list[str]) -> int:
    """Spread every template, or break long lines of formatted ones."""
    if arguments == ["--shorten"]:
        shorten_all()
        return 0
    site = Site()
    done = {site.paths[name]: site.spread(name) for name in site.paths}
    for folder in FOLDERS:
        for path in folder.rglob("*.txt"):
            done[path] = spread_mail(path.read_text(), path.stem.endswith("_subject"))
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        done[path] = wrap(path.read_text())
    for path, text in done.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
