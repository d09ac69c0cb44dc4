"""Log in, and the page of one's own account: password, API tokens."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash, views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdsuite.platform.access import devices
from tdsuite.platform.access.errors import Throttled
from tdsuite.platform.access.forms import CodeForm, LogInForm, SwitchOffForm, TokenForm
from tdsuite.platform.access.models import ApiToken, User
from tdsuite.platform.access.services.own_account import change_password
from tdsuite.platform.access.tokens import make_token, revoke_token

WAITING, WAIT = "password_fits", timedelta(minutes=10)  # in the session of who still has to type a code


class LogIn(auth_views.LoginView):
    """The officials' page. Its device cookie lets wrong tries of strangers be counted apart from those of this browser."""

    template_name = "access/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = devices.remember(request, super().dispatch(request, *args, **kwargs))
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        user = form.get_user()
        if user.has_second_factor:
            self.request.session[WAITING] = [user.pk, user.password_mark, (timezone.now() + WAIT).isoformat()]
            query = urlencode({"next": self.get_redirect_url()})
            return redirect(f"{reverse('access:login_code')}?{query}")
        return self.enter(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        throttled = any(error.code == Throttled.code for errors in form.errors.as_data().values() for error in errors)
        return self.render_to_response(self.get_context_data(form=form), status=429 if throttled else 422)

    def enter(self, form: Any) -> HttpResponse:
        """Log in, when all that was asked for is there."""
        response: HttpResponse = super().form_valid(form)
        self.request.session.pop(WAITING, None)
        return response


class LogInCode(LogIn):
    """The code of the second factor, asked after the password, in the same browser and within ten minutes."""

    template_name = "access/login_code.html"
    authentication_form = CodeForm  # type: ignore[assignment]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.user = waiting_user(request)
        if self.user is None and not request.user.is_authenticated:
            return redirect("access:login")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        sent = {"data": self.request.POST} if self.request.method == "POST" else {}
        return {"user": self.user, "device": devices.device_of(self.request), **sent}

    def get_form(self, form_class: Any = None) -> Any:
        form = super().get_form(form_class)
        form.fields["code"].widget.attrs["autofocus"] = True
        return form

    def form_valid(self, form: Any) -> HttpResponse:
        return self.enter(form)


def waiting_user(request: HttpRequest) -> User | None:
    """Who typed the right password in this browser just now, and has not typed a code yet."""
    pk, mark, until = request.session.get(WAITING, (None, "", ""))
    user = User.objects.filter(pk=pk, is_active=True).first()
    fresh = user is not None and user.password_mark == mark and timezone.now().isoformat() < until
    return user if fresh else None


login = LogIn.as_view()
login_code = LogInCode.as_view()
logout = auth_views.LogoutView.as_view()


def page(request: HttpRequest, user: User, **forms: Any) -> HttpResponse:
    """The account's page.  forms: one of its forms as it was sent; `key`, a token just made, shown this once."""
    context = {
        "password": PasswordChangeForm(user),
        "token": TokenForm(),
        "off": SwitchOffForm(user=user, device=devices.device_of(request)),
        "renewal": CodeForm(user=user, device=devices.device_of(request), prefix="renewal"),
        "tokens": user.api_tokens.filter(user.working).order_by("-made_at"),
        **forms,
    }
    refused = any(context[name].errors for name in ("password", "token", "off", "renewal"))
    return devices.remember(request, render(request, "access/account.html", context, status=422 if refused else 200))


def own(request: HttpRequest) -> User:
    """The account that is logged in; `login_required` stands before every view that asks."""
    assert isinstance(request.user, User)
    return request.user


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Password and tokens of one's own account."""
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
