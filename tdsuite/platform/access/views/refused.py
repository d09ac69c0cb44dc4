"""The page of a request whose form is too old, or was not ours."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What Django calls where a form brings no token of its reader's."""
    why = _(
        "This page was open for too long, or cookies are switched off. Go back, reload the page and send it again; "
        "nothing was changed."
    )
    if settings.SESSION_COOKIE_NAME not in request.COOKIES and request.path.startswith("/console/"):
        why = _("You are logged out. Log in again, reload the page and send it again; nothing was changed.")
    return render(request, "refused.html", {"why": why}, status=403)
