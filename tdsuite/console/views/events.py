"""My events, an event's settings, its rules."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from tdsuite.console.forms.events import DiscardForm, EventForm, EventRulesForm
from tdsuite.console.forms.rulebooks import RulebookFileForm
from tdsuite.platform.access.addresses import unreachable_base
from tdsuite.platform.access.guard import actor_of, needs, require
from tdsuite.platform.access.models import Membership
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.event_lists import page_of_events
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.choices import describe
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.practice import has_results, what_goes, what_keeps
from tdsuite.tournaments.shortcuts import page_with_forms
from .common import decided


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The events that the user helps to run; an administrator sees all."""
    events = Tournament.objects.all()
    if not request.user.is_superuser:
        events = events.filter(pk__in=Membership.objects.filter(user=request.user.pk).values("tournament"))
    return render(request, "console/home.html", {"page": page_of_events(events, request.GET.get("page"))})


@login_required
def rulebook(request: HttpRequest, key: str = "") -> HttpResponse:
    """What one rulebook fixes and what it leaves to the organiser, before any event has it."""
    book = RULEBOOKS.get(key or request.GET.get("rulebook", ""))
    if book is None:
        raise Http404("There is no such rulebook.")
    context = {"book": book, "rows": describe(book, {}), "books": RULEBOOKS.values()}
    page = "console/_rulebook.html" if request.htmx else "console/rulebook.html"  # type: ignore[attr-defined]
    response = render(request, page, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@needs(Can.MANAGE_TOURNAMENT)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = EventForm(request.POST or None, instance=tournament)

    def save() -> None:
        update_tournament(by=actor_of(request), tournament=tournament, values=form.values())

    if decided(request, form, save, _("The settings are saved."), undo=True):
        return redirect("console:settings", tournament.slug)
    return settings_page(request, tournament, form, DiscardForm())


def settings_page(
    request: HttpRequest, tournament: Tournament, form: EventForm, discarding: DiscardForm
) -> HttpResponse:
    """The event's settings, and what goes with an event that was made by mistake."""
    context = {
        "form": form, "discarding": discarding, "tab": "settings",
        "has_results": has_results(tournament), "unreachable": unreachable_base(tournament),
        "keeps": what_keeps(tournament), "goes": () if tournament.is_practice else what_goes(tournament),
    }  # fmt: skip
    return page_with_forms(request, "console/settings.html", context)


@needs(Can.SEE_CONSOLE)
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The rules in force, and the organiser's choices. `?book=` shows what another book would fix."""
    asked = request.GET.get("book", "")
    form = EventRulesForm(
        request.POST or None, key=asked if asked in RULEBOOKS else tournament.rulebook, event=tournament
    )

    def save() -> None:
        update_tournament(by=actor_of(request), tournament=tournament, values=form.values())

    if request.method == "POST":
        require(request.user, tournament, Can.MANAGE_TOURNAMENT)
        if decided(request, form, save, _("The rules are saved.")):
            return redirect("console:rules", tournament.slug)
    return rules_page(request, tournament, form)


def rules_page(request: HttpRequest, tournament: Tournament, form: EventRulesForm, **more: Any) -> HttpResponse:
    """The rules by the book of `form`; `more`: what a rulebook's file was refused for."""
    choices = {**tournament.choices, "game_minutes": str(tournament.game_minutes)} if form.same else {}
    context = {
        "book": form.book,
        "same": form.same,
        "form": form,
        "file_form": RulebookFileForm(),
    }
    context |= {
        "books": list({**RULEBOOKS, tournament.rulebook: tournament.book}.values()),
        "own_books": RULEBOOKS.values(),
    }
    context |= {"rows": describe(form.book, choices), "tab": "rules"} | more
    return render(request, "console/rules.html", context, status=422 if form.errors or more else 200)
