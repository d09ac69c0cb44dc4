"""The second factor of one's own account: set it up, renew its recovery codes, switch it off."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tdsuite.platform.access import codes
from tdsuite.platform.access.devices import device_of
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.forms import CodeForm, FirstCodeForm, SwitchOffForm
from tdsuite.platform.access.qr import code_of
from tdsuite.platform.access.services.second_factor import lacks, renew_recovery_codes, switch_off, switch_on
from .accounts import own, page

NONCE = "second_factor_nonce"  # in the session while it is set up: the secret itself is computed from it


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """GET: the secret, to scan or to type. POST: the first code; the answer has the recovery codes, this once."""
    user, form = own(request), FirstCodeForm(request.POST or None)
    if user.has_second_factor:
        return redirect("access:account")
    nonce = request.session.setdefault(NONCE, codes.new_nonce())
    if form.is_valid():
        try:
            recovery_codes = switch_on(by=user, nonce=nonce, code=form.cleaned_data["code"])
        except SignInRefused as refusal:
            form.add_error("code", refusal.says)
        else:
            del request.session[NONCE]
            update_session_auth_hash(request, user)
            return render(request, "access/recovery_codes.html", {"codes": recovery_codes, "new": True})
    secret = codes.factor_secret(nonce)
    picture = code_of(codes.factor_address(secret, user.get_username(), f"tdsuite {request.get_host()}"))
    context = {"form": form, "code": picture, "secret": codes.shown_secret(secret), "required": lacks(user)}
    return render(request, "access/second_factor.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """New recovery codes for a code, in this answer alone."""
    user = own(request)
    form = CodeForm(request.POST, user=user, device=device_of(request), prefix="renewal")
    if not user.has_second_factor:
        return redirect("access:account")
    if not form.is_valid():
        return page(request, user, renewal=form)
    return render(request, "access/recovery_codes.html", {"codes": renew_recovery_codes(by=user)})


@login_required
@require_POST
def off(request: HttpRequest) -> HttpResponse:
    """The password alone again, for password and code."""
    user = own(request)
    form = SwitchOffForm(request.POST, user=user, device=device_of(request))
    if not user.has_second_factor:
        return redirect("access:account")
    if not form.is_valid():
        return page(request, user, off=form)
    switch_off(by=user)
    update_session_auth_hash(request, user)
    messages.success(request, _("The second factor is switched off. Other sessions and all tokens are over."))
    return redirect("access:account")
