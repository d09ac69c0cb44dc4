"""The administrator's page of backups: where they go, restore."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.shortcuts import refusal_in
from . import services, state
from .forms import FolderForm, RestoreForm, sticks
from .restoring import lay_ready

View = Callable[..., HttpResponse]


def _for_administrators(view: View) -> View:
    @never_cache
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        require(request.user, None, Can.LOOK_AFTER_BACKUPS)
        return view(request)

    return guarded


@_for_administrators
def page(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, **forms_given: forms.Form) -> HttpResponse:
    """The page; a form that was refused stands on it as it was filled in."""
    choice = state.chosen()
    blank: dict[str, forms.Form] = {
        "folder_form": FolderForm(initial={"folder": choice.folder if choice else ""}),
        "restore_form": RestoreForm(events=services.events_here()),
    }
    context: dict[str, Any] = {**blank, **forms_given, "backup": state.status(), "choice": choice, "sticks": sticks()}
    return render(request, "ops/backups.html", context, status=422 if forms_given else 200)


@require_POST
@_for_administrators
def folder(request: HttpRequest) -> HttpResponse:
    form = FolderForm(request.POST)
    if form.is_valid():
        with refusal_in(form):
            services.choose_folder(by=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved. The next copy goes there within seconds."))
            return redirect("backups:page")
    return _page(request, folder_form=form)


@require_POST
@_for_administrators
def restore(request: HttpRequest) -> HttpResponse:
    """Lay a copy ready; the launcher, which sees it, stops everything, puts it in place and starts again."""
    form = RestoreForm(request.POST, events=services.events_here())
    if form.is_valid():
        with refusal_in(form):
            laid = lay_ready(Path(form.cleaned_data["source"].strip()), form.cleaned_data["passphrase"])
            return render(request, "ops/restoring.html", {"laid": laid})
    return _page(request, restore_form=form)
