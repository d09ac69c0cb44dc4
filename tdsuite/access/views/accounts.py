from typing import Any

from django.contrib.auth import views as auth_views
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from .. import devices
from ..forms import LogInForm


class LogIn(auth_views.LoginView):
    """The officials' page. Its device cookie lets wrong tries of strangers be counted apart from those of this browser."""

    template_name = "access/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = devices.remember(request, super().dispatch(request, *args, **kwargs))
        return response


login = LogIn.as_view()
logout = auth_views.LogoutView.as_view()


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    why = "This page was open for too long, or cookies are switched off. Go back, reload the page and send it again; nothing was changed."
    return render(request, "refused.html", {"why": why}, status=403)
