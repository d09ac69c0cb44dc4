import hmac
from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from . import health, metrics, readiness

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Via")


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The installation's health as JSON; 503 only when pages cannot work."""
    answer = health.look()
    return JsonResponse(answer.as_json(), status=503 if answer.status == "down" else 200)


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Each check as JSON; 503 where requests cannot be answered, with `?all` where anything is wrong."""
    answer = readiness.look()
    well = not answer.wrong if "all" in request.GET else answer.ready
    return JsonResponse(answer.as_json(), status=200 if well else 503)


@require_safe
@never_cache
def figures(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus: for whoever has the token; without one, for programs on this computer."""
    if not _may_see_figures(request):
        raise PermissionDenied
    try:
        return HttpResponse(metrics.text(), metrics.MEDIA_TYPE)
    except DatabaseError:
        return HttpResponse("The database does not answer.\n", "text/plain; charset=utf-8", status=503)


def _may_see_figures(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(sent.encode(), settings.METRICS_TOKEN.encode())
    address = request.META.get("REMOTE_ADDR", "")
    return ip_address(address or "::").is_loopback and not any(name in request.headers for name in FORWARDED)
