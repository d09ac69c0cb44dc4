from ipaddress import ip_address

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from . import health

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Via")


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The installation's health as JSON, its status alone for strangers; 503 only when pages cannot work."""
    answer = health.look()
    says = answer.as_json() if _is_here(request) else {"status": answer.status}
    return JsonResponse(says, status=503 if answer.status == "down" else 200)


def _is_here(request: HttpRequest) -> bool:
    """Whether a program on this computer asks, and through no proxy."""
    address = request.META.get("REMOTE_ADDR", "")
    return ip_address(address or "::").is_loopback and not any(name in request.headers for name in FORWARDED)
