"""Received sites: the pages as readers see them, and what the sending suite calls.  No cookie is read or set here."""

import json
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from tdsuite.exchange import blobs
from tdsuite.exchange.models import ReceivedSite
from tdsuite.exchange.received import commit, held, opened_by
from tdsuite.exchange.received_rules import DIGEST, LARGEST_FILE, LARGEST_LIST, is_near, kind_of
from tdsuite.platform.access.rates import count_call
from tdsuite.platform.numbers import whole
from tdsuite.platform.problems import MEDIA_TYPE, problem
from tdsuite.tournaments.services.decision import Refused

# Somebody else's pages on our host: no script, no form, no frame, no cookie in reach, nothing from another host.
POLICY = "sandbox; default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
OPEN_LINE = "Send this over HTTPS: over plain HTTP only computers of the same hall may."
WRONG = "This token does not open this site."
CODES = {
    400: "bad_request", 401: "wrong_token", 403: "open_line", 409: "bytes_missing", 413: "too_large", 422: "not_as_announced",
    507: "no_room",
}  # fmt: skip
View = Callable[..., HttpResponse]


@require_safe
def page(request: HttpRequest, slug: str, name: str = "index.html") -> HttpResponseBase:
    """One file of a received site, as it was sent, in a sandbox."""
    site = ReceivedSite.objects.filter(slug=slug).first()
    for _ in range(2):  # a push between the row and the bytes: look again
        row = site.files.filter(path=name).first() if site is not None else None
        data = blobs.read(row.site, row.digest) if row is not None else None
        if row is not None and data is not None:
            response = HttpResponse(data, content_type=kind_of(name))
            return get_conditional_response(
                request, etag=quote_etag(row.digest), response=_guarded(response, row.digest)
            )  # type: ignore[return-value]
    raise Http404("There is no such page.")


def _guarded(response: HttpResponse, digest: str) -> HttpResponse:
    response["Content-Security-Policy"] = POLICY
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-cache"
    response["ETag"] = quote_etag(digest)
    if response["Content-Type"].startswith("text/javascript"):
        response["Access-Control-Allow-Origin"] = "*"  # overlays on other hosts read it; it is data and public
    return response


def with_token(view: View) -> View:
    """Ask for the site's own token, over HTTPS or from a network nearby; hand the site on in the slug's stead.

    A call with another token counts as a stranger's; those of the site are not counted.
    """

    @csrf_exempt
    @wraps(view)
    def asked(request: HttpRequest, slug: str, **rest: Any) -> HttpResponse:
        if not request.is_secure() and not is_near(request.META.get("REMOTE_ADDR") or "127.0.0.1"):
            return _says(403, OPEN_LINE)
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        site = opened_by(slug, token.strip()) if scheme.lower() == "bearer" else None
        if site is None:
            count_call(request, None)
            return _says(401, WRONG)
        return view(request, site, **rest)

    return asked


def _says(status: int, detail: str, **facts: Any) -> JsonResponse:
    return JsonResponse(problem(status, CODES[status], detail, **facts), status=status, content_type=MEDIA_TYPE)


@require_GET
@with_token
def state(request: HttpRequest, site: ReceivedSite) -> HttpResponse:
    """What the site holds, what waits for the end of a push, and how large a file may be."""
    files, waiting = held(site)
    return JsonResponse({"format": "tdsuite-site", "version": 1, "files": files, "waiting": waiting, "largest_file": LARGEST_FILE})  # fmt: skip


@require_http_methods(["PUT"])
@with_token
def put(request: HttpRequest, site: ReceivedSite, digest: str) -> HttpResponse:
    """Bytes under their SHA-256; readers see them once a list names them."""
    size = _announced(request)
    if not DIGEST.fullmatch(digest) or size is None:
        return _says(400, "Say the size, and name the bytes by their SHA-256.")
    if size > LARGEST_FILE:
        return _says(413, f"A file may have {LARGEST_FILE // 1024 // 1024} MB.")
    try:
        blobs.keep(site, digest, _chunks(request), size)
    except blobs.NotWhole as error:
        return _says(422, str(error))
    except blobs.NoRoom as error:
        return _says(507, str(error))
    return HttpResponse(status=204)


def _announced(request: HttpRequest) -> int | None:
    return whole(request.headers.get("Content-Length"))


def _chunks(request: HttpRequest) -> Iterator[bytes]:
    while chunk := request.read(blobs.AT_ONCE):
        yield chunk


@require_POST
@with_token
def list_files(request: HttpRequest, site: ReceivedSite) -> HttpResponse:
    """The end of a push: exactly these files from now on.  409 with what is missing, 422 with why not."""
    if (_announced(request) or 0) > LARGEST_LIST:
        return _says(413, "This list is too long.")
    try:
        files = json.loads(request.body)["files"]
        if not isinstance(files, dict):
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError, RawPostDataException):
        return _says(400, 'Send {"files": {name: SHA-256}}.')
    try:
        done = commit(site=site, files=files)
    except Refused as refusal:
        return _says(422, str(refusal))
    if done.missing:
        return _says(409, "Some bytes are not here yet.", missing=done.missing)
    return JsonResponse({"changed": done.changed, "removed": done.removed})
