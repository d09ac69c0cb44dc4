"""One game: how it ended, its last minutes line by line, its recounts."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdsuite.access.guard import NotAllowed, needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Game, GameAdjustment, SpreadAdjustment, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of

from ..engine.incident_types import TYPES
from ..engine.recounted import Changed
from ..forms_endgame import EndForm
from ..forms_rulings import (
    BYE_GROUPS,
    GROUPS,
    NEEDS,
    TITLES,
    EndedForm,
    OverrideForm,
    RecountedForm,
    RecountForm,
    SpreadForm,
)
from ..models import Incident, Recount, Ruling
from ..services import endgame, forfeits, outcomes, recounts
from ..services.preview import Preview
from .looked import looked_at
from .ruled import attempt, of_game, shown


@needs(Can.SEE_CONSOLE)
@never_cache
@require_GET
def game(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A game's page: its result with every line, what was ruled on it, and what can be decided."""
    division, row = of_game(tournament, code, game_id)
    return shown(request, "game.html", division, {"game": row, "round": row.round, **facts_of(division, row)})


def facts_of(division: Division, row: Game) -> dict[str, Any]:
    past = history(division)
    score = past.final_score(row)
    lines = [labelled(one) for one in row.adjustments.order_by("side", "pk")]
    logged = list(Incident.objects.filter(game=row).select_related("entry__player"))
    for one in logged:
        one.title = title_of(one.kind)  # type: ignore[attr-defined]
    people = [
        ("first", row.first, row.first_score, score.first),
        ("second", row.second, row.second_score, score.second),
    ]
    return {
        "sides": [
            {"entry": entry, "sheet": sheet, "total": total, "lines": [one for one in lines if one.side == side]}
            for side, entry, sheet, total in people
            if entry is not None
        ],
        "scored": score.first is not None,
        "values": past.values_of(row) if row.outcome not in Game.UNCOUNTED else None,
        "groups": BYE_GROUPS if row.is_bye else groups_of(division),
        "rulings": Ruling.objects.filter(game=row).select_related("text"),
        "incidents": logged,
        "recounts": row.recounts.select_related("asked_by__player"),
        "spreads": SpreadAdjustment.objects.filter(
            entry__in=[pk for pk in (row.first_id, row.second_id) if pk], round_number=row.round.number
        ).select_related("entry__player"),
    }


LABELS = {
    "tiles_gained": "opponent’s tiles", "tiles_left": "own tiles left", "overtime": "overtime",
    "overtime_waived": "overtime waived",
}  # fmt: skip


def labelled(line: GameAdjustment) -> GameAdjustment:
    """A line of a score with words for it: what the end of the game was, the incident behind it, or its kind."""
    kind = line.kind.removeprefix("conduct:")
    said = LABELS.get(kind) or (title_of(kind).lower() if kind != line.kind else kind.replace("_", " "))
    minutes, seconds = divmod(abs(line.seconds), 60)
    clock = f", {'-' if line.seconds < 0 else ''}{minutes}:{seconds:02d}" if line.seconds else ""
    line.label = said + clock + (", turn lost" if line.lost_turn else "")  # type: ignore[attr-defined]
    return line


def title_of(kind: str) -> str:
    """An incident's title by its key, also where the key was cut short."""
    return next((one.title for key, one in TYPES.items() if key.startswith(kind)), kind.replace("_", " "))


def groups_of(division: Division) -> list[tuple[Any, list[tuple[str, Any]]]]:
    """The ways for a game to end under the event's rulebook: time up and loss on time only where the book has them."""
    ending = division.tournament.rules.rulebook.ending
    out = set()
    if ending.overtime.after_time.value != "game-ends":
        out.add(Game.Outcome.TIME_UP)
    if ending.overtime_forfeit.value is None:
        out.add(Game.Outcome.OVERTIME)
    return [(group, [kind for kind in kinds if kind[0] not in out]) for group, kinds in GROUPS]


