"""Log in, and the page of one's own account: password, API tokens, sessions."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdsuite.platform.access import devices
from tdsuite.platform.access.forms import LogInForm, TokenForm
from tdsuite.platform.access.models import ApiToken, User
from tdsuite.platform.access.services.own_account import change_password, end_session, note_session, sessions_of
from tdsuite.platform.access.tokens import make_token, revoke_token


class LogIn(auth_views.LoginView):
    """The officials' page. Its device cookie lets wrong tries of strangers be counted apart from those of this browser."""

    template_name = "access/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = devices.remember(request, super().dispatch(request, *args, **kwargs))
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        note_session(self.request)
        return response


login = LogIn.as_view()
logout = auth_views.LogoutView.as_view()


def page(request: HttpRequest, user: User, **forms: Any) -> HttpResponse:
    """The account's page.  forms: `password` or `token` as they were sent; `key`, a token just made, shown this once."""
    context = {
        "password": PasswordChangeForm(user),
        "token": TokenForm(),
        "tokens": user.api_tokens.order_by("-made_at"),
        "sessions": sessions_of(user, request.session.session_key),
        **forms,
    }
    refused = any(form.errors for form in (context["password"], context["token"]))
    return render(request, "access/account.html", context, status=422 if refused else 200)


def own(request: HttpRequest) -> User:
    """The account that is logged in; `login_required` stands before every view that asks."""
    assert isinstance(request.user, User)
    return request.user


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Password, tokens and sessions of one's own account."""
    return page(request, own(request))


@login_required
@require_POST
def password(request: HttpRequest) -> HttpResponse:
    """A new password, for the old one."""
    user = own(request)
    form = PasswordChangeForm(user, request.POST)
    if not form.is_valid():
        return page(request, user, password=form)
    change_password(by=user, password=form.cleaned_data["new_password1"])
    update_session_auth_hash(request, user)
    messages.success(request, _("The password is changed. Other sessions and all tokens are over."))
    return redirect("access:account")


@login_required
@require_POST
def new_token(request: HttpRequest) -> HttpResponse:
    """A new token, in this answer alone."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return page(request, own(request), token=form)
    return page(request, own(request), key=make_token(by=own(request), **form.cleaned_data))


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """A token of one's own account works no more."""
    revoke_token(by=own(request), token=get_object_or_404(ApiToken, pk=pk, user=own(request)))
    messages.success(request, _("The token is revoked."))
    return redirect("access:account")


@login_required
@require_POST
def end(request: HttpRequest, name: str) -> HttpResponse:
    """Log out in another place."""
    end_session(by=own(request), name=name)
    messages.success(request, _("The session is over."))
    return redirect("access:account")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    why = "This page was open for too long, or cookies are switched off. Go back, reload the page and send it again; nothing was changed."
    return render(request, "refused.html", {"why": why}, status=403)
