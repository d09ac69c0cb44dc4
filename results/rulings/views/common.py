"""What the pages of rulings share: one try of a decision, the frame of a page, a player and a game by name."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from results.games.services.outcomes import Corrected, correct_result
from results.rulings.forms.corrections import CorrectForm
from results.rulings.services.forfeits import DecidedGame, decide
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.shortcuts import game_of, page_with_forms

T = TypeVar("T")


def attempt(form: forms.BaseForm, act: Callable[[], T]) -> T | None:
    """What a decision returns; None where it is refused, the reason then standing above the form."""
    try:
        return act()
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


def division_page(request: HttpRequest, template: str, division: Division, context: dict[str, Any]) -> HttpResponse:
    """A page of the division, as `page_with_forms`. A part that a script asked for is 200: it is put in."""
    page = render if request.headers.get("HX-Request") else page_with_forms
    return page(request, f"results/rulings/{template}", {"division": division} | context)


def of_game(tournament: Tournament, code: str, game_id: int) -> tuple[Division, Game]:
    """A game of a published round. 404 before that."""
    game = game_of(tournament, code, game_id)
    if not game.round.is_published:
        raise Http404("This round is not published yet.")
    return game.round.division, game


def game_url(row: Game) -> str:
    """The page of a game's table."""
    division = row.round.division
    return division.url("console:table", row.pk)


def put(user: Any, game: Game, form: CorrectForm, *, road: Road = Road.CORRECTION) -> Corrected | DecidedGame:
    """Two scores or a spread as they are told; a forfeit as the rulebook has it."""
    reason, ended = form.cleaned_data["reason"], form.ended()
    if ended is None:
        chosen = form.lines_chosen()
        return correct_result(
            by=user, game=game, outcome=form.outcome(), reason=reason, road=road,
            rules_dispute=form.rules_dispute(), gone_played=bool(form.cleaned_data.get("gone_played")), **chosen,
        )  # fmt: skip
    return decide(by=user, game=game, ended=ended, reason=reason, road=road)
