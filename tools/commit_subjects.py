"""Checks the subjects of the commits that are not in main: ``python tools/commit_subjects.py``, run by ``make lint``.

A subject is ``area: Imperative sentence`` in at most 72 characters (CONTRIBUTING.md).
"""

from __future__ import annotations

import re
import subprocess
import sys

LANDED = ("origin/main", "main")
"""The possible names of the main branch, of which the first that exists is used."""
LONGEST = 72
SUBJECT = re.compile(r"[a-z0-9][a-z0-9 ,/_-]*: (?P<verb>[A-Z][a-z]+)\b.*[^.]")
OTHER_MOODS = re.compile(r".*([^e]ed|ing|[^su]s)")
VERBS_THAT_LOOK_OTHERWISE = {"Alias", "Bring", "Embed"}


def git(*arguments: str) -> str | None:
    """Return the output of a git command, or None if it fails."""
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def new_subjects() -> list[str]:
    """Return the subjects of the commits that are not in main or, if there are none, the subject of the last commit.

    Return an empty list if there is no git history.
    """
    for branch in LANDED:
        if subjects := git("log", "--format=%s", f"{branch}..HEAD"):
            return subjects.splitlines()
        if subjects is not None:
            break
    return (git("log", "--format=%s", "--max-count=1") or "").splitlines()


def problem(subject: str) -> str | None:
    """Return the mistake in a subject, or None."""
    if len(subject) > LONGEST:
        return f"has {len(subject)} characters, and {LONGEST} are the most"
    match = SUBJECT.fullmatch(subject)
    if match is None:
        return "is not of the form “area: Imperative sentence” without a full stop"
    verb = match["verb"]
    if OTHER_MOODS.fullmatch(verb) and verb not in VERBS_THAT_LOOK_OTHERWISE:
        return f"begins with “{verb}”, which is no imperative"
    return None


def main() -> int:
    """Print each subject that has a problem, and return the exit status."""
    problems = [(subject, found) for subject in new_subjects() if (found := problem(subject))]
    for subject, found in problems:
        sys.stderr.write(f"The commit “{subject}” {found}.\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
