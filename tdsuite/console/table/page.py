"""The page of one table, for a script the drawer alone; and how a press there is answered: done, refused, or sent first."""

from collections.abc import Callable
from functools import partial, wraps
from inspect import signature
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.views.decorators.http import require_POST

from results.attendance.services.attendance import attendance_topic
from results.games.services.outcomes import where
from results.games.views.looked import looked_at
from results.rulings.forms.corrections import WithdrawForm
from results.rulings.views.common import of_game
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.reads import rounds_paired_from
from tdsuite.tournaments.shortcuts import refusal_in
from .reads import table_facts


def published(tournament: Tournament, code: str, game_id: int) -> Game:
    """A game of a published round, else a 404."""
    return of_game(tournament, code, game_id)[1]


def two_players(tournament: Tournament, code: str, game_id: int) -> Game:
    """The same of a game that is no bye."""
    game = published(tournament, code, game_id)
    if game.is_bye:
        raise Http404("A bye has no table.")
    return game


def table_url(game: Game) -> str:
    """The page of its table."""
    url: str = game.round.division.table_url(game.pk)
    return url


def is_part(request: HttpRequest) -> bool:
    """Whether a script asks for the drawer alone."""
    return bool(request.headers.get("HX-Request"))


def is_alone(request: HttpRequest) -> bool:
    """Whether the table is a page of its own, whose presses load it again, and not the drawer of a board."""
    opened_at = urlsplit(request.headers.get("HX-Current-URL", "")).path
    return not is_part(request) or any(part in opened_at for part in ("/table/", "/draft/"))


def table_page(request: HttpRequest, game: Game, *, at: str = "", **sent: Any) -> HttpResponse:
    """Everything about one table, a section for each thing that is done there.

    Args:
        at: the section that a press was made in: it stands open.
        sent: forms by their name in the templates, as they were sent; `preview`, what counts then.
    """
    division = game.round.division
    read_page_versions(request, division.live_topic, attendance_topic(division), game.live_topic)
    wrong = any(isinstance(each, forms.BaseForm) and each.errors for each in sent.values())
    context = {**table_facts(request, game, sent), **sent, "at": at}
    context["page_title"] = f"Table {game.table}" if game.board else "Bye"
    return drawn(request, "drawer", context, wrong=wrong)


def drawn(request: HttpRequest, part: str, context: dict[str, Any], *, wrong: bool) -> HttpResponse:
    """A page, or for a script the part of it that is the drawer; the board around that keeps its address."""
    context |= {"part": f"console/table/_{part}.html", "alone": is_alone(request)}
    if is_part(request):
        response = render(request, context["part"], context)
        response.headers["HX-Push-Url"] = "false"
        return response
    return render(request, "console/table/page.html", context, status=422 if wrong else 200)


def back(request: HttpRequest, game: Game, says: str) -> HttpResponse:
    """The table as it is now, with what was done; the board it left behind stays as it is."""
    messages.success(request, says)
    return redirect(table_url(game))


def pressed(
    request: HttpRequest, game: Game, form: forms.Form, decide: Callable[[Actor], Any], says: str = "", *,
    at: str, name: str = "refused",
) -> HttpResponse:  # fmt: skip
    """Do what a valid form asks and say `says`, or what `decide` answers; else show the form again with what is wrong."""
    if form.is_valid():
        with refusal_in(form):
            answer = decide(actor_of(request))
            return back(request, game, says or str(answer))
    return table_page(request, game, at=at, **{name: form})


def reason_given(request: HttpRequest) -> str:
    """The reason that stands beside a press, "" where none is asked."""
    form = WithdrawForm(request.POST)
    return form.cleaned_data["reason"] if form.is_valid() else ""


def at_table(can: Can) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """The view of a press at a table of two players: it is given the game in place of what the address says of it."""

    def framed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @needs(can)
        @require_POST
        @wraps(view)
        def with_game(
            request: HttpRequest, tournament: Tournament, code: str, game_id: int, **words: Any
        ) -> HttpResponse:
            return view(request, two_players(tournament, code, game_id), **words)

        return with_game

    return framed


def press(can: Can, at: str, decide: Callable[..., Any], says: str = "") -> Callable[..., HttpResponse]:
    """The view of a button that sends nothing, or a reason alone.

    Args:
        decide: of `by`, `game` and the numbers of the address, and of `reason` where it takes one.
        says: "" where `decide` answers it.
    """
    asks = "reason" in signature(decide).parameters

    @at_table(can)
    def view(request: HttpRequest, game: Game, **numbers: int) -> HttpResponse:
        act = partial(decide, game=game, **numbers, **({"reason": reason_given(request)} if asks else {}))
        return pressed(request, game, WithdrawForm({}), lambda by: act(by=by), says, at=at)

    return view


def looked(
    request: HttpRequest, game: Game, form: forms.Form, decide: Callable[[], Any], says: Callable[[Any], str] | str, *,
    at: str, name: str, valid: bool = True, **sent: Any,
) -> HttpResponse:  # fmt: skip
    """Show what a decision makes of the game, and take it once exactly this was looked at.

    Args:
        says: what is said then, before the account, or from what the decision returned.
        name: of the form in the templates.
        valid: whether another form of the same press is in order too.
    """
    preview = None
    if form.is_valid() and valid:
        with refusal_in(form):
            preview, done = looked_at(request, game, decide)
            if done is not None:
                sentence = says(done) if callable(says) else f"{where(game)}: {says} {preview.after[-1]}"
                return back(request, game, f"{capfirst(sentence)}{later_rounds(game)}")
    return table_page(request, game, at=at, **{name: form, "preview": preview, **sent})


def later_rounds(game: Game) -> str:
    """Which later rounds were paired from the standings as they were, as a sentence; "" where none was."""
    later = rounds_paired_from(game.round.division, game.round.number)
    return f" Paired from the standings before: round {', '.join(map(str, later))}." if later else ""
