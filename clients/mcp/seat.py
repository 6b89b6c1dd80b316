"""An MCP server through which a language model takes a seat: its tables, moves, chat, and the rules by paragraph.

It needs the package ``mcp`` and the folder of the client in Python on the path; README.md says how it is started.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from backroom import Client, MadeMove, Problem, Table
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from terminal import ending, position, told

MOST_TOLD = 10
ABOUT = """Card games at The Back Room, a turn at a time. List your tables, look at one, and make one of its legal moves
with the version that you were shown. Cards that you may not see are not in what you are shown."""


def server_for(client: Client) -> FastMCP:
    """Returns the server that plays with this client's token."""
    server = FastMCP("The Back Room", instructions=ABOUT)

    @server.tool()
    def my_tables() -> str:
        """Lists your tables that are not over, the most urgent first, and where it is your move."""
        tables = _asked(client.tables)
        return (
            "\n".join(
                f"{each['id']}: {each['name']}, {each['game']}, {'your move' if each['my_move'] else each['status']}"
                for each in tables
            )
            or "You sit at no table."
        )

    @server.tool()
    def table(table: str) -> str:
        """Shows a table by its id: its version, what happened last, what lies where, your hand and legal moves."""
        return _shown(client, _asked(lambda: client.table(table, words=True)))

    @server.tool()
    def move(table: str, version: str, move: str) -> str:
        """Makes one of the legal moves, written exactly as before the colon, with the version that you were shown."""
        _asked(lambda: client.post(f"/tables/{quote(table)}/moves", version=version, move=move))
        return _shown(client, _asked(lambda: client.table(table, words=True)))

    @server.tool()
    def chat(table: str, text: str = "") -> str:
        """Writes ``text`` to the players, if there is any, and shows what they have written."""
        said = _asked(client.say, table, text) if text else _asked(client.chat, table)
        return "\n".join(f"{each['name']}: {each['text']}" for each in said) or "Nobody has written yet."

    @server.tool()
    def rules(game: str, paragraph: str) -> str:
        """Quotes a paragraph of a game's rules, such as "6.4"; the sentences of refusals name them."""
        known = _asked(client.get, f"/games/{quote(game)}/paragraphs")
        quoted = next((each["text"] for each in known if each["number"] == paragraph), "")
        return quoted or f"There is no paragraph {paragraph}: {', '.join(each['number'] for each in known)}"

    return server


def _asked(ask: Callable[..., Any], *what: Any) -> Any:
    """What the client returns; a refusal as the tool's error, in its sentence."""
    try:
        return ask(*what)
    except Problem as problem:
        rule = f" (Rule {problem.paragraph})" if problem.paragraph else ""
        again = " Look at the table again." if problem.status == 409 else ""
        raise ToolError(problem.sentence + rule + again) from problem


def _shown(client: Client, table: Table) -> str:
    """A table in words: what happened last, what lies where, and what can be done."""
    last = [text for each in _last_moves(client, table) if (text := told(each))]
    lines = [f"{table['name']}, {table['game']}, {table['status']}, version {table['version']}"]
    lines += ["Last:", *(f"- {text}" for text in last[-MOST_TOLD:])] if last else []
    lines += position(table)
    if table["status"] == "over":
        return "\n".join([*lines, ending(table)])
    moves = [f"{move}: {words}" for move, words in zip(table["legal"], table["legal_in_words"], strict=True)]
    return "\n".join([*lines, "Legal moves:", *moves] if moves else [*lines, "It is not your move."])


def _last_moves(client: Client, table: Table) -> list[MadeMove]:
    """All moves since the deal, or none before the start."""
    found: list[MadeMove] = []
    while table["status"] != "open" and (more := client.events(table["id"], found[-1]["id"] if found else -1)):
        found += more
    return found


def main() -> None:
    """Serves on standard input and output, with BACK_ROOM_SITE and BACK_ROOM_TOKEN."""
    server_for(Client.from_environment()).run()


if __name__ == "__main__":
    main()
