"""What every view of a division begins with."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from .models import Division, Entry, Game, Round, Tournament
from .services.decision import Refused
from .services.score_there import ScoreMeaning

View = Callable[..., HttpResponse]


def read_page(view: View) -> View:
    """A page that is only read; no browser keeps it."""
    return never_cache(require_GET(view))


def form_page(view: View) -> View:
    """A page whose form is sent to its own address; no browser keeps it."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))


@contextmanager
def refusal_told(request: HttpRequest) -> Iterator[None]:
    """Where a decision inside is refused, the next page says why."""
    try:
        yield
    except Refused as refused:
        messages.error(request, str(refused))


@contextmanager
def refusal_in(form: BaseForm, field: str | None = None) -> Iterator[None]:
    """Where a decision inside is refused, the reason stands above the form, or at its field."""
    try:
        yield
    except Refused as refused:
        form.add_error(field, str(refused))


def page_with_forms(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page; 422 where one of its forms was not accepted."""
    wrong = any(isinstance(form, BaseForm) and form.errors for form in context.values())
    return render(request, template, context, status=422 if wrong else 200)


def meaning_in(sent: QueryDict) -> ScoreMeaning:
    """What a form says of a result that is there already (`components/_score_there.html`)."""
    return ScoreMeaning(
        {"yes": True, "no": False}.get(sent.get("penalty_included", "")), sent.get("finding", "")[:300].strip()
    )


def division_of(tournament: Tournament, code: str) -> Division:
    """The tournament's division of that short name, its tournament attached without a query. 404 when there is none."""
    rows = tournament.divisions.all()
    division = next((row for row in rows if row.code == code), None)
    if division is None:
        raise Http404(f"{tournament} has no division {code}.")
    division.tournament = tournament
    division.beside = list(rows)  # the navigation names them all, and asks no more
    return division


def round_of(tournament: Tournament, code: str, number: int) -> Round:
    """A round of the tournament's division, both attached without a query. 404 beyond the planned rounds.

    A round that nobody has paired yet may have no row: then it is a new one, not published, not saved.
    """
    division = division_of(tournament, code)
    row = Round.objects.filter(division=division, number=number).first()
    if row is None:
        if not 1 <= number <= division.planned_rounds:
            raise Http404(f"{division} has no round {number}.")
        row = Round(number=number)
    row.division = division
    return row


def published_round_of(tournament: Tournament, code: str, number: int) -> Round:
    """The same of a round that was published once: what is pressed at its tables. 404 before."""
    row = round_of(tournament, code, number)
    if row.pk is None:
        raise Http404(f"Round {number} of {row.division} is not published yet: pair it first.")
    return row


def board_button(press: Callable[[HttpRequest, Round], str]) -> View:
    """A button about a round that was published once: `press` decides, and returns what the Round board says then, "" for nothing."""

    @require_POST
    @wraps(press)
    def view(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
        row = published_round_of(tournament, code, number)
        with refusal_told(request):
            if message := press(request, row):
                messages.success(request, message)
        return redirect(row.division.board_url(number))

    return view


def game_of(tournament: Tournament, code: str, game_id: int) -> Game:
    """A game of the tournament's division with its people. 404 when there is none: a board may have been taken apart."""
    division = division_of(tournament, code)
    game = Game.objects.of_division(division).with_people().filter(pk=game_id).first()
    if game is None:
        raise Http404("This board is gone: it was changed meanwhile.")
    game.round.division = division
    return game


def entry_of(tournament: Tournament, code: str, number: int) -> Entry:
    """A division's entry by number, its division attached. 404 when there is none."""
    division = division_of(tournament, code)
    row = division.entries.with_people().filter(number=number).first()
    if row is None:
        raise Http404(f"{division} has no player {number}.")
    row.division = division
    return row


@dataclass(frozen=True, slots=True)
class RoundLink:
    """One round in the row of rounds above a page (components/_rounds.html)."""

    number: int
    url: str
    current: bool


def round_links(
    division: Division, name: str, current: int, *, published: bool = False, numbers: Iterable[int] = ()
) -> list[RoundLink]:
    """A link to the page `name` of every planned round, of the published ones (then one query), or of these."""
    if not numbers and not published:
        numbers = range(1, division.planned_rounds + 1)
    elif not numbers:
        numbers = division.rounds.published().order_by("number").values_list("number", flat=True)
    first = division.url(name, 0)  # made once: fifteen links cost a millisecond
    before, after = first.rsplit("/0/", 1)
    return [RoundLink(number, f"{before}/{number}/{after}", number == current) for number in numbers]
