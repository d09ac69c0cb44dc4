"""A division's roster: the list, one player, withdrawals."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.services.numbering import may_be_numbered, number_by_rating
from tdsuite.console.forms.events import EntryForm, EntryWithdrawForm, ReasonForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.undo import Undo, offer_form_undo, offer_undo
from tdsuite.tournaments.models import Entry, Tournament
from tdsuite.tournaments.player_pages import page_of_players, plain
from tdsuite.tournaments.services.entries import add_entry, remove_entry, update_entry, withdraw_entry
from tdsuite.tournaments.shortcuts import division_of

from .common import decided, pressed


@needs(Can.SEE_CONSOLE)
def roster(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    division = division_of(tournament, code)
    rows = list(division.entries.order_by("number").values_list("number", "player__name", "withdrawn_from"))
    search = plain(request.GET.get("q", "").strip())
    numbers = [number for number, name, _from in rows if not search or search in plain(f"{name} {number}")]
    page = page_of_players(numbers, request.GET.get("page"))
    gone = sum(withdrawn_from is not None for _number, _name, withdrawn_from in rows)
    context = {
        "tournament": tournament,
        "division": division,
        "entries": list(division.entries.with_people().filter(number__in=page.numbers).order_by("number")),
        "parts": page.parts,
        "q": request.GET.get("q", ""),
        "playing": len(rows) - gone,
        "gone": gone,
        "may_be_numbered": may_be_numbered(division),
        "tab": "roster",
    }
    return render(request, "console/roster.html", context)


@needs(Can.EDIT_ROSTER)
@require_POST
def number(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Number the players by rating."""
    division = division_of(tournament, code)
    says = _("The players are numbered by rating; print again what shows the old numbers.")
    pressed(request, lambda: number_by_rating(by=actor_of(request), division=division), says)
    return redirect("console:roster", tournament.slug, code)


@needs(Can.EDIT_ROSTER)
def add(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """One player by hand; the page comes back empty for the next one."""
    division = division_of(tournament, code)
    form = EntryForm(request.POST or None, instance=Entry(division=division))

    def save() -> None:
        add_entry(by=actor_of(request), division=division, values=form.values())

    if decided(request, form, save, _("%s is entered.") % request.POST.get("name", "")):
        return redirect("console:entry_add" if "again" in request.POST else "console:roster", tournament.slug, code)
    context = {"tournament": tournament, "division": division, "form": form, "tab": "roster"}
    return render(request, "console/entry.html", context, status=422 if form.errors else 200)


def entry_of(tournament: Tournament, code: str, number: int) -> Entry:
    """A division's entry by number, its division attached. 404 when there is none."""
    division = division_of(tournament, code)
    row = division.entries.with_people().filter(number=number).first()
    if row is None:
        raise Http404(f"{division} has no player {number}.")
    row.division = division
    return row


@needs(Can.EDIT_ROSTER)
def entry(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    row = entry_of(tournament, code, number)
    form = EntryForm(request.POST or None, instance=row)

    def save() -> None:
        update_entry(by=actor_of(request), entry=row, values=form.values(), reason=form.cleaned_data["reason"])

    if decided(request, form, save, _("%s is saved.") % row.player):
        now = form.values().get("number") or number
        offer_form_undo(request, form, url=reverse("console:entry", args=[tournament.slug, code, now]))
        return redirect("console:roster", tournament.slug, code)
    return entry_page(request, row, form=form)


def entry_page(
    request: HttpRequest, row: Entry, *, form: EntryForm | None = None, withdraw: EntryWithdrawForm | None = None
) -> HttpResponse:
    played = row.division.rounds.exclude(status="draft").count()
    context = {
        "tournament": row.division.tournament,
        "division": row.division,
        "entry": row,
        "form": form or EntryForm(instance=row),
        "withdraw": withdraw or EntryWithdrawForm(initial={"from_round": played + 1}, prefix="out"),
        "tab": "roster",
    }
    refused = (form and form.errors) or (withdraw and withdraw.errors)
    return render(request, "console/entry.html", context, status=422 if refused else 200)


@require_POST
@needs(Can.EDIT_ROSTER)
def withdraw(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    row = entry_of(tournament, code, number)
    form = EntryWithdrawForm(request.POST, prefix="out")

    def out() -> None:
        values = form.cleaned_data
        withdraw_entry(by=actor_of(request), entry=row, from_round=values["from_round"], reason=values["reason"])

    if decided(
        request, form, out, _("%s is withdrawn. Boards that are already published stay as they are.") % row.player
    ):
        url = reverse("console:entry_put_back", args=[tournament.slug, code, number])
        offer_undo(request, Undo.sending(_("%s plays again.") % row.player, url, {"reason": _("Undone")}))
        return redirect("console:roster", tournament.slug, code)
    return entry_page(request, row, withdraw=form)


@require_POST
@needs(Can.EDIT_ROSTER)
def put_back(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    row = entry_of(tournament, code, number)
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""

    def back() -> None:
        withdraw_entry(by=actor_of(request), entry=row, from_round=None, reason=reason)

    pressed(request, back, _("%s plays again.") % row.player)
    return redirect("console:entry", tournament.slug, code, number)


@require_POST
@needs(Can.EDIT_ROSTER)
def remove(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Off the roster altogether; refused once a game names the player."""
    row = entry_of(tournament, code, number)
    says = _("%s is off the roster.") % row.player
    if pressed(request, lambda: remove_entry(by=actor_of(request), entry=row), says):
        return redirect("console:roster", tournament.slug, code)
    return redirect("console:entry", tournament.slug, code, number)
