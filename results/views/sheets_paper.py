"""Paper sheets at the keyboard, one after the other without a mouse; and the photos of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.live.marks import mark_seen
from tdsuite.tournaments.engine.account import points_of
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.adjustments import ScoreLine
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.shortcuts import division_of, round_links, round_of

from ..engine.round_view import BoardView, Seat, lines_question
from ..engine.sheets import Figures
from ..forms_sheets import PaperForm
from ..models import SheetPhoto
from ..services.outcomes import lines_to_ask_about, played
from ..services.preview import account_said, foreseen
from ..services.sheets.frame import sheets_topic
from ..services.sheets.officials import enter_from_paper
from ..services.sheets.overtime import overtime_lines, overtime_terms
from ..services.sheets.photos import LARGEST, Photo, path_of
from ..services.standing_lines import mark_lines
from .sheets_reads import rows_of
from .sheets_shown import line_shown, people_of

FINAL_STATES = ("signed", "handed_in", "ruled")


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of one paper sheet, in a sentence."""

    ok: bool
    text: str


@needs(Can.ENTER_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """GET: the page. POST: one sheet; answers with the page, or with one line for a script."""
    row = round_of(tournament, code, number)
    if not row.is_published:
        return redirect("pairings:round", tournament.slug, code, number)
    form = PaperForm(request.POST or None, request.FILES or None)
    entered = take(request, row, form) if request.method == "POST" else None
    status = 200 if entered is None or entered.ok else 422
    if request.headers.get("X-Sheet"):
        return render(request, "results/sheets/_entered.html", {"entered": entered}, status=status)
    mark_seen(request, sheets_topic(row.division))
    rows = rows_of(row)
    mark_lines([one.game for one in rows])
    context = {
        "tournament": tournament, "division": row.division, "round": row, "topic": sheets_topic(row.division),
        "form": PaperForm() if entered is None or entered.ok else form, "entered": entered,
        "overtime": overtime_terms(tournament),
        "open": [one for one in rows if one.state not in FINAL_STATES], "all": len(rows),
        "rounds": round_links(row.division, "results:sheets_paper", number, published=True),
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_paper_open' if part else 'paper'}.html", context, status=status)


@needs(Can.ENTER_RESULTS)
@never_cache
@require_safe
def typing(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What the sheet being typed would count, for the page; nothing is saved."""
    row = round_of(tournament, code, number)
    form = PaperForm({"seen": "y", **request.GET.dict()})
    lines = foresee(row, form.cleaned_data) if row.is_published and form.is_valid() else ()
    context = {"tournament": tournament, "division": row.division, "round": row, "foreseen": lines}
    return render(request, "results/sheets/_paper_typing.html", context)


def foresee(row: Round, data: dict[str, Any]) -> tuple[str, ...]:
    """The account that a typed sheet would give its game, a sentence a line; nothing where it cannot be read, or has a result.

    Until it is said whether the lines that stand are in the scores, they come on top.
    """
    try:
        game, own_first = found(row, data["table"])
        figures = with_lines_said(game, figures_of(game, data, own_first), data["lines"] or "y")
        scores = [figures.scores[entry] for entry in (game.first_id, game.second_id or 0)]
        outcome = played(scores[0], scores[1])
    except Refused:
        return ()
    if game.outcome not in Game.UNFINISHED:
        return ()
    lines = [
        ScoreLine(game.side_of(line.entry), line.kind, line.points, line.seconds, rule=line.rule)
        for line in figures.lines
    ]
    return foreseen(game, outcome, lines, road=Road.PAPER_SHEET).after


def take(request: HttpRequest, row: Round, form: PaperForm) -> Entered:
    """Enter one sheet. What cannot be taken says why; nothing is half done."""
    if not form.is_valid():
        return Entered(False, " ".join(missed(form)))
    data = form.cleaned_data
    try:
        game, own_first = found(row, data["table"])
        figures = with_lines_said(game, figures_of(game, data, own_first), data["lines"])
        photo = Photo(data["photo"].read(LARGEST + 1)) if data["photo"] else None
        answer = enter_from_paper(
            by=request.user, game=game, figures=figures, both_seen=data["seen"] == "y", photo=photo
        )
    except Refused as refused:
        return Entered(False, f"{data['table']}: {refused}")
    return Entered(True, f"Table {game.table}: {told(game, figures)}. {answer.said}")


def told(game: Game, figures: Figures) -> str:
    """The scores as they were typed, first score first, and what overtime takes off them; the whole account where lines stand."""
    if lines_to_ask_about(game):
        return " ".join(account_said(game)).removesuffix(".")
    people = people_of(game)
    (one, first), (two, second) = figures.scores.items()
    said = f"{people[one].player} {first}–{second} {people[two].player}"
    for line in figures.lines:
        said += f". {people[line.entry].player}: {line_shown(line).label} −{-line.points} ({line.rule})"
    off = {line.entry: line.points for line in figures.lines}
    return said + (f", so {first + off.get(one, 0)}–{second + off.get(two, 0)}" if off else "")


def missed(form: PaperForm) -> Iterator[str]:
    """What is wrong, field by field, in words that name it."""
    for name, said in form.errors.items():
        yield str(said[0]) if name in form.wanted else f"{form.fields[name].label}: {said[0]}"


def found(row: Round, typed: str) -> tuple[Game, bool]:
    """The game of a table, or of "#12" the player, and whether the first score is that of `game.first`."""
    games = list(Game.objects.filter(round=row, second__isnull=False).with_people().by_board())
    wanted, by_player = typed.strip().casefold().removeprefix("#"), typed.strip().startswith("#")
    for game in games:
        game.round.division = row.division
        if by_player and wanted in (str(game.first.number), str(game.second.number if game.second else "")):
            return game, wanted == str(game.first.number)
        if not by_player and game.table.casefold() == wanted:
            return game, True
    raise Refused(
        "Nobody of that number plays in this round." if by_player else "There is no such table in this round."
    )


def figures_of(game: Game, data: dict[str, Any], own_first: bool) -> Figures:
    pair = [game.first_id, game.second_id or 0] if own_first else [game.second_id or 0, game.first_id]
    decided = game.starts_by not in {*Game.NOBODY_YET, Game.StartsBy.NONE}
    started = pair[int(data["started"]) - 1] if data["started"] else game.first_id if decided else None
    lines = overtime_lines(game, {pair[0]: data["over_one"], pair[1]: data["over_two"]})
    return Figures({pair[0]: data["one"], pair[1]: data["two"]}, started, lines)


def with_lines_said(game: Game, figures: Figures, answer: str) -> Figures:
    """The figures before the lines that stand with the game.  answer: "w": they were in the typed scores, "y": they were not.

    Raises Refused where lines with points stand and nothing was answered.
    """
    lines = lines_to_ask_about(game)
    if not lines or answer == "y":
        return figures
    if not answer:
        raise Refused(f"{asked_about(game, figures)} Type y or w into the field below the scores.")
    off = dict(zip((game.first_id, game.second_id or 0), points_of(lines), strict=True))
    return replace(figures, scores={entry: score - off[entry] for entry, score in figures.scores.items()})


def asked_about(game: Game, figures: Figures) -> str:
    """Whether the lines that stand are in the typed scores, with what counts in either case, overtime taken off."""
    over = {line.entry: line.points for line in figures.lines}
    pair = (game.first_id, game.second_id or 0)
    first, second = (figures.scores[entry] + over.get(entry, 0) for entry in pair)
    seats = [Seat(entry.number, str(entry.player)) for entry in people_of(game).values()]
    board = BoardView(game.pk, game.table, seats[0], seats[1], lines=lines_to_ask_about(game))
    return lines_question(board, (first, second), first - second)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def photo(request: HttpRequest, tournament: Tournament, code: str, photo_id: int) -> HttpResponse:
    """The picture of a paper sheet, for officials only."""
    division = division_of(tournament, code)
    row = get_object_or_404(SheetPhoto, pk=photo_id, version__sheet__division=division)
    try:
        picture = path_of(row.stored).read_bytes()
    except OSError as error:
        raise Http404("The picture is not in the data folder.") from error
    return HttpResponse(picture, content_type=row.content_type, headers={"X-Content-Type-Options": "nosniff"})
