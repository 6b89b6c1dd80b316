"""Play at The Back Room from a shell: ``python terminal.py [TABLE]``.

The environment variables BACK_ROOM_SITE and BACK_ROOM_TOKEN give the site's URL and the API token. The program prints
plain text and reads a command per line, so that it also works in a pipe.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import groupby
from textwrap import fill

from backroom import Away, Client, MadeMove, Problem, Table

WIDTH, WAIT, MOST_TOLD = 100, 30, 12
HELP = """A number makes that move. u takes the last move back while it is a draft. p STEP; STEP plans
moves in advance, p - drops the plan, p shows it. t TEXT writes to the players,
c shows what they have written, l shows the table again, resign leaves the game for good, q closes this program."""
NOT_A_COMMAND = "That is no command and no number of a move. h lists the commands."
OFFLINE = "The site can’t be reached just now. Nothing that you did here is lost; start again later, the game waits."
NO_TOKEN = (
    "The site does not know this token: it has ended or was revoked. Make another on Settings, Tokens, and put it into"
    " BACK_ROOM_TOKEN."
)
NO_SETTINGS = "Set BACK_ROOM_SITE to the address of the site and BACK_ROOM_TOKEN to a token (Settings, Tokens)."
LEFT = "You have left. The game goes on, and so does your time for a move."


class Left(Exception):
    """Raised if the user has closed the program."""


def say(text: str = "") -> None:
    """Print a paragraph without buffering, and without control codes, which other users may have written."""
    sys.stdout.write(fill(printable(text), WIDTH, break_on_hyphens=False) + "\n")
    sys.stdout.flush()


def printable(text: str) -> str:
    """Return the text on one line, with spaces instead of line breaks, escape codes and invisible characters."""
    return "".join(each if each.isprintable() else " " for each in text)


def ask(prompt: str) -> str:
    """Print the prompt and read a line. Raise `Left` at the end of the input."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    if not (line := sys.stdin.readline()):
        raise Left
    return line.strip()


