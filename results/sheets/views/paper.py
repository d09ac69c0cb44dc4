"""Paper sheets at the keyboard, one after the other without a mouse."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from results.games.engine.round_view import BoardPlayer, BoardView, lines_question
from results.games.services.disputes import mark_disputes
from results.games.services.outcomes import lines_to_ask_about, played
from results.games.services.preview import account_text, foreseen
from results.games.services.standing_lines import mark_lines
from results.rulings.engine.clock_readings import BadReading
from results.sheets.engine.facts import Figures, SheetLine
from results.sheets.engine.own_lines import RULE_LENGTH, charged, terms_of
from results.sheets.engine.states import FINAL
from results.sheets.forms import PaperForm
from results.sheets.pages.sheet import line_view, people_of
from results.sheets.reads import round_sheets
from results.sheets.services.decisions import sheets_topic
from results.sheets.services.officials import enter_from_paper
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.tournaments.engine.account import points_of
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import ScoreLine
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.shortcuts import round_links, round_of


@dataclass(frozen=True, slots=True)
class EnteredPaper:
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
    form = PaperForm(request.POST or None)
    entered = take(request, row, form) if request.method == "POST" else None
    status = 200 if entered is None or entered.ok else 422
    if request.headers.get("X-Sheet"):
        return render(request, "results/sheets/_entered.html", {"entered": entered}, status=status)
    read_page_versions(request, sheets_topic(row.division))
    rows = round_sheets(row)
    mark_disputes(mark_lines([row.game for row in rows]))
    context = {
        "division": row.division, "round": row, "topic": sheets_topic(row.division),
        "form": PaperForm() if entered is None or entered.ok else form, "entered": entered,
        "overtime": terms_of(tournament.rules.rulebook),
        "open": [row for row in rows if row.state not in FINAL], "all": len(rows),
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
    context = {"division": row.division, "round": row, "foreseen": lines}
    return render(request, "results/sheets/_paper_typing.html", context)


def foresee(row: Round, data: dict[str, Any]) -> tuple[str, ...]:
    """The account that a typed sheet would give its game, a sentence a line; nothing where it cannot be read, or has a result.

    Until somebody answers whether the lines that stand are in the scores, they come on top.
    """
    try:
        game, figures = typed_figures(row, data, lines=data["lines"] or "y")
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


def take(request: HttpRequest, row: Round, form: PaperForm) -> EnteredPaper:
    """Enter one sheet. What cannot be taken says why; nothing is half done."""
    if not form.is_valid():
        return EnteredPaper(False, " ".join(missed(form)))
    data = form.cleaned_data
    try:
        game, figures = typed_figures(row, data, lines=data["lines"])
        answer = enter_from_paper(
            by=actor_of(request),
            game=game,
            figures=figures,
            both_seen=data["seen"] == "y",
            rules_dispute=data["dispute"] == "y",
        )
    except Refused as refused:
        return EnteredPaper(False, f"{data['table']}: {refused}")
    return EnteredPaper(True, f"Table {game.table}: {echo(game, figures)}. {answer.message}")


def echo(game: Game, figures: Figures) -> str:
    """The scores as they were typed, first score first, and what overtime takes off; the whole account where lines stand."""
    if lines_to_ask_about(game):
        return " ".join(account_text(game)).removesuffix(".")
    people = people_of(game)
    (one_entry, first), (other_entry, second) = figures.scores.items()
    text = f"{people[one_entry].player} {first}–{second} {people[other_entry].player}"
    for line in figures.lines:
        text += f". {people[line.entry].player}: {line_view(line).label} −{-line.points} ({line.rule})"
    off = {line.entry: line.points for line in figures.lines}
    return text + (f", so {first + off.get(one_entry, 0)}–{second + off.get(other_entry, 0)}" if off else "")


def missed(form: PaperForm) -> Iterator[str]:
    """What is wrong, field by field, in words that name it."""
    for name, errors in form.errors.items():
        yield str(errors[0]) if name in form.hints else f"{form.fields[name].label}: {errors[0]}"


def typed_figures(row: Round, data: dict[str, Any], *, lines: str) -> tuple[Game, Figures]:
    """The game of a typed sheet, and its figures before the lines that stand with the game.

    Args:
        lines: "w": the lines that stand are in the typed scores, "y": they are not, "": nobody has answered.

    Raises:
        Refused: for no such table or player, overtime that cannot be read, and where lines with points stand and
            nobody has answered.
    """
    game, own_first = typed_game(row, data["table"])
    pair = [game.first_id, game.second_id or 0] if own_first else [game.second_id or 0, game.first_id]
    decided = game.starts_by not in {*Game.NOBODY_YET, Game.StartsBy.NONE}
    started = pair[int(data["started"]) - 1] if data["started"] else game.first_id if decided else None
    overtime = overtime_lines(game, {pair[0]: data["over_one"], pair[1]: data["over_two"]})
    figures = Figures({pair[0]: data["first_score"], pair[1]: data["second_score"]}, started, overtime)
    standing = lines_to_ask_about(game)
    if not standing or lines == "y":
        return game, figures
    if not lines:
        raise Refused(f"{lines_asked(game, figures)} Type y or w into the field below the scores.", code="lines_stand")
    off = dict(zip((game.first_id, game.second_id or 0), points_of(standing), strict=True))
    return game, replace(figures, scores={entry: score - off[entry] for entry, score in figures.scores.items()})


def typed_game(row: Round, typed: str) -> tuple[Game, bool]:
    """The game of a table, or of "#12" the player, and whether the first score is that of `game.first`."""
    games = list(Game.objects.filter(round=row, second__isnull=False).with_people().by_board())
    name, by_player = typed.strip().casefold().removeprefix("#"), typed.strip().startswith("#")
    for game in games:
        game.round.division = row.division
        if by_player and name in (str(game.first.number), str(game.second.number if game.second else "")):
            return game, name == str(game.first.number)
        if not by_player and game.table.casefold() == name:
            return game, True
    if by_player:
        raise Refused("Nobody of that number plays in this round.", code="no_such_player")
    raise Refused("There is no such table in this round.", code="no_such_table")


def overtime_lines(game: Game, typed: Mapping[int, str]) -> tuple[SheetLine, ...]:
    """What the event's rulebook charges for overtime as the scorer typed it, by entry. Raises Refused, which names the player."""
    book = game.round.division.book_in_force
    terms = terms_of(book)
    lines = []
    for entry, text in typed.items():
        try:
            charge = charged(text, book)
        except BadReading as wrong:
            raise Refused(f"Overtime of {people_of(game)[entry].player}: {wrong}", code="bad_overtime") from wrong
        if terms and (charge.points or charge.seconds):
            rule = terms.rule[:RULE_LENGTH]
            lines.append(SheetLine(entry, "overtime", -charge.points, charge.seconds, rule=rule, own=True))
    return tuple(lines)


def lines_asked(game: Game, figures: Figures) -> str:
    """Whether the lines that stand are in the typed scores, with what counts in either case, overtime taken off."""
    over = {line.entry: line.points for line in figures.lines}
    first, second = (figures.scores[entry] + over.get(entry, 0) for entry in (game.first_id, game.second_id or 0))
    seats = [BoardPlayer(entry.number, str(entry.player)) for entry in people_of(game).values()]
    board = BoardView(game.pk, game.table, seats[0], seats[1], lines=lines_to_ask_about(game))
    return lines_question(board, (first, second), first - second)
