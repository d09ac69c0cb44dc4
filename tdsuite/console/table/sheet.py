"""Presses about a result sheet: handed in, waived, ruled on, petitions, calls, recounts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from results.games.services.outcomes import where
from results.rulings.models import Recount
from results.rulings.services.rulings import RulingFacts
from results.sheets.engine.finality import Ground
from results.sheets.engine.recounts import RecountedTotals
from results.sheets.forms import RecountedForm, RecountForm
from results.sheets.models import Petition, TableCall
from results.sheets.services import corrections, entering, officials, recounts
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.shortcuts import refusal_told
from .page import at_table, looked, press, pressed, reason_given, table_url
from .reads import rule_form_of, totals_of

received = press(Can.ENTER_RESULTS, "sheet", entering.hand_in, "The sheet is handed in.")
waive = press(Can.CORRECT_RESULTS, "sheet", officials.waive_unsigned, "The missing signatures are waived.")


@at_table(Can.RULE)
def rule(request: HttpRequest, game: Game) -> HttpResponse:
    """The director finds the result, or changes a signed one on the ground chosen; first what counts then is shown."""
    form = rule_form_of(game, data=request.POST)

    def change() -> object:
        data = form.cleaned_data
        facts = RulingFacts(data["finding"], rule=data["rule"])
        return officials.change_signed(
            by=actor_of(request), game=game, figures=form.figures(), ground=form.ground, facts=facts
        )

    by_ruling = request.POST.get("ground", Ground.RULING) == Ground.RULING
    says = "ruled." if by_ruling else "the signed sheet is corrected."
    return looked(request, game, form, change, says, at="result", name="rule_form")


def petition_of(game: Game, petition_id: int) -> Petition:
    return get_object_or_404(Petition, pk=petition_id, sheet__game=game)


def accept_petition(*, by: Actor, game: Game, petition_id: int) -> None:
    corrections.accept_petition(by=by, petition=petition_of(game, petition_id))


def refuse_petition(*, by: Actor, game: Game, petition_id: int, reason: str) -> None:
    corrections.refuse_petition(by=by, petition=petition_of(game, petition_id), reason=reason)


def answer_call(*, by: Actor, game: Game, call_id: int) -> None:
    officials.answer_call(by=by, call=get_object_or_404(TableCall, pk=call_id, game=game))


accept = press(
    Can.CORRECT_RESULTS, "sheet", accept_petition, "The petition is accepted: the sheet is corrected."
)  # fmt: skip
refuse = press(Can.CORRECT_RESULTS, "sheet", refuse_petition, "The petition is refused: the signed sheet stays.")
answered = press(Can.HELP, "sheet", answer_call, "The call is answered.")


# --- recounts --------------------------------------------------------------------------------------


@at_table(Can.ENTER_RESULTS)
def recount(request: HttpRequest, game: Game) -> HttpResponse:
    """A player asks for a recount."""
    form = RecountForm(request.POST, game=game, auto_id="recount_%s")

    def decide(by: Actor) -> str:
        opened = recounts.request(by=by, game=game, **form.cleaned_data)
        return f"{where(game)}: {opened.asked_by.player} asks for a recount."

    return pressed(request, game, form, decide, at="sheet", name="recount_form")


@at_table(Can.CORRECT_RESULTS)
def recounted(request: HttpRequest, game: Game, recount_id: int) -> HttpResponse:
    """An open recount: its totals, or its end by the director; shown as it counts then, and saved as it was looked at."""
    opened = recount_of(game, recount_id)
    form = RecountedForm(request.POST, game=game, totals=totals_of(game), auto_id="recounted_%s")
    halts = "halt" in request.POST and "finish" not in request.POST

    def close() -> RecountedTotals:
        data, by = form.cleaned_data, actor_of(request)
        first, second = data["first_total"], data["second_total"]
        if halts:
            return recounts.halt(by=by, recount=opened, reason=data["reason"], agreed=(first, second))
        totals = {"first_total": first, "second_total": second, "verified": data["verified"]}
        return recounts.finish(by=by, recount=opened, reason=data["reason"], **totals)

    def says(totals: RecountedTotals) -> str:
        notes = " ".join(f"{reason.text} ({reason.rule})" for reason in totals.reasons)
        return f"{where(game)}: {totals.first}-{totals.second}. {notes}".strip()

    return looked(request, game, form, close, says, at="sheet", name="recounted_form", halts=halts)


@at_table(Can.RULE)
def bar(request: HttpRequest, game: Game, recount_id: int, *, side: str) -> HttpResponse:
    """No change is made in this player's favour (WESPA 5.5.4(b))."""
    entry = game.first if side == "first" else game.second
    with refusal_told(request):
        if entry is not None:
            opened, reason = recount_of(game, recount_id), reason_given(request)
            recounts.bar(by=actor_of(request), recount=opened, entry=entry, reason=reason)
            messages.success(request, f"No change is made in favour of {entry.player}.")
    return redirect(table_url(game))


def recount_of(game: Game, recount_id: int) -> Recount:
    row = get_object_or_404(Recount, pk=recount_id, game=game)
    row.game = game
    return row
