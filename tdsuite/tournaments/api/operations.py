"""What each address of the API takes and answers, said once beside its view; the OpenAPI document is made of it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from hashlib import sha256
from typing import Any, get_origin

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import never_cache
from rest_framework import serializers
from rest_framework.decorators import api_view, permission_classes, throttle_classes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from tdsuite.platform.access.permissions import AsksGuard
from tdsuite.platform.access.roles import Can
from tdsuite.platform.problems import MEDIA_TYPE, problem_bytes
from tdsuite.tournaments.api.lists import page_of
from tdsuite.tournaments.api.once import HEADER, TOO_LARGE, once

View = Callable[..., Any]
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method at one address.

    Attributes:
        can: whoever has this capability may; None: see `access`.
        answer: the type of the answer; None: it is empty.
        status: of the answer.
        sends: the fields of the body.
        query: the fields of the address, after `?`; those of a list are beside `limit` and `offset`.
        rows: the answer's name for its rows, where it is a list with something about it.
        also: the types of other answers, by status.
        media: the media types of the answer, which are others where it is a file.
        binary: the body is a file's bytes.
        access: "everyone", or "site": the token of a received site.
        slow: it reads what takes long before it decides; the view itself says from where on it is done `once`.
    """

    can: Can | None
    answer: Any = None
    status: int = 200
    sends: type[serializers.BaseSerializer[Any]] | None = None
    query: type[serializers.Serializer[Any]] | None = None
    rows: str = ""
    also: Mapping[int, Any] = field(default_factory=dict)
    media: Collection[str] = (JSON,)
    binary: bool = False
    access: str = ""
    slow: bool = False

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

    permission = AllowAny if any(operation.access for operation in by_method.values()) else AsksGuard

    def declare(function: View) -> View:
        framed = permission_classes([permission])(_framed(function, by_method))
        if any(operation.access == "site" for operation in by_method.values()):
            framed = throttle_classes([])(framed)  # a suite that publishes sends a file a call
        view = _tagged(api_view(list(by_method))(framed))
        view.cls.operations = by_method  # type: ignore[attr-defined]
        if any(operation.is_file for operation in by_method.values()):
            view.cls.content_negotiation_class = FileIsSent  # type: ignore[attr-defined]
        return view if cached else never_cache(view)

    return declare


def _framed(function: View, by_method: Mapping[str, Operation]) -> View:
    @wraps(function)
    def view(request: Request, **words: Any) -> Any:
        operation = by_method.get(request.method or "")
        act = partial(function, request, **words)
        if operation is None:  # HEAD, OPTIONS
            return act()
        if request.method == "GET":
            return page_of(request, operation.query, operation.rows, act) if operation.is_list else act()
        return act() if operation.access or operation.slow else once(request, act)

    return view


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
    content = response.content + response.get("Link", "").encode()
    response["ETag"] = quote_etag(sha256(content).hexdigest()[:32])
    return get_conditional_response(request, etag=response["ETag"], response=response)