@needs(Can.ENTER_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ended(request: HttpRequest, tournament: Tournament, code: str, game_id: int, kind: str) -> HttpResponse:
    """One way for a game to end: asked, worked out with its rules, shown as it counts then, and decided."""
    division, row = of_game(tournament, code, game_id)
    if kind not in NEEDS:
        raise Http404(f"{kind} is not a way for a game to end.")
    form = EndedForm(request.POST or None, game=row, kind=kind)
    ruling = OverrideForm(request.POST or None, game=row)
    working = preview = None
    if form.is_valid() and (working := attempt(form, lambda: forfeits.work_out(row, form.ended()))):
        preview, decided = look(request, row, form, ruling)
        if decided:
            messages.success(request, said(decided))
            return redirect(game_url(row))
    context = {"game": row, "round": row.round, "form": form, "ruling": ruling, "working": working, "preview": preview}
    return shown(request, "ended.html", division, context | {"kind": kind, "title": TITLES[kind], "there": there(row)})


def look(
    request: HttpRequest, row: Game, form: EndedForm, ruling: OverrideForm
) -> tuple[Preview[forfeits.Decided] | None, forfeits.Decided | None]:
    """What counts then, for whoever may decide it; and the decision, where that was looked at."""
    if not ruling.is_valid():
        return None, None
    try:
        return attempt(form, lambda: looked_at(request, row, lambda: put(request, row, form, ruling))) or (None, None)
    except NotAllowed:
        if "save" in request.POST:
            raise
        return None, None


def put(request: HttpRequest, row: Game, form: EndedForm, ruling: OverrideForm) -> forfeits.Decided:
    reason = form.cleaned_data["reason"]
    return forfeits.decide(by=request.user, game=row, ended=form.ended(), reason=reason, override=ruling.override())


def said(decided: forfeits.Decided) -> str:
    text = f"{outcomes.where(decided.game)}: {outcomes.result_text(decided.game)}."
    if decided.rounds_paired_before:
        rounds = ", ".join(map(str, decided.rounds_paired_before))
        text += f" Rounds paired from the standings before this: {rounds}."
    return text


def there(row: Game) -> str:
    return "" if row.outcome == Game.Outcome.AWAITED else outcomes.result_text(row)


def game_url(row: Game) -> str:
    division = row.round.division
    return reverse("results:game", args=[division.tournament.slug, division.code, row.pk])


@needs(Can.ENTER_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """The end-of-game calculator. Without `save` the answer is the lines alone, nothing is kept."""
    division, row = of_game(tournament, code, game_id)
    if row.second is None:
        raise Http404("A bye has no end of a game.")
    form = EndForm(request.POST or None, game=row, book=tournament.rules.rulebook)
    sheet = None
    if form.is_valid() and "save" in request.POST:
        reason = form.cleaned_data["reason"]
        if attempt(form, lambda: endgame.apply(by=request.user, game=row, given=form.given(), reason=reason)):
            row.refresh_from_db()
            messages.success(request, f"{outcomes.where(row)}: saved.")
            return redirect(game_url(row))
    elif form.is_valid():
        sheet = attempt(form, lambda: endgame.work_out(row, form.given()))
    template = "_sheet.html" if request.headers.get("HX-Request") else "end.html"
    players = [
        (side, entry, form.of(side), form.seldom(side))
        for side, entry in (("first", row.first), ("second", row.second))
    ]
    context = {"game": row, "round": row.round, "form": form, "sheet": sheet, "there": there(row), "players": players}
    return shown(request, template, division, context)


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def spread(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Spread points for one player alone, in this game's round."""
    division, row = of_game(tournament, code, game_id)
    form = SpreadForm(request.POST or None, game=row, book=tournament.rules.rulebook)
    if form.is_valid():
        made = attempt(form, lambda: adjust(request, row, form))
        if made:
            messages.success(request, f"{made}: the result and the opponent’s spread stay.")
            return redirect(game_url(row))
    return shown(request, "spread.html", division, {"game": row, "round": row.round, "form": form})


def adjust(request: HttpRequest, row: Game, form: SpreadForm) -> str:
    data, number = form.cleaned_data, row.round.number
    points, rule = data["points"], data["rule"]
    if data.get("play") is not None:
        points = endgame.misadjudicated(data["play"], row)
        rule = rule or row.round.division.tournament.rules.rulebook.during.misadjudication.rule
    entry, reason = data["entry"], data["reason"]
    endgame.adjust_spread(by=request.user, entry=entry, round_number=number, points=points, rule=rule, reason=reason)
    return f"Round {number}, {entry.player}, {points:+d} spread"


# ── recounts ─────────────────────────────────────────────────────────────────────────────────────────────────


@needs(Can.ENTER_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recount(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Whether this game may be recounted, by which rule; and the request, where it may."""
    division, row = of_game(tournament, code, game_id)
    form = RecountForm(request.POST or None, game=row)
    if form.is_valid():
        made = attempt(form, lambda: recounts.request(by=request.user, game=row, **form.cleaned_data))
        if made:
            return redirect("results:recounted", tournament.slug, code, made.pk)
    score = history(division).final_score(row)
    right = recounts.right_of(row, score) if score.first is not None else None
    context = {"game": row, "round": row.round, "form": form, "right": right, "score": score}
    return shown(request, "recount.html", division, context)


@needs(Can.CORRECT_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recounted(request: HttpRequest, tournament: Tournament, code: str, recount_id: int) -> HttpResponse:
    """An open recount: its totals, or its end by the director; shown as it counts then, and saved as it was looked at."""
    division, made = open_recount(tournament, code, recount_id)
    row, preview = made.game, None
    score = history(division).final_score(row)
    form = RecountedForm(request.POST or None, game=row, totals=(score.first or 0, score.second or 0))
    if form.is_valid():
        looked = attempt(form, lambda: looked_at(request, row, lambda: close(request, made, form)))
        preview, changed = looked or (None, None)
        if changed:
            notes = " ".join(f"{reason.text} ({reason.rule})" for reason in changed.reasons)
            messages.success(request, f"{outcomes.where(row)}: {changed.first}-{changed.second}. {notes}".strip())
            return redirect(game_url(row))
    context = {
        "game": row, "round": row.round, "form": form, "recount": made, "preview": preview, "halts": halts(request),
        "sides": [("first", row.first), ("second", row.second)], "course": tournament.rules.rulebook.ending.recount_course,
    }  # fmt: skip
    return shown(request, "recounted.html", division, context)


def halts(request: HttpRequest) -> bool:
    """Whether the director halts the recount, or is shown what that would make of the game."""
    return "halt" in request.POST and "finish" not in request.POST


def close(request: HttpRequest, made: Recount, form: RecountedForm) -> Changed:
    data = form.cleaned_data
    totals = data["first_total"], data["second_total"]
    if halts(request):
        return recounts.halt(by=request.user, recount=made, reason=data["reason"], agreed=totals)
    return recounts.finish(
        by=request.user, recount=made, first_total=totals[0], second_total=totals[1], verified=data["verified"],
        reason=data["reason"],
    )  # fmt: skip


@needs(Can.RULE)
@require_POST
def bar(request: HttpRequest, tournament: Tournament, code: str, recount_id: int, side: str) -> HttpResponse:
    """No change is made in this player's favour (WESPA 5.5.4(b))."""
    _, made = open_recount(tournament, code, recount_id)
    entry = made.game.first if side == "first" else made.game.second
    try:
        if entry is not None:
            recounts.bar(by=request.user, recount=made, entry=entry, reason=request.POST.get("reason", ""))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("results:recounted", tournament.slug, code, made.pk)


def open_recount(tournament: Tournament, code: str, recount_id: int) -> tuple[Division, Recount]:
    division = division_of(tournament, code)
    found = Recount.objects.filter(pk=recount_id, game__round__division=division).first()
    if found is None:
        raise Http404("There is no such recount.")
    found.game = Game.objects.with_people().get(pk=found.game_id)
    found.game.round.division = division
    return division, found