class Terminal:
    def __init__(self, client: Client, table: str) -> None:
        self.client = client
        self.table: Table = client.table(table)
        self._told = -1
        self._commands: dict[str, Callable[[str], None]] = {
            "u": lambda _words: self._become(self.client.undo(self.table)),
            "p": self._plan,
            "t": self._talk,
            "c": lambda _words: self._show_chat(),
            "l": lambda _words: self._show(),
            "h": lambda _words: say(HELP.replace("\n", " ")),
            "q": self._leave,
            "resign": self._resign,
        }

    def play(self) -> None:
        """Play until the game is over. Raise `Left` if the user leaves, `Away` or `Problem` if the game can't go on."""
        while self.table["status"] == "open":
            say("The game has not begun: players are missing. Ctrl-C leaves.")
            self.client.tables(wait=WAIT)
            self.table = self.client.table(self.table["id"])
        while True:
            try:
                self._become(self.table)
                while self.table["status"] == "running":
                    self._turn()
            except Problem as problem:
                self._refused(problem)
            else:
                break
        say(ending(self.table))

    def _turn(self) -> None:
        if self.table["my_move"]:
            self._show()
            self._until_changed()
        else:
            self._wait()

    def _until_changed(self) -> None:
        before = self.table["version"]
        while self.table["version"] == before:
            self._command("> ")

    def _command(self, prompt: str) -> None:
        try:
            self._obey(ask(prompt))
        except Problem as problem:
            self._refused(problem)

    def _obey(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        if line.isdecimal() and 0 < int(line) <= len(self.table["legal"]):
            self._become(self.client.move(self.table, self.table["legal"][int(line) - 1]))
        elif word in self._commands:
            self._commands[word](rest)
        elif line or self.table["my_move"]:
            say(NOT_A_COMMAND)

    def _refused(self, problem: Problem) -> None:
        """Print the reason for a refusal, or raise it again if the program can't continue."""
        if problem.status not in {403, 409, 422, 429}:
            raise problem
        say(problem.sentence + (f" (Rule {problem.paragraph})" if problem.paragraph else ""))
        if problem.status == 429:
            time.sleep(problem.retry_after)
        if problem.status == 409:
            self._become(self.client.table(self.table["id"]))

    def _wait(self) -> None:
        """Wait for the other players. Ctrl-C returns to the prompt."""
        now = self.client.table(self.table["id"])
        if now["version"] != self.table["version"]:  # a refusal had interrupted reading the table
            self._become(now)
            return
        others = [name(self.table, seat) for seat in self.table["to_move"] if seat != self.table["you"]]
        try:
            say(f"Waiting for {', '.join(others) or 'the game to go on'}. Ctrl-C asks for a command.")
            while not self.client.events(self.table["id"], self._told, WAIT):
                continue
            self._become(self.client.table(self.table["id"]))
        except KeyboardInterrupt:
            self._command("\nA command, or Enter to wait on > ")

    def _become(self, table: Table) -> None:
        self.table = table
        self._tell()
        if not table["my_move"]:  # newer events may have been printed already, and would not be reported again
            self.table = self.client.table(table["id"])

    def _tell(self) -> None:
        """Print the latest events since the last call."""
        texts, last = [], self._told
        while moves := self.client.events(self.table["id"], last):
            last = moves[-1]["id"]
            texts += [text for move in moves if (text := told(move))]
        for text in texts[-MOST_TOLD:]:
            say("· " + text)
        self._told = last

    def _show(self) -> None:
        self.table = self.client.table(self.table["id"], words=True)
        say()
        for line in position(self.table):
            say(line)
        moves = [f"{number} {words}" for number, words in enumerate(self.table["legal_in_words"], 1)]
        say("Moves: " + "; ".join(moves) if moves else "You have no move now.")

    def _plan(self, words: str) -> None:
        if words:
            steps = [] if words == "-" else [step for part in words.split(";") if (step := part.strip())]
            self._become(self.client.save_plan(self.table, steps))
        plan = self.client.plan(self.table["id"])
        say(f"Your plan: {'; '.join(plan['steps'])}." if plan["steps"] else "You have no plan.")
        for line in filter(None, [*plan["summary"], plan["obstacle"]]):
            say(line)
        if not plan["steps"] and plan["suggested"]:
            say(f"You could plan, for example: p {'; '.join(plan['suggested'])}")

    def _talk(self, text: str) -> None:
        self.client.say(self.table["id"], text)
        say("It is said.")

    def _show_chat(self) -> None:
        for message in self.client.chat(self.table["id"]) or [{"name": "Nobody", "text": "has written yet."}]:
            say(f"{message['name']}: {message['text']}")

    def _resign(self, _words: str) -> None:
        if ask("Leave this game for good? yes or no > ") == "yes":
            self._become(self.client.resign(self.table))

    def _leave(self, _words: str) -> None:
        raise Left


def name(table: Table, seat: int | None) -> str:
    found = next((each for each in table["seats"] if each["seat"] == seat), None)
    return (found["persona"] or found["name"] or "an empty seat") if found else "nobody"


def position(table: Table) -> list[str]:
    """Return the position as far as you may see it: a line for each seat and place, and your drafts."""
    drafts = [f"Drafts: {', '.join(table['drafts'])}"] if table["drafts"] else []
    return [*_seats(table), *_open_pieces(table), *drafts]


def told(move: MadeMove) -> str:
    """Return the effects of a move as text, or an empty string for a formality."""
    return " ".join(event["text"] for event in move["events"] if event["text"])


def _seats(table: Table) -> list[str]:
    lines = []
    for seat in table["seats"]:
        called, person = name(table, seat["seat"]), "you" if seat["is_you"] else seat["name"]
        who = called if person == called else f"{called} ({person})"
        cards = " ".join(seat["hand"]) if seat["hand"] else f"{seat['hand_size']} hidden"
        lines.append(f"{'→' if seat['to_move'] else ' '} {who}: {cards if seat['hand_size'] else 'no cards'}")
    return lines


def _open_pieces(table: Table) -> list[str]:
    """Return the pieces on the table, a line per place. Hidden pieces are only counted."""

    def place(piece: dict[str, object]) -> tuple[str, ...]:
        owner = "" if piece["seat"] is None else f" of {name(table, int(str(piece['seat'])))}"
        return f"{piece['zone']}{owner}", str(piece["place"] or "")

    decks = [each | {"place": None, "code": "?"} for each in table["hidden"]]
    lying = sorted((each for each in [*table["pieces"], *decks] if each["zone"] != "hand"), key=place)
    lines = []
    for (zone, where), group in groupby(lying, key=place):
        pieces = sorted(group, key=lambda piece: int(piece.get("index", 0)))
        known = [str(piece["code"]) for piece in pieces if not str(piece["code"]).startswith("?")]
        hidden = sum(int(piece.get("count", 1)) for piece in pieces if str(piece["code"]).startswith("?"))
        parts = [*known, f"{hidden} hidden"] if hidden else known
        lines.append(f"  {zone}{f', {where}' if where else ''}: {' '.join(parts)}")
    return lines


def ending(table: Table) -> str:
    """Return the outcome of the game as text, with the points if there are any."""
    outcome = table["outcome"]
    if not outcome:
        return "The game is over, without a result."
    winners = ", ".join(name(table, seat) for seat in outcome["winners"]) or "Nobody"
    scores = ", ".join(str(score) for score in outcome.get("scores") or ())
    return f"The game is over: {outcome['reason']}. Won by: {winners}.{f' Points by seat: {scores}.' if scores else ''}"


def choose_table(client: Client) -> str:
    """Return the table that the user chooses from their tables. Raise `Left` if there is none."""
    if not (tables := client.tables()):
        say("You sit at no table. Open or join one on the site.")
        raise Left
    for number, table in enumerate(tables, 1):
        say(f"{number} {table['name']} ({table['game']}, {'your move' if table['my_move'] else table['status']})")
    while True:
        answer = ask("Which table? > ")
        if answer.isdecimal() and 0 < int(answer) <= len(tables):
            return tables[int(answer) - 1]["id"]
        say(f"Type a number from 1 to {len(tables)}.")


def main(arguments: list[str]) -> int:
    """Play, and return the exit status: 0 if the game is over or the user left, 1 after an error."""
    try:
        client = Client.from_environment()
    except KeyError:
        say(NO_SETTINGS)
        return 1
    try:
        Terminal(client, arguments[0] if arguments else choose_table(client)).play()
    except (Left, KeyboardInterrupt):
        say()
        say(LEFT)
    except Away:
        say(OFFLINE)
        return 1
    except Problem as problem:
        say(NO_TOKEN if problem.status == 401 else problem.sentence)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
