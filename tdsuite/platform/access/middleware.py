from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

from tdsuite.platform.access.services.second_factor import lacks
from tdsuite.platform.printing.services import UnknownLook
from tdsuite.platform.web.problems import API, MEDIA_TYPE, as_problem, problem
from tdsuite.platform.words.languages import translated
from .guard import NotAllowed
from .models import User

GetResponse = Callable[[HttpRequest], HttpResponse]


PAGE_METHODS = ("GET", "HEAD", "OPTIONS", "POST")
PACKED = ("text/html", "application/json")
OFFICIALS = ("/account/", "/console/", "/log-in/")


class PageMiddleware:
    """Everything a page uses is served by us; nothing runs or styles inline. A refused capability says who may do it.
    A paper or a language that nothing is printed on or in is answered with those that there are.

    No browser stores officials' pages. Pages know GET and POST alone; the API's calls say themselves what they know, and errors that no
    view of it answered are problem documents too. Every cookie is Secure exactly when the request came over HTTPS: a hall's own network has
    no certificate, a host name may.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_call = request.path.startswith(API)
        if is_call or request.method in PAGE_METHODS:
            response = self.get_response(request)
        else:
            response = HttpResponseNotAllowed(PAGE_METHODS)
        if is_call and response.status_code >= HTTPStatus.BAD_REQUEST:
            response = as_problem(response)
        elif response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and request.method == "GET":
            response.content = render_to_string("405.html", request=request)  # a button's address, opened without it
        for cookie in response.cookies.values():
            cookie["secure"] = request.is_secure()
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        if request.path.startswith(OFFICIALS) and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)  # Back after a log-out shows nothing
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotAllowed):
            return render(request, "refused.html", {"why": translated(exception)}, status=403)
        if isinstance(exception, UnknownLook):
            return render(request, "not_printed.html", {"why": str(exception)}, status=400)
        return None


class PackedPagesMiddleware(GZipMiddleware):
    """Pages travel packed. Only pages: files are packed once beforehand, PDF and pictures are packed by nature.

    A secret that stands in a page with text from the request could be guessed from the length of the packed answer (BREACH).
    Our pages hold one secret, the form token, which Django masks differently each time; and Django's packer adds bytes at random.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, HttpResponse) and response.headers.get("Content-Type", "").startswith(PACKED):
            return super().process_response(request, response)
        return response


WITHOUT_FACTOR = ("access:second_factor", "access:logout")
SET_UP = "Set up the second factor of this account first, on its page *Account*: this installation asks for one."


class SecondFactorMiddleware(MiddlewareMixin):
    """Whoever has to have a second factor, and has none, is led to set it up: no other page answers them."""

    def __init__(self, get_response: GetResponse) -> None:
        if settings.SECOND_FACTOR == "offered":
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None  # a token was made under the account's rules; nobody else is logged in
        assert request.resolver_match is not None
        if request.resolver_match.view_name in WITHOUT_FACTOR:
            return None
        if not isinstance(request.user, User) or not lacks(request.user):
            return None
        if request.path.startswith(API):
            return JsonResponse(problem(403, "second_factor_needed", SET_UP), status=403, content_type=MEDIA_TYPE)
        return redirect("access:second_factor")
