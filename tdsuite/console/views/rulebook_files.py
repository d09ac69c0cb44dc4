"""A rulebook from a file: give it, look at what it changes, play by it, and take its text along."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdsuite.console.forms.events import EventRulesForm
from tdsuite.console.forms.rulebooks import RulebookFileForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.as_file import as_file
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.practice import has_results
from tdsuite.tournaments.services.rulebook_files import UnusableRulebook, load_rulebook, plan_rulebook
from .common import pressed
from .events import rules_page


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def give(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give a file. The answer shows every change against the base book, or every fault; nothing is saved."""
    form, rules = (
        RulebookFileForm(request.POST, request.FILES),
        EventRulesForm(key=tournament.rulebook, event=tournament),
    )
    if not form.is_valid():
        return rules_page(request, tournament, rules, file_form=form)
    data = form.data_given()
    try:
        plan = plan_rulebook(data, tournament)
    except UnusableRulebook as unusable:
        given_text = RulebookFileForm(initial={"text": data.decode("utf-8", "replace")})
        return rules_page(request, tournament, rules, file_form=given_text, problems=unusable.problems)
    context = {"plan": plan, "tab": "rules", "has_results": has_results(tournament)}
    return render(request, "console/rulebook_plan.html", context)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def load(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have the event played by the book that was looked at."""
    by, text = actor_of(request), request.POST.get("text", "")
    says = _("The event is played by this rulebook now.")
    pressed(request, lambda: load_rulebook(by=by, tournament=tournament, data=text), says)
    return redirect("console:rules", tournament.slug)


@needs(Can.SEE_CONSOLE)
def text(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The text of the event's rulebook file. `?book=`, or an event by one of the suite's books: a file to start from."""
    book = RULEBOOKS.get(request.GET.get("book", "") or tournament.rulebook)
    name = book.own_key if book else tournament.rulebook
    body = as_file(book) if book else tournament.rulebook_file
    response = HttpResponse(body.encode(), content_type="application/toml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return response
