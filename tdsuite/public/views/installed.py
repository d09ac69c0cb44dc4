"""What makes an event's pages an app of a phone, where the address is secure: the manifest, the service worker, the page without a network."""

import json
from collections.abc import Sequence

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import translation
from django.views.decorators.http import require_safe

from tdsuite.public.caching import of_event
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import History

BAND, GROUND = "#082a22", "#f1f4f2"
ICONS = ("icon-192", "icon-512", "maskable-192", "maskable-512")  # in static/tdsuite/icons


@of_event
def manifest(request: HttpRequest, tournament: Tournament, _histories: Sequence[History]) -> HttpResponse:
    """The event as an app: it opens with the event's page, or the player's own where it was installed from there."""
    page = "results:me" if request.GET.get("from") == "own" else "public:event"
    content = {
        "name": str(tournament),
        "lang": translation.get_language(),
        "start_url": tournament.url(page),
        "scope": "/",
        "display": "standalone",
        "theme_color": BAND,
        "background_color": GROUND,
        "icons": [*map(_icon, ICONS), {"src": static("tdsuite/logo.svg"), "type": "image/svg+xml", "sizes": "any"}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icon(name: str) -> dict[str, str]:
    kind, _, size = name.partition("-")
    purpose = "maskable" if kind == "maskable" else "any"
    src = static(f"tdsuite/icons/{name}.png")
    return {"src": src, "type": "image/png", "sizes": f"{size}x{size}", "purpose": purpose}


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of this version of the suite. It stands at the root, for all pages; browsers ask for it anew by themselves."""
    version = json.dumps(getattr(staticfiles_storage, "manifest_hash", ""))
    script = f"self.suite = {version};\nimportScripts({json.dumps(static('tdsuite/js/offline.js'))});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What a phone shows without a network in place of a page that it has not seen."""
    return render(request, "public/offline.html")
