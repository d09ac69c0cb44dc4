from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from .guard import NotAllowed

GetResponse = Callable[[HttpRequest], HttpResponse]


class ContentSecurityPolicyMiddleware:
    """Everything a page uses is served by us; nothing runs or styles inline."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response


class CookieMiddleware:
    """Every cookie is Secure exactly when the request came over HTTPS: a hall's own network has no certificate, a host name may."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for cookie in response.cookies.values():
            cookie["secure"] = request.is_secure()
        return response


class RefusalMiddleware:
    """A refused capability becomes a page that says what was refused and who may do it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotAllowed):
            return render(request, "refused.html", {"why": str(exception)}, status=403)
        return None
