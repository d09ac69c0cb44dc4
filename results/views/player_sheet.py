"""A player's own result sheet on a phone or at a station: enter, sign, dispute, hand in, correct, ask.

One button is one address. A refused press shows the sheet as it is now with the reason above it (409), figures that need another
look stand in their form (422). With the header X-Sheet the changing part alone is the answer; without, a page, or a way back.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from tdsuite.access.actors import PlayerActor
from tdsuite.access.guard import allowed
from tdsuite.access.players import player_of, player_only
from tdsuite.access.roles import Can
from tdsuite.live.marks import mark_seen
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused

from ..engine.sheet_states import State
from ..forms_sheets import FiguresForm
from ..models import Petition
from ..services.sheets import asking, corrections, entering
from ..services.sheets.doubts import Doubts, OddFigures
from ..services.sheets.frame import game_topic
from .player_pages import PlayerSheet

Act = Callable[[], Any]
CALLED = "The director is called to your table."
RECOUNT = "A recount is asked for: the director is told. Stay at the table with both score sheets."


def published(tournament: Tournament, game_id: int) -> Game:
    """A game of two players in a published round of the event. 404 where there is none."""
    games = Game.objects.filter(pk=game_id, round__division__tournament=tournament, second__isnull=False)
    game = games.exclude(round__status=Round.Status.DRAFT).with_people().first()
    if game is None:
        raise Http404("This board is gone: it was changed meanwhile.")
    game.round.division.tournament = tournament
    return game


def own_game(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Behind `player_only`: hand on a game of this player. Another's board leads back to the own page (403)."""

    @wraps(view)
    def guarded(
        request: HttpRequest, tournament: Tournament, actor: PlayerActor, game_id: int, **kwargs: Any
    ) -> HttpResponse:
        game = published(tournament, game_id)
        if actor.pk not in (game.first_id, game.second_id):
            return render(
                request, "results/sheets/not_yours.html", {"tournament": tournament, "game": game}, status=403
            )
        return view(request, actor, game, **kwargs)

    return guarded


def door(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The address on printed sheets: the players' page, or for whoever runs the event the director's."""
    tournament = Tournament.objects.filter(slug=slug).first()
    staff = tournament is not None and allowed(request.user, tournament, Can.SEE_CONSOLE)
    if tournament is not None and staff and player_of(request, tournament) is None:
        game = published(tournament, game_id)
        return redirect("results:sheet_desk", slug, game.round.division.code, game_id)
    response: HttpResponse = sheet(request, slug=slug, game_id=game_id)
    return response


@player_only
@require_safe
@own_game
def sheet(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """The sheet as it is now; its changing part for a script."""
    return page(request, actor, game)


def page(
    request: HttpRequest, actor: PlayerActor, game: Game, *, told: str = "", level: str = "", status: int = 200,
    form: FiguresForm | None = None, doubts: Doubts | None = None,
) -> HttpResponse:  # fmt: skip
    mark_seen(request, game_topic(game.pk))
    game = published(game.round.division.tournament, game.pk)
    division = game.round.division
    context = {
        "tournament": division.tournament, "division": division, "topic": game_topic(game.pk), "told": told, "level": level,
        "page": PlayerSheet(actor, division, game, form, doubts),
    }  # fmt: skip
    part = request.headers.get("X-Sheet") or request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_sheet' if part else 'sheet'}.html", context, status=status)


def decided(
    request: HttpRequest, actor: PlayerActor, game: Game, act: Act, said: str = "", *, form: FiguresForm | None = None
) -> HttpResponse:
    """One press: done and told, asked about with the figures as they were sent, or refused with the sheet as it is now."""
    try:
        answer = act()
    except OddFigures as odd:
        return page(request, actor, game, form=form, doubts=odd.doubts, status=422)
    except Refused as refused:
        return page(request, actor, game, told=str(refused), level="error", status=409)
    told = said or str(answer.said)
    differs = getattr(answer, "state", None) is State.DISPUTED
    if request.headers.get("X-Sheet"):
        return page(request, actor, game, told=told, level="warning" if differs else "success")
    (messages.warning if differs else messages.success)(request, told)
    return redirect("results:sheet", game.round.division.tournament.slug, game.pk)


def whole(text: str) -> int:
    """A number of a hidden field; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


@player_only
@require_POST
@own_game
def enter(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """A player's figures, signed by being sent; what is out of the ordinary is asked about first."""
    form = FiguresForm(request.POST, game=game, me=actor.pk)
    if not form.is_valid():
        return page(request, actor, game, form=form, status=422)
    sent = {"key": request.POST.get("key", ""), "confirmed": request.POST.get("confirmed", "")}
    return decided(
        request, actor, game,
        lambda: entering.enter_sheet(by=actor, game=game, figures=form.figures(), **sent), form=form,
    )  # fmt: skip


@player_only
@require_POST
@own_game
def sign(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """Sign the version that was shown, and no other."""
    sent = request.POST
    version, digest = whole(sent.get("version", "")), sent.get("sha256", "")[:64]
    return decided(
        request, actor, game,
        lambda: entering.sign(by=actor, game=game, version=version, sha256=digest, key=sent.get("key", "")),
    )  # fmt: skip


@player_only
@require_POST
@own_game
def dispute(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """The figures are wrong, says a player who has none of his own to send."""
    sent = request.POST
    version, note = whole(sent.get("version", "")), sent.get("note", "")
    return decided(
        request, actor, game,
        lambda: entering.dispute(by=actor, game=game, version=version, note=note, key=sent.get("key", "")),
    )  # fmt: skip


@player_only
@require_POST
@own_game
def hand_in(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """The signed sheet is submitted."""
    key = request.POST.get("key", "")
    return decided(request, actor, game, lambda: entering.hand_in(by=actor, game=game, key=key))


@player_only
@require_POST
@own_game
def correct(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """Propose other figures for a sheet that both signed: a correction, or a petition."""
    form = FiguresForm(request.POST, game=game, me=actor.pk)
    if not form.is_valid():
        return page(request, actor, game, form=form, status=422)
    key = request.POST.get("key", "")
    return decided(
        request, actor, game,
        lambda: corrections.propose_correction(by=actor, game=game, figures=form.figures(), key=key),
    )  # fmt: skip


@player_only
@require_POST
@own_game
def agree(request: HttpRequest, actor: PlayerActor, game: Game, petition_id: int) -> HttpResponse:
    """Agree to exactly the proposed figures."""
    row = get_object_or_404(Petition, pk=petition_id, sheet__game=game)
    sent = {"sha256": request.POST.get("sha256", "")[:64], "key": request.POST.get("key", "")}
    return decided(request, actor, game, lambda: corrections.agree_correction(by=actor, petition=row, **sent))


@player_only
@require_POST
@own_game
def decline(request: HttpRequest, actor: PlayerActor, game: Game, petition_id: int) -> HttpResponse:
    """Take a proposal back, or say no to it."""
    row = get_object_or_404(Petition, pk=petition_id, sheet__game=game)
    told = "The proposal is off the table: the signed sheet stands."
    return decided(request, actor, game, lambda: corrections.withdraw_correction(by=actor, petition=row), told)


@player_only
@require_POST
@own_game
def recount(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """Ask for a recount."""
    return decided(request, actor, game, lambda: asking.request_recount(by=actor, game=game), RECOUNT)


@player_only
@require_POST
@own_game
def call(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """Call the director to the table."""
    note = request.POST.get("note", "")
    return decided(request, actor, game, lambda: asking.signal_problem(by=actor, game=game, note=note), CALLED)
