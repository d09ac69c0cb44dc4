"""What each address of the API takes and answers, said once beside its view; the OpenAPI document is made of it."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from hashlib import sha256
from typing import Any, get_args, get_origin

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import never_cache
from rest_framework import serializers
from rest_framework.decorators import api_view, permission_classes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from tdsuite.platform.access.permissions import AsksGuard
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.problems import MEDIA_TYPE, problem_bytes
from .lists import page_of
from .once import HEADER, TOO_LARGE, once

View = Callable[..., Any]
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method at one address.

    Attributes:
        can: the capability that the call needs; None: everyone may, and nothing is done `once`.
        answer: the type of the answer: a serializer, which is given what the view returns, or a TypedDict; None: it is empty.
        status: of the answer.
        sends: the fields of the body.
        query: the fields of the address, after `?`; those of a list are beside `limit` and `offset`.
        rows: the answer's name for its rows, where it is a list with something about it.
        also: the types of other answers, by status.
        media: the media types of the answer, which are others where it is a file.
        location: where what was made is, below the event, as "prizes/{id}/" with words of the answer and `path`, the call's own
            address; "": there.
        slow: it reads what takes long before it decides; the view itself says from where on it is done `once`, and answers whole.
    """

    can: Can | None
    answer: Any = None
    status: int = 200
    sends: type[serializers.BaseSerializer[Any]] | None = None
    query: type[serializers.Serializer[Any]] | None = None
    rows: str = ""
    also: Mapping[int, Any] = field(default_factory=dict)
    media: Collection[str] = (JSON,)
    slow: bool = False
    location: str = ""

    @property
    def is_list(self) -> bool:
        """Read a page at a time."""
        return bool(self.rows) or get_origin(self.answer) is list

    @property
    def is_file(self) -> bool:
        return JSON not in self.media or len(self.media) > 1


class FileIsSent(DefaultContentNegotiation):
    """A file is of its own kind: it is sent to whoever accepts that, and to others, who named it."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))  # of the errors
        return renderer, renderer.media_type


def operations(*, cached: bool = False, **by_method: Operation) -> Callable[[View], View]:
    """An API view with what its methods take and answer.  The view itself asks the guard.

    cached: browsers and proxies may keep the answer.
    """

    permission = AllowAny if any(operation.can is None for operation in by_method.values()) else AsksGuard

    def declare(function: View) -> View:
        framed = permission_classes([permission])(_framed(function, by_method))
        view = _tagged(api_view([*by_method, *(["HEAD"] if "GET" in by_method else [])])(framed))
        view.cls.operations = by_method  # type: ignore[attr-defined]
        if any(operation.is_file for operation in by_method.values()):
            view.cls.content_negotiation_class = FileIsSent  # type: ignore[attr-defined]
        return view if cached else never_cache(view)

    return declare


def _framed(function: View, by_method: Mapping[str, Operation]) -> View:
    @wraps(function)
    def view(request: Request, **words: Any) -> Any:
        if request.method == "HEAD":
            return _as_get(request, view, words)
        operation = by_method.get(request.method or "")
        if operation is None:  # OPTIONS
            return function(request, **words)
        act = partial(_answered, operation, request, partial(function, request, **words))
        if request.method == "GET":
            return act()
        response = act() if operation.can is None or operation.slow else once(request, act)
        if response.status_code in (201, 202) and not response.has_header("Location"):
            location = operation.location if response.status_code == 201 else "jobs/{job}/"
            response["Location"] = _where(request.path, location, response)
        return response

    return view


def _answered(operation: Operation, request: Request, act: Callable[[], Any]) -> Any:
    """The view's response, its data as the serializer of its answer has them; of a list, one page."""
    reads_list = request.method == "GET" and operation.is_list
    response = page_of(request, operation.query, operation.rows, act) if reads_list else act()
    answer, many = operation.also.get(response.status_code, operation.answer), False
    if get_args(answer):  # a list; or of one kind, else nothing
        answer, many = get_args(answer)[0], get_origin(answer) is list
    if is_serializer(answer) and not operation.slow and response.data is not None:
        response.data = answer(response.data, many=many).data
    return response


def is_serializer(answer: Any) -> bool:
    """Whether an answer is made by a serializer; else the view makes it whole."""
    return isinstance(answer, type) and issubclass(answer, serializers.BaseSerializer)


def _as_get(request: Request, view: View, words: Mapping[str, Any]) -> Any:
    request._request.method = "GET"
    try:
        return view(request, **words)
    finally:
        request._request.method = "HEAD"


def _where(path: str, location: str, response: Any) -> str:
    """The address of what was made: `path` is the call's own, "/api/v1/tournaments/SLUG/…"."""
    if not location:
        return path
    event, words = "/".join(path.split("/")[:5]), getattr(response, "data", None) or json.loads(response.content)
    named = location.format(path=path, **words)
    return named if named.startswith("/") else f"{event}/{named}"


def _tagged(view: View) -> View:
    """Whoever sends back the `ETag` of what they read (`If-None-Match`) is told that it still holds (304)."""

    @wraps(view)
    def tagged(request: HttpRequest, *args: Any, **words: Any) -> Any:
        if HEADER in request.headers:
            try:
                _ = request.body  # before somebody reads a form of it: then its bytes are gone
            except RequestDataTooBig:
                return HttpResponse(problem_bytes(413, TOO_LARGE), MEDIA_TYPE, status=413)
        response = view(request, *args, **words)
        if request.method in ("GET", "HEAD") and response.status_code == 200 and hasattr(response, "render"):
            response.add_post_render_callback(partial(_conditional, request))
        return response

    return tagged


def _conditional(request: HttpRequest, response: HttpResponse) -> Any:
    response["ETag"] = quote_etag(sha256(response.content + response.get("Link", "").encode()).hexdigest()[:32])
    return get_conditional_response(request, etag=response["ETag"], response=response)
