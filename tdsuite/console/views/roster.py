"""A division's roster: the list, one player, withdrawals; moves to another division, walk-ins; what is stored of a person."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from pairings.services.free_seats import in_bracket
from pairings.services.numbering import may_be_numbered, number_by_rating
from results.rating_lists.services.known import pin_player
from results.rulings.services.left_early import annulled, may_annul
from results.sheets.models import PlayerRequest
from results.sheets.services.requests import settle_request
from tdsuite.console.division_moves import move_players
from tdsuite.console.forms.division_moves import MoveForm
from tdsuite.console.forms.events import EntryForm, EntryWithdrawForm, ReasonForm
from tdsuite.console.forms.same_person import asking_who
from tdsuite.console.leaving import settle_boards
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import Undo, offer_form_undo, offer_undo
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.player_pages import page_of_players, plain
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import boards_left, remove_entry, update_entry, withdraw_entry
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.personal import export_person
from tdsuite.tournaments.shortcuts import division_of, entry_of, form_page, page_with_forms, refusal_in, refusal_told
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
def entry(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    row = entry_of(tournament, code, number)
    form = EntryForm(request.POST or None, instance=row, user=request.user)

    def save() -> None:
        by, reason = actor_of(request), form.cleaned_data["reason"]
        values = form.values() | form.known_values
        with transaction.atomic(), asking_who(form) as another:
            update_entry(by=by, entry=row, values=values, reason=reason, another_person=another)
            pin_player(by=by, entry=row, known=form.known)

    if decided(request, form, save, _("%s is saved.") % row.player):
        now = form.values().get("number") or number
        if not form.known:
            offer_form_undo(request, form, url=tournament.url("console:entry", code, now))
        return redirect("console:roster", tournament.slug, code)
    return entry_page(request, row, form=form)


def entry_page(
    request: HttpRequest, row: Entry, *, form: EntryForm | None = None, withdraw: EntryWithdrawForm | None = None
) -> HttpResponse:
    open_boards = list(Game.objects.of_division(row.division).open_for(row))
    rounds = [each for each in row.division.rounds.all() if each.is_published]
    to_come = [each.number for each in rounds if each.status == Round.Status.PUBLISHED]
    from_round = min(to_come, default=len(rounds) + 1)
    asked = _asked_to_leave(row, request.POST.get("request") or request.GET.get("request"))
    start = {"from_round": from_round} | ({"reason": _("Asked to leave")} if asked else {})
    context = {
        "division": row.division,
        "entry": row,
        "form": form or EntryForm(instance=row, user=request.user),
        "withdraw": withdraw or EntryWithdrawForm(initial=start, prefix="out"),
        "put_back": ReasonForm(auto_id="back-%s"),
        "open_boards": open_boards,
        "asked": asked,
        "bracket": any(in_bracket(row.division, game.round.number) for game in open_boards),
        "boards_left": [game for game in open_boards if row in game.gone],
        "may_annul": may_annul(row), "annulment": annulled(row), "tab": "roster",
    }  # fmt: skip
    return page_with_forms(request, "console/entry.html", context)


def _asked_to_leave(row: Entry, key: str | None) -> PlayerRequest | None:
    """The player's request to leave that the address or the form names, while it waits."""
    requests = PlayerRequest.objects.waiting().filter(entry=row, kind=PlayerRequest.Kind.LEAVE)
    return requests.filter(pk=whole(key) or 0).first()


@require_POST
@needs(Can.EDIT_ROSTER)
def withdraw(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    row = entry_of(tournament, code, number)
    form = EntryWithdrawForm(request.POST, prefix="out")

    def out() -> None:
        values, actor = form.cleaned_data, actor_of(request)
        with transaction.atomic():
            withdraw_entry(by=actor, entry=row, from_round=values["from_round"], reason=values["reason"])
            if asked := _asked_to_leave(row, request.POST.get("request")):
                settle_request(by=actor, player_request=asked)

    if decided(request, form, out, _("%s is withdrawn.") % row.player):
        url = tournament.url("console:entry_put_back", code, number)
        offer_undo(request, Undo.sending(_("%s plays again.") % row.player, url, {"reason": _("Undone")}))
        gone = Entry.objects.select_related("division").get(pk=row.pk)
        if boards_left(gone) or may_annul(gone):
            return redirect(tournament.url("console:entry", code, number) + "#left")
        return redirect("console:roster", tournament.slug, code)
    return entry_page(request, row, withdraw=form)


@require_POST
@needs(Can.RULE)
def settle(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The opponents of a player who has left get a forfeit in the round being played, and a bye in later ones."""
    row = entry_of(tournament, code, number)
    rounds, reason = [game.round.number for game in boards_left(row)], _("%s has left the event") % row.player
    with refusal_told(request):
        boards = settle_boards(by=actor_of(request), entry=row, reason=reason)
        messages.success(request, _("The boards of %s are settled.") % row.player)
        url = tournament.url("pairings:restore", code, min(rounds, default=row.withdrawn_from or 1))
        offer_undo(request, Undo.sending(_("The boards are as they were."), url, {"boards": boards}))
    return redirect("console:entry", tournament.slug, code, number)


@require_POST
@needs(Can.EDIT_ROSTER)
def put_back(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    row = entry_of(tournament, code, number)
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""

    def back() -> None:
        withdraw_entry(by=actor_of(request), entry=row, from_round=None, reason=reason)

    if pressed(request, back, _("%s plays again.") % row.player):
        url = tournament.url("console:entry_withdraw", code, number)
        again = {"out-from_round": row.withdrawn_from, "out-reason": _("Undone")}
        offer_undo(request, Undo.sending(_("%s is out again.") % row.player, url, again))
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


@needs(Can.EDIT_ROSTER)
@form_page
def move(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    division = division_of(tournament, code)
    initial = {"players": division.entries.filter(number__in=request.GET.getlist("player", [])[:1])}
    form = MoveForm(request.POST or None, division=division, initial=initial)
    if request.method == "POST" and form.is_valid():
        values, to = form.cleaned_data, form.cleaned_data["to"]
        to.tournament = tournament
        with refusal_in(form):
            moved = move_players(by=actor_of(request), division=division, players=values["players"], to=to, reason=values["reason"])  # fmt: skip
            names = ", ".join(str(entry) for entry in moved)
            messages.success(request, _("Now in %(division)s: %(players)s.") % {"division": to, "players": names})
            return redirect("console:roster", tournament.slug, to.code)
    context = {"division": division, "form": form, "tab": "roster"}
    return page_with_forms(request, "console/move_players.html", context)


@never_cache
@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def export(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Everything that is stored about the player, as a file for them."""
    player = entry_of(tournament, code, number).player
    try:
        document = export_person(by=actor_of(request), player=player)
    except Refused as refused:
        messages.error(request, refused.says)
        return redirect("console:entry", tournament.slug, code, number)
    headers = {"Content-Disposition": f'attachment; filename="person-{player.pk}.json"'}
    return HttpResponse(document, content_type="application/json", headers=headers)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def erase(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    row = entry_of(tournament, code, number)
    reasons = "reasons" in request.POST
    says = _("Player %d is erased: the results stay, without the name.") % number
    pressed(request, lambda: erase_player(by=actor_of(request), player=row.player, reasons=reasons), says)
    return redirect("console:entry", tournament.slug, code, number)
