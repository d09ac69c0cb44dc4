"""Which language a page is in: the reader's choice, else what their browser asks for, else the installation's own.

The catalogues lie in `locale/`; docs/languages.md says how they are kept whole. Officials' pages and the API are in English until
their messages are translated too: then their addresses leave `ONE_LANGUAGE`, and nothing else changes.
"""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.cookie import parse_cookie
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.formats import get_format, number_format

from .sentences import Figure, Sentence

ONE_LANGUAGE = ("/account/", "/api/", "/console/", "/invited/")
NAMES = dict(settings.LANGUAGES)


def language_of(request: HttpRequest) -> str:
    """The language that this request is answered in: a key of `settings.LANGUAGES`."""
    if request.path.startswith(ONE_LANGUAGE):
        return str(settings.LANGUAGE_CODE)
    return translation.get_language_from_request(request)


def language_of_headers(path: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The same, before Django has seen a request.  headers: as ASGI has them."""
    request = HttpRequest()
    request.path = path
    for name, value in headers:
        if name == b"accept-language":
            request.META["HTTP_ACCEPT_LANGUAGE"] = value.decode("latin-1")
        if name == b"cookie":
            request.COOKIES |= parse_cookie(value.decode("latin-1"))
    return language_of(request)


def translated(text: str | Exception, change: Callable[[str], str] = str) -> str:
    """A sentence in the reader's language; of an exception its message. Any other text is given back as it is.

    change: what becomes of each text that stands in the sentence.
    """
    if isinstance(text, Exception):
        text = text.args[0] if text.args and isinstance(text.args[0], str) else str(text)
    if not isinstance(text, Sentence):
        return text
    number = text.number
    message = (
        translation.gettext(text.message) if number is None else translation.ngettext(text.message, text.plural, number)
    )
    values = {name: _in_language(value, change) for name, value in text.values.items()}
    return message.format(**values) if values else message


def _in_language(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Decimal):
        return number_format(value)
    if isinstance(value, Figure):
        return value.replace(".", get_format("DECIMAL_SEPARATOR"))
    if isinstance(value, Sentence):
        return translated(value, change)
    return change(value) if isinstance(value, str) else value


class LanguageMiddleware:
    """Answers each request in its language, and says so to whoever keeps answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = language_of(request)
        with translation.override(language):
            response = self.get_response(request)
        if not request.path.startswith(ONE_LANGUAGE):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
            response.headers.setdefault("Content-Language", language)
        return response
