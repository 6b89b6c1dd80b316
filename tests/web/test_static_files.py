"""A style sheet and its components, or a script and its modules, are sent as one file."""

from __future__ import annotations

import pytest

from chicago.web.static_files import joined

SITE = b"""@layer base, games;
@import url("base/page.css") layer(base);
@import url("../game/table.css");
"""
FILES = {
    "css/site.css": SITE,
    "css/base/page.css": b"p { margin: 0 }\n",
    "game/table.css": b'@import url("card.css") layer(games);\n',
    "game/card.css": b".card { color: red }\n",
    "game/wrong.css": b'@import url("none.css") layer(games);\n',
}


def test_each_component_stands_in_its_layer_where_it_was_imported() -> None:
    sent = joined("css/site.css", FILES.__getitem__).decode()
    assert sent.split("\n") == [
        "@layer base, games;",
        "@layer base {",
        "p { margin: 0 }",
        "}",
        "",
        "@layer games {",
        ".card { color: red }",
        "}",
        "",
        "",
        "",
    ]


def test_a_missing_component_is_named() -> None:
    with pytest.raises(KeyError, match=r"game/none\.css"):
        joined("game/wrong.css", FILES.__getitem__)


SCRIPTS = {
    "table/table.js": b'import "./hand.js";\nimport { page, shown } from "./page.js";\n\nshown(page);\n',
    "table/hand.js": b'import {\n  page,\n} from "./page.js";\n\npage.hand = 5;\n',
    "table/page.js": b'import { $ } from "../js/dom.js";\n\nexport const page = {};\nexport function shown() {}\n',
    "js/dom.js": b"export const $ = 1;\n",
    "js/one.js": b'import { two } from "./two.js";\n',
    "js/two.js": b'import { one } from "./one.js";\nexport async function two() {}\n',
}


def test_each_module_runs_once_before_what_imports_it() -> None:
    sent = joined("table/table.js", SCRIPTS.__getitem__).decode()
    assert [line for line in sent.split("\n") if line] == [
        "const module0 = (() => {",
        "const $ = 1;",
        "return { $ };",
        "})();",
        "const module1 = (() => {",
        "const { $ } = module0;",
        "const page = {};",
        "function shown() {}",
        "return { page, shown };",
        "})();",
        "const module2 = (() => {",
        "const {",
        "  page,",
        "} = module1;",
        "page.hand = 5;",
        "return {  };",
        "})();",
        "const { page, shown } = module1;",
        "shown(page);",
    ]


def test_modules_that_import_each_other_are_named() -> None:
    with pytest.raises(ValueError, match=r"js/one\.js and js/two\.js import each other"):
        joined("js/one.js", SCRIPTS.__getitem__)


def test_other_files_are_sent_as_they_are() -> None:
    assert joined("icons.svg", {"icons.svg": b'import "./a.js";'}.__getitem__) == b'import "./a.js";'
