"""Officials at the result sheets: a round's list, what waits, one sheet with all its versions, and the director's decisions."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from results.games.views.looked import looked_at
from results.rulings.services.rulings import RulingFacts
from results.rulings.views.common import of_game
from results.sheets.engine.finality import Ground
from results.sheets.engine.states import State
from results.sheets.forms import RuleForm, first_values
from results.sheets.models import Petition, Sheet, SheetVersion, StateLabel, TableCall
from results.sheets.pages.sheet import sheet_page
from results.sheets.reads import round_sheets, sheets_to_hand_in, waiting_sheets
from results.sheets.services import corrections, entering, officials, signed
from results.sheets.services.decisions import sheets_topic
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, round_links, round_of


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def sheets(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Every sheet of a round; its changing part for a script."""
    row = round_of(tournament, code, number)
    read_page_versions(request, sheets_topic(row.division), row.division.live_topic)
    rows = round_sheets(row) if row.is_published else []
    only = request.GET.get("show") == "open"
    context = {
        "tournament": tournament, "division": row.division, "round": row, "topic": sheets_topic(row.division), "only": only,
        "rows": [row for row in rows if row.unsigned or row.petition or row.calls or row.to_hand_in] if only else rows,
        "unsigned": sum(row.unsigned for row in rows), "on_the_way": sum(bool(row.to_hand_in) for row in rows),
        "all": len(rows), "rounds": round_links(row.division, "results:sheets", number, published=True),
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_round' if part else 'round'}.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def waiting(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Everything of a division that waits for an official or a signature, whatever the round."""
    division = division_of(tournament, code)
    read_page_versions(request, sheets_topic(division), division.live_topic)
    what_waits = waiting_sheets(division)
    context = {
        "tournament": tournament, "division": division, "topic": sheets_topic(division), "waiting": what_waits,
        "unsigned": [row for row in what_waits["unsigned"] if row.state is not State.DISPUTED], "tab": "waiting",
        "to_hand_in": sheets_to_hand_in(tournament, division), "duty": tournament.rules.rulebook.results.hands_in,
        "any_sheet": Sheet.objects.filter(division=division, number__gt=0).exists(),
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_waiting' if part else 'waiting'}.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Signed sheets of every division that nobody has handed in, and who is to (WESPA 5.4.2)."""
    duty = tournament.rules.rulebook.results.hands_in
    context = {"tournament": tournament, "to_hand_in": sheets_to_hand_in(tournament), "duty": duty}
    return render(request, "results/sheets/event.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def desk(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """One sheet with everything that was ever on it."""
    return desk_page(request, of_game(tournament, code, game_id)[1])


def desk_page(
    request: HttpRequest, game: Game, *, rule_form: RuleForm | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    """The sheet's page.

    Args:
        more: `message`, a refusal; `preview`, what counts if the director's figures are saved.
    """
    division = game.round.division
    read_page_versions(request, game.live_topic)
    page = sheet_page(game)
    petitions = (
        Petition.objects.filter(sheet=page.sheet).exclude(decided_at=None) if page.sheet else Petition.objects.none()
    )
    context = {
        "tournament": division.tournament, "division": division, "game": game, "round": game.round, "page": page,
        "petition": page.petition, **more,
        "rule_form": rule_form or rule_form_of(game, initial=first_values(page.facts, game)),
        "settled": petitions.select_related("proposed_by__player").order_by("-decided_at"), "topic": game.live_topic,
        "may_waive": page.state is State.POSTED, "may_receive": page.state is State.SIGNED,
        "disputed": page.state is State.DISPUTED, "state_label": StateLabel(page.state.value).label,
    }  # fmt: skip
    return render(request, "results/sheets/desk.html", context, status=status)


def rule_form_of(game: Game, **more: Any) -> RuleForm:
    """The director's form, with the grounds on which this sheet may be changed now."""
    grounds, closed = signed.open_grounds(game)
    return RuleForm(game=game, grounds=grounds, closed=closed, **more)


def decided(request: HttpRequest, game: Game, act: Callable[[], Any], message: str) -> HttpResponse:
    """One press: done, and back to the sheet; or refused, with the reason above it."""
    try:
        act()
    except Refused as refused:
        return desk_page(request, game, message=str(refused), status=409)
    messages.success(request, message)
    division = game.round.division
    return redirect("results:sheet_desk", division.tournament.slug, division.code, game.pk)


@needs(Can.ENTER_RESULTS)
@require_POST
def received(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A signed sheet was handed in at the desk."""
    game = of_game(tournament, code, game_id)[1]
    return decided(request, game, lambda: entering.hand_in(by=actor_of(request), game=game), "The sheet is handed in.")


@needs(Can.CORRECT_RESULTS)
@require_POST
def waive(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Do without the missing signatures."""
    game, by, reason = of_game(tournament, code, game_id)[1], actor_of(request), request.POST.get("reason", "")
    waived = "The missing signatures are waived."
    return decided(request, game, lambda: officials.waive_unsigned(by=by, game=game, reason=reason), waived)


@needs(Can.RULE)
@require_POST
def rule(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """The director finds the result, or changes a signed one on the ground chosen; first what counts then is shown."""
    game = of_game(tournament, code, game_id)[1]
    form = rule_form_of(game, data=request.POST)
    if not form.is_valid():
        return desk_page(request, game, rule_form=form, status=422)
    facts = RulingFacts(form.cleaned_data["finding"], rule=form.cleaned_data["rule"])

    def change() -> SheetVersion:
        by, figures = actor_of(request), form.figures()
        return officials.change_signed(by=by, game=game, figures=figures, ground=form.ground, facts=facts)

    try:
        preview, version = looked_at(request, game, change)
    except Refused as refused:
        return desk_page(request, game, message=str(refused), rule_form=form, status=409)
    if version is None:
        return desk_page(request, game, rule_form=form, preview=preview)
    message = "Ruled." if form.ground is Ground.RULING else "The signed sheet is corrected."
    messages.success(request, f"{message} {preview.after[-1]}")
    return redirect("results:sheet_desk", tournament.slug, code, game.pk)


@needs(Can.CORRECT_RESULTS)
@require_POST
def accept(request: HttpRequest, tournament: Tournament, code: str, petition_id: int) -> HttpResponse:
    """What both players petition for becomes the sheet."""
    game, petition = petitioned(tournament, code, petition_id)
    accepted = "The petition is accepted: the sheet is corrected."
    return decided(
        request, game, lambda: corrections.accept_petition(by=actor_of(request), petition=petition), accepted
    )


@needs(Can.CORRECT_RESULTS)
@require_POST
def refuse(request: HttpRequest, tournament: Tournament, code: str, petition_id: int) -> HttpResponse:
    """The signed sheet stands."""
    game, petition = petitioned(tournament, code, petition_id)
    by, reason = actor_of(request), request.POST.get("reason", "")
    refused = "The petition is refused: the signed sheet stands."
    return decided(request, game, lambda: corrections.refuse_petition(by=by, petition=petition, reason=reason), refused)


def petitioned(tournament: Tournament, code: str, petition_id: int) -> tuple[Game, Petition]:
    """A petition of the division and its game; 404 where there is none."""
    division = division_of(tournament, code)
    petition = get_object_or_404(Petition, pk=petition_id, sheet__division=division, sheet__game__isnull=False)
    return of_game(tournament, code, petition.sheet.game_id or 0)[1], petition


@needs(Can.HELP)
@require_POST
def answered(request: HttpRequest, tournament: Tournament, code: str, call_id: int) -> HttpResponse:
    """An official went to the table."""
    call = get_object_or_404(TableCall, pk=call_id, game__round__division=division_of(tournament, code))
    officials.answer_call(by=actor_of(request), call=call)
    messages.success(request, "The call is answered.")
    if request.POST.get("back") == "sheet":
        return redirect("results:sheet_desk", tournament.slug, code, call.game_id)
    return redirect("results:sheets_waiting", tournament.slug, code)
