"""What an invited person opens: take the role with the account that is logged in, or with a new one."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdsuite.platform.access.errors import InvitationOver
from tdsuite.platform.access.forms import NewAccountForm
from tdsuite.platform.access.models import User
from tdsuite.platform.access.services.invitations import invitation_of, take


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Opening the link takes nothing: only the button does."""
    own = request.user if isinstance(request.user, User) else None
    form = NewAccountForm(request.POST or None)
    try:
        invitation = invitation_of(token)
        if request.method == "POST" and (own or form.is_valid()):
            values = (
                {} if own else {"username": form.cleaned_data["username"], "password": form.cleaned_data["password1"]}
            )
            user = take(token=token, user=own, **values)
            if own is None:
                login(request, user)
            messages.success(request, _("Welcome: you help at %s now.") % invitation.tournament)
            return redirect("console:home")
    except InvitationOver as over:
        return render(request, "access/invited.html", {"over": str(over)}, status=404)
    context = {"invitation": invitation, "form": form, "own": own}
    return render(request, "access/invited.html", context, status=422 if form.errors and not own else 200)
