"""Officials at the result sheets: a round's list, what waits, one sheet with all its versions, and the director's decisions."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.live.marks import mark_seen
from tdsuite.tournaments.models import Entry, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, round_links, round_of

from ..engine.finality import Ground
from ..engine.sheet_states import State
from ..forms_sheets import RuleForm, as_it_stands
from ..models import Petition, SheetVersion, TableCall
from ..services.rulings import RulingFacts
from ..services.sheets import asking, corrections, entering, handing_in, officials, standing
from ..services.sheets.frame import game_topic, sheets_topic
from ..services.sheets_reads import sheet_view
from ..services.sheets_reads import waiting as what_waits
from ..sheets_models import StateLabel
from .looked import looked_at
from .player_pages import Asked, two_cards
from .ruled import of_game
from .sheets_reads import rows_of
from .sheets_shown import Shown, people_of, versions_of, what_differs

DONE = "Done."


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def sheets(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Every sheet of a round; its changing part for a script."""
    row = round_of(tournament, code, number)
    mark_seen(request, sheets_topic(row.division), row.division.live_topic)
    rows = rows_of(row) if row.is_published else []
    only = request.GET.get("show") == "open"
    context = {
        "tournament": tournament, "division": row.division, "round": row, "topic": sheets_topic(row.division), "only": only,
        "rows": [one for one in rows if one.chased or one.petition or one.calls or one.hands_in] if only else rows,
        "chased": sum(one.chased for one in rows), "on_the_way": sum(bool(one.hands_in) for one in rows), "all": len(rows),
        "rounds": round_links(row.division, "results:sheets", number, published=True),
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_round' if part else 'round'}.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def waiting(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Everything of a division that waits for an official or a signature, whatever the round."""
    division = division_of(tournament, code)
    mark_seen(request, sheets_topic(division), division.live_topic)
    found = what_waits(division)
    on_the_way = handing_in.to_hand_in(tournament, division)
    people = {entry.pk: entry for entry in Entry.objects.filter(division=division).select_related("player")}
    context = {
        "tournament": tournament, "division": division, "topic": sheets_topic(division), "waiting": found, "tab": "sheets",
        "to_hand_in": on_the_way, "duty": tournament.rules.rulebook.results.hands_in,
        "unsigned": [(one, [people[pk] for pk in one.missing]) for one in found.unsigned if one.state != "disputed"],
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_waiting' if part else 'waiting'}.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Signed sheets of every division that nobody has handed in, and who is to (WESPA 5.4.2)."""
    duty = tournament.rules.rulebook.results.hands_in
    context = {"tournament": tournament, "to_hand_in": handing_in.to_hand_in(tournament), "duty": duty}
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
    """more: `told`, a refusal; `preview`, what counts if the director's figures are saved."""
    division = game.round.division
    mark_seen(request, game_topic(game.pk))
    view, people = sheet_view(game), people_of(game)
    versions = versions_of(view.sheet, people)
    if not versions and view.facts is not None:
        versions = [Shown(view.facts, view.number, view.sha256, people, signatures={})]
    form = rule_form or rule_form_of(game, initial=as_it_stands(view.facts, game))
    context = {
        "tournament": division.tournament, "division": division, "game": game, "round": game.round, "view": view, **more,
        "versions": versions, "latest": versions[0] if versions else None, "rule_form": form,
        "cards": two_cards(view.sheet, versions, list(people.values())) if view.sheet and view.state is State.DISPUTED else [],
        "asked": asked(view.petition, people, versions), "topic": game_topic(game.pk),
        "calls": TableCall.objects.filter(game=game).select_related("entry__player").order_by("-called_at"),
        "settled": settled(view.sheet), "may_waive": view.state is State.POSTED, "state_says": StateLabel(view.state.value).label,
    }  # fmt: skip
    return render(request, "results/sheets/desk.html", context, status=status)


def rule_form_of(game: Game, **more: Any) -> RuleForm:
    """The director's form, with the grounds on which this sheet may be changed now."""
    grounds, closed = standing.open_grounds(game)
    return RuleForm(game=game, grounds=grounds, closed=closed, **more)


def asked(row: Petition | None, people: dict[int, Entry], versions: list[Shown]) -> Asked | None:
    """An open petition with what it would change marked."""
    if row is None:
        return None
    shown = Shown(row.facts, 0, row.sha256, people)
    return Asked(row, replace(shown, differs=what_differs(shown, versions[0])) if versions else shown, mine=False)


def settled(sheet: Any) -> Any:
    """Petitions of before, with how they ended."""
    if sheet is None:
        return []
    rows = Petition.objects.filter(sheet=sheet).exclude(decided_at=None)
    return rows.select_related("proposed_by__player").order_by("-decided_at")


def decided(request: HttpRequest, game: Game, act: Callable[[], Any], said: str = DONE) -> HttpResponse:
    """One press: done, and back to the sheet; or refused, with the reason above it."""
    try:
        answer = act()
    except Refused as refused:
        return desk_page(request, game, told=str(refused), status=409)
    messages.success(request, getattr(answer, "said", said))
    division = game.round.division
    return redirect("results:sheet_desk", division.tournament.slug, division.code, game.pk)


@needs(Can.ENTER_RESULTS)
@require_POST
def received(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A signed sheet was handed in at the desk."""
    game = of_game(tournament, code, game_id)[1]
    return decided(request, game, lambda: entering.hand_in(by=request.user, game=game))


@needs(Can.CORRECT_RESULTS)
@require_POST
def waive(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Do without the missing signatures."""
    game = of_game(tournament, code, game_id)[1]
    reason = request.POST.get("reason", "")
    said = "The missing signatures are waived."
    return decided(request, game, lambda: officials.waive_unsigned(by=request.user, game=game, reason=reason), said)


@needs(Can.RULE)
@require_POST
def rule(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """The director finds the result, or changes a signed one on the ground chosen; first what counts then is shown."""
    game = of_game(tournament, code, game_id)[1]
    form = rule_form_of(game, data=request.POST)
    if not form.is_valid():
        return desk_page(request, game, rule_form=form, status=422)
    try:
        preview, made = looked_at(request, game, lambda: put(request.user, game, form))
    except Refused as refused:
        return desk_page(request, game, told=str(refused), rule_form=form, status=409)
    if made is None:
        return desk_page(request, game, rule_form=form, preview=preview)
    said = "Ruled." if form.ground is Ground.RULING else "The signed sheet is corrected."
    messages.success(request, f"{said} {preview.after[-1]}")
    return redirect("results:sheet_desk", tournament.slug, code, game.pk)


def put(user: Any, game: Game, form: RuleForm) -> SheetVersion:
    """The director's figures, on the ground chosen."""
    facts = RulingFacts(form.cleaned_data["finding"], rule=form.cleaned_data["rule"])
    return officials.change_signed(by=user, game=game, figures=form.figures(), ground=form.ground, facts=facts)


@needs(Can.CORRECT_RESULTS)
@require_POST
def accept(request: HttpRequest, tournament: Tournament, code: str, petition_id: int) -> HttpResponse:
    """What both players petition for becomes the sheet."""
    game, row = petitioned(tournament, code, petition_id)
    said = "The petition is accepted: the sheet is corrected."
    return decided(request, game, lambda: corrections.accept_petition(by=request.user, petition=row), said)


@needs(Can.CORRECT_RESULTS)
@require_POST
def refuse(request: HttpRequest, tournament: Tournament, code: str, petition_id: int) -> HttpResponse:
    """The signed sheet stands."""
    game, row = petitioned(tournament, code, petition_id)
    reason, said = request.POST.get("reason", ""), "The petition is refused: the signed sheet stands."
    return decided(
        request, game, lambda: corrections.refuse_petition(by=request.user, petition=row, reason=reason), said
    )


def petitioned(tournament: Tournament, code: str, petition_id: int) -> tuple[Game, Petition]:
    division = division_of(tournament, code)
    row = get_object_or_404(Petition, pk=petition_id, sheet__division=division, sheet__game__isnull=False)
    return of_game(tournament, code, row.sheet.game_id or 0)[1], row


@needs(Can.SEE_CONSOLE)
@require_POST
def answered(request: HttpRequest, tournament: Tournament, code: str, call_id: int) -> HttpResponse:
    """An official went to the table."""
    call = get_object_or_404(TableCall, pk=call_id, game__round__division=division_of(tournament, code))
    asking.answer_call(by=request.user, call=call)
    messages.success(request, "The call is answered.")
    if request.POST.get("back") == "sheet":
        return redirect("results:sheet_desk", tournament.slug, code, call.game_id)
    return redirect("results:sheets_waiting", tournament.slug, code)
