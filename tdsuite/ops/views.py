from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .health import look


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The installation's health as JSON; 503 only when pages cannot work."""
    found = look()
    return JsonResponse(found.as_json(), status=503 if found.status == "down" else 200)
