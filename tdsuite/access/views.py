from django.contrib.auth import views as auth_views
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

login = auth_views.LoginView.as_view(template_name="access/login.html", redirect_authenticated_user=True)
logout = auth_views.LogoutView.as_view()


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    why = "This page was open for too long, or cookies are switched off. Go back, reload the page and send it again; nothing was changed."
    return render(request, "refused.html", {"why": why}, status=403)
