"""Names of browsers and systems, derived from the User-Agent."""

# The first match wins, because most browsers also name the ones they imitate.
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
    """Return a name such as "Firefox, Linux", or an empty string. It is only a label, so a wrong guess does no harm."""
    program = next((name for mark, name in PROGRAMS.items() if mark in agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    return ", ".join(filter(None, [program, system]))
