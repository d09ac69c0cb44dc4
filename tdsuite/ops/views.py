from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .health import look


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The installation's health as JSON; 503 only when pages cannot work."""
    health = look()
    return JsonResponse(health.as_json(), status=503 if health.status == "down" else 200)
