"""Style sheets are sent as one file with their components."""

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
