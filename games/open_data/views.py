"""The open data page and its files."""

import logging
from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.models import OpenDataFile
from games.open_data import files, months
from games.rules import RULES

log = logging.getLogger(__name__)

MAX_AGE = 3600
"""Seconds for which caches may keep a file; a rewritten file keeps its address."""


@require_safe
def open_data(request: HttpRequest) -> HttpResponse:
    """Show the monthly files, a description of their contents, and how to opt out."""
    shown = [{"file": file, "games": _by_game(file)} for file in files.published()]
    return render(request, "open_data/open_data.html", {"files": shown, "settles": months.SETTLES.days})


def _by_game(file: OpenDataFile) -> list[dict[str, Any]]:
    """Return each game's name and number of records, in the site's order; games no longer on the site come last."""
    order = {variant: place for place, variant in enumerate(RULES)}
    known = sorted(file.games.items(), key=lambda each: order.get(each[0], len(order)))
    names = {variant: gettext(rules.engine.NAME) for variant, rules in RULES.items()}
    return [{"name": names.get(variant, variant), "number": number} for variant, number in known]


@require_safe
def download(request: HttpRequest, month: str) -> HttpResponseBase:
    """Send the file of a month, or 304 if the client has a current copy. Raise `Http404` if there is no such file."""
    if (wanted := months.read(month)) is None:
        raise Http404
    file = get_object_or_404(files.published().exclude(sha256=""), month=wanted)
    headers = {"ETag": f'"{file.sha256}"', "Cache-Control": f"public, max-age={MAX_AGE}"}
    current = HttpResponse(headers=headers)
    answer = get_conditional_response(request, headers["ETag"], response=current)
    if answer is not None and answer is not current:
        return answer
    try:
        content = file.path.open("rb")
    except FileNotFoundError as error:
        log.error("the open data of %s is not in OPEN_DATA_DIR", month)
        raise Http404 from error
    # so that GZipMiddleware doesn't compress it again
    request.META.pop("HTTP_ACCEPT_ENCODING", None)
    name = f"the-back-room-{month}.jsonl.gz"
    return FileResponse(content, as_attachment=True, filename=name, content_type="application/gzip", headers=headers)
