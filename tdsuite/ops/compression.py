"""Pages travel packed. Only pages: files are packed once beforehand, PDF and pictures are packed by nature.

A secret that stands in a page with text from the request could be guessed from the length of the packed answer (BREACH).
Our pages hold one secret, the form token, which Django masks anew each time; and Django's packer adds bytes at random.
"""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

KINDS = ("text/html", "application/json")


class PackedPagesMiddleware(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, HttpResponse) and response.headers.get("Content-Type", "").startswith(KINDS):
            return super().process_response(request, response)
        return response
