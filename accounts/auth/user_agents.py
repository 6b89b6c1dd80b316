"""What a person would call the browser that a request comes from."""

from __future__ import annotations

# What comes first wins: most browsers also name those that they want to be taken for.
PROGRAMS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}


def name_of(agent: str) -> str:
    """What a person would call the browser, in no language; only a label, so that a wrong guess does no harm.

    Empty if nobody can tell.
    """
    program = next((name for mark, name in PROGRAMS.items() if mark in agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    return ", ".join(filter(None, [program, system]))
