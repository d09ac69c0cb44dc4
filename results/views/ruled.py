"""What the pages of rulings share: one try of a decision, the frame of a page, a player and a game by name."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, game_of

T = TypeVar("T")


def attempt(form: forms.Form, act: Callable[[], T]) -> T | None:
    """What a decision returns; None where it is refused, the reason then standing above the form."""
    try:
        return act()
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


def shown(request: HttpRequest, template: str, division: Division, context: dict[str, Any]) -> HttpResponse:
    """A page of the division; 422 when its form was not accepted. A part that a script asked for is 200: it is put in."""
    wrong = not request.headers.get("HX-Request") and any(
        isinstance(one, forms.BaseForm) and one.errors for one in context.values()
    )
    frame = {"tournament": division.tournament, "division": division}
    return render(request, f"results/rulings/{template}", {**frame, **context}, status=422 if wrong else 200)


def of_game(tournament: Tournament, code: str, game_id: int) -> tuple[Division, Game]:
    """A game of a published round. 404 before that."""
    game = game_of(tournament, code, game_id)
    if game.round.status == Round.Status.DRAFT:
        raise Http404("This round is not published yet.")
    return game.round.division, game


def of_entry(tournament: Tournament, code: str, number: int) -> tuple[Division, Entry]:
    division = division_of(tournament, code)
    entry = Entry.objects.select_related("player").filter(division=division, number=number).first()
    if entry is None:
        raise Http404(f"{division} has no player {number}.")
    entry.division = division
    return division, entry
