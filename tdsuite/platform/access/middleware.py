from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.audit.handed_over import HandedOver

GetResponse = Callable[[HttpRequest], HttpResponse]


class CookieMiddleware:
    """Every cookie is Secure exactly when the request came over HTTPS: a hall's own network has no certificate, a host name may."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for cookie in response.cookies.values():
            cookie["secure"] = request.is_secure()
        return response


OFFICIALS = ("/account/", "/console/", "/log-in/")


class PageMiddleware:
    """Everything a page uses is served by us; nothing runs or styles inline. A refused capability says who may do it.

    No browser stores officials' pages.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        if request.path.startswith(OFFICIALS) and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)  # Back after a log-out shows nothing
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotAllowed | HandedOver):
            return render(request, "refused.html", {"why": str(exception)}, status=403)
        return None
