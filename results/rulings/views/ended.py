"""One game: how it ended, its last minutes line by line."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from results.games.services import outcomes
from results.games.views.looked import looked_at
from results.rulings.engine.clock_readings import clock_text
from results.rulings.forms.endgame import EndForm
from results.rulings.forms.rulings import BYE_GROUPS, GROUPS, NEEDS, TITLES, EndedForm, OverrideForm
from results.rulings.models import Incident, Ruling
from results.rulings.services import endgame, forfeits
from results.rulings.views.common import attempt, division_page, of_game, saves
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Game, GameAdjustment, SpreadAdjustment, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.shortcuts import form_page, read_page


@needs(Can.SEE_CONSOLE)
@read_page
def game(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """A game's page: its result with every line, what was ruled on it, and what can be decided."""
    division, row = of_game(tournament, code, game_id)
    return division_page(request, "game.html", division, {"game": row, "round": row.round, **facts_of(division, row)})


def facts_of(division: Division, row: Game) -> dict[str, Any]:
    past_games = history(division)
    score = past_games.final_score(row)
    lines = [labelled(adjustment) for adjustment in row.adjustments.order_by("side", "pk")]
    logged = list(Incident.objects.filter(game=row).select_related("entry__player"))
    for incident in logged:
        incident.title = title_of(incident.kind)  # type: ignore[attr-defined]
    people = [
        ("first", row.first, row.first_score, score.first),
        ("second", row.second, row.second_score, score.second),
    ]
    return {
        "sides": [
            {"entry": entry, "sheet": sheet, "total": total, "lines": [line for line in lines if line.side == side]}
            for side, entry, sheet, total in people
            if entry is not None
        ],
        "scored": score.first is not None,
        "values": past_games.values_of(row) if row.outcome not in Game.UNCOUNTED else None,
        "groups": BYE_GROUPS if row.is_bye else groups_of(division),
        "rulings": Ruling.objects.filter(game=row).select_related("text"),
        "incidents": logged,
        "recounts": row.recounts.select_related("asked_by__player"),
        "spreads": SpreadAdjustment.objects.filter(
            entry__in=[pk for pk in (row.first_id, row.second_id) if pk], round_number=row.round.number
        ).select_related("entry__player"),
    }


LABELS = {
    "tiles_gained": _("opponent’s tiles"),
    "tiles_left": _("own tiles left"),
    "overtime": _("overtime"),
    "overtime_waived": _("overtime waived"),
    "challenge": _("challenge"),
    "time": _("time"),
}


def labelled(line: GameAdjustment) -> GameAdjustment:
    """A line of a score with words for it: what the end of the game was, the incident behind it, or its kind."""
    kind = line.kind.removeprefix("conduct:")
    label = str(LABELS.get(kind) or (title_of(kind).lower() if kind != line.kind else kind.replace("_", " ")))
    clock = f", {'-' if line.seconds < 0 else ''}{clock_text(abs(line.seconds))}" if line.seconds else ""
    line.label = label + clock + (", turn lost" if line.lost_turn else "")  # type: ignore[attr-defined]
    return line


def title_of(kind: str) -> str:
    """An incident's title by its key, also where the key was cut short."""
    return next((each.title for key, each in TYPES.items() if key.startswith(kind)), kind.replace("_", " "))


def groups_of(division: Division) -> list[tuple[Any, list[tuple[str, Any]]]]:
    """The ways for a game to end under the event's rulebook: time up and loss on time only where the book has them."""
    ending = division.tournament.rules.rulebook.ending
    out = set()
    if ending.overtime.after_time.value != "game-ends":
        out.add(Game.Outcome.TIME_UP)
    if ending.overtime_forfeit.value is None:
        out.add(Game.Outcome.OVERTIME)
    return [(group, [kind for kind in kinds if kind[0] not in out]) for group, kinds in GROUPS]


@needs(Can.RULE)
@form_page
def ended(request: HttpRequest, tournament: Tournament, code: str, game_id: int, kind: str) -> HttpResponse:
    """One way for a game to end: asked, worked out with its rules, shown as it counts then, and decided."""
    division, row = of_game(tournament, code, game_id)
    if kind not in NEEDS:
        raise Http404(f"{kind} is not a way for a game to end.")
    form = EndedForm(request.POST or None, game=row, kind=kind)
    ruling = OverrideForm(request.POST or None, game=row)
    working = attempt(form, lambda: forfeits.work_out(row, form.ended())) if form.is_valid() else None
    preview = None
    if working and ruling.is_valid():
        looked = attempt(form, lambda: looked_at(request, row, lambda: put(request, row, form, ruling)))
        preview, decided = looked or (None, None)
        if decided:
            text = f"{outcomes.where(decided.game)}: {outcomes.result_text(decided.game)}."
            if decided.rounds_paired_before:
                rounds = ", ".join(map(str, decided.rounds_paired_before))
                text += f" Rounds paired from the standings before this: {rounds}."
            messages.success(request, text)
            return redirect(game_url(row))
    context = {"game": row, "round": row.round, "form": form, "ruling": ruling, "working": working, "preview": preview}
    return division_page(
        request, "ended.html", division, context | {"kind": kind, "title": TITLES[kind], "there": there(row)}
    )


def put(request: HttpRequest, row: Game, form: EndedForm, ruling: OverrideForm) -> forfeits.DecidedGame:
    reason = form.cleaned_data["reason"]
    return forfeits.decide(
        by=actor_of(request), game=row, ended=form.ended(), reason=reason, override=ruling.override()
    )


def there(row: Game) -> str:
    return "" if row.outcome == Game.Outcome.AWAITED else outcomes.result_text(row)


def game_url(row: Game) -> str:
    division = row.round.division
    return reverse("results:game", args=[division.tournament.slug, division.code, row.pk])


def put_end(request: HttpRequest, row: Game, form: EndForm) -> endgame.WorkedEnd:
    return endgame.apply(
        by=actor_of(request), game=row, answers=form.answers(), reason=form.cleaned_data["reason"],
        rules_dispute=form.rules_dispute(),
    )  # fmt: skip


@needs(Can.ENTER_RESULTS)
@form_page
def end(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """The end-of-game calculator. Without `save` the answer is the lines alone, nothing is kept."""
    division, row = of_game(tournament, code, game_id)
    if row.second is None:
        raise Http404("A bye has no end of a game.")
    form = EndForm(request.POST or None, game=row, book=tournament.rules.rulebook)
    sheet = None
    if form.is_valid() and saves(request):
        if attempt(form, lambda: put_end(request, row, form)):
            row.refresh_from_db()
            messages.success(request, f"{outcomes.where(row)}: saved.")
            return redirect(game_url(row))
    elif form.is_valid():
        sheet = attempt(form, lambda: endgame.work_out(row, form.answers()))
    template = "_sheet.html" if request.headers.get("HX-Request") else "end.html"
    players = [
        (side, entry, form.of(side), form.seldom(side))
        for side, entry in (("first", row.first), ("second", row.second))
    ]
    context = {"game": row, "round": row.round, "form": form, "sheet": sheet, "there": there(row), "players": players}
    return division_page(request, template, division, context)
