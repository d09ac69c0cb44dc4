"""A player's own page, and their result sheet on a phone or at a station: enter, sign, dispute, hand in, correct, ask.

One button is one address. A refused press shows the sheet as it is now with the reason above it (409), figures that need
another look stand in their form (422). With the header X-Sheet a press that is done is answered by what was said alone, one
that is not by the changing part; without it, by a way back, or a page.
"""

from collections.abc import Callable
from copy import copy
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from results.sheets.engine.states import State
from results.sheets.forms import FiguresForm
from results.sheets.models import Petition, PlayerRequest
from results.sheets.pages.own_games import own_event
from results.sheets.pages.own_sheet import own_sheet
from results.sheets.services import corrections, entering, officials, recounts
from results.sheets.services.own_topics import watched_games
from results.sheets.services.requests import requests_topic
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.phones import may_keep_own
from tdsuite.platform.access.players import player_of, player_only
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live import services
from tdsuite.platform.live.own_topics import own_topic
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.platform.web.numbers import whole
from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.kept_histories import kept_history
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.waiting import waiting_for_player

REQUESTS_SHOWN = 5
CALLED = gettext_lazy("The director is called to your table.")
RECOUNT = gettext_lazy("A recount is asked for: the director is told. Stay at the table with both score sheets.")
DECLINED = gettext_lazy("The proposal is withdrawn: the signed sheet stands.")


@player_only
@require_safe
def me(request: HttpRequest, tournament: Tournament, actor: PlayerActor) -> HttpResponse:
    """The player's page; its changing part for a script."""
    try:
        games, versions = _with_versions(actor)
    except Division.DoesNotExist as error:
        raise Http404(f"{tournament} has lost your division.") from error
    division = copy(games.division)
    entry = games.by_id[actor.pk]
    context = {
        "tournament": tournament, "division": division, "history": games, "mine": own_event(games, entry),
        "own_topic": next(iter(versions)), "topics": versions.keys(), "versions": versions.values(),
        "waiting": waiting_for_player.rows(actor.pk),
        "requests": PlayerRequest.objects.filter(entry=entry).shown_to_player()[:REQUESTS_SHOWN],
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    response = render(request, f"results/sheets/player/{'_me' if part else 'me'}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return may_keep_own(response, actor)


def _with_versions(actor: PlayerActor) -> tuple[History, dict[str, int]]:
    """The player's division, and the versions of what the own page listens to, none newer than what the division's rows show."""
    followed = Division(pk=actor.division_id).live_topic
    version = services.versions(followed)[followed]
    history = kept_history(actor.division_id, version)
    versions = services.versions(followed, *(topics := _listened(history, actor)))
    if versions[followed] != version:  # somebody decided meanwhile: the rows are read again, after the versions
        history = kept_history(actor.division_id, version := versions[followed])
        topics = _listened(history, actor)
    return history, {
        own_topic(actor.division_id, actor.pk): version,
        **{topic: versions.get(topic, 0) for topic in topics},
    }


def _listened(history: History, actor: PlayerActor) -> list[str]:
    published = [game for game in history.games_of(history.by_id[actor.pk]) if game.round.is_published]
    return [requests_topic(actor.pk), *(game.live_topic for game in watched_games(published))]


def published_game_or_404(tournament: Tournament, game_id: int) -> Game:
    """A game of two players in a published round of the event."""
    games = Game.objects.filter(pk=game_id, round__division__tournament=tournament, second__isnull=False)
    try:  # not first(): what a row is sorted by costs more than to read it
        game = games.exclude(round__status=Round.Status.DRAFT).with_people().get()
    except Game.DoesNotExist:
        raise Http404(_("This board no longer exists: it was changed meanwhile.")) from None
    game.round.division.tournament = tournament
    return game


def own_game(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For signed-in players: give the view a game of this player. Another's board leads back to the own page (403)."""

    @wraps(view)
    def guarded(
        request: HttpRequest, tournament: Tournament, actor: PlayerActor, game_id: int, **kwargs: Any
    ) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            read_page_versions(request, Game(pk=game_id).live_topic)
        game = published_game_or_404(tournament, game_id)
        if actor.pk not in (game.first_id, game.second_id):
            context = {"tournament": tournament, "game": game}
            return render(request, "results/sheets/not_yours.html", context, status=403)
        return view(request, actor, game, **kwargs)

    return player_only(guarded)


def door(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The address on printed sheets: the players' page, or for whoever runs the event the director's."""
    tournament = Tournament.objects.filter(slug=slug).first() if request.user.is_authenticated else None
    staff = tournament is not None and allowed(request.user, tournament, Can.SEE_CONSOLE)
    if tournament is not None and staff and player_of(request, tournament) is None:
        return redirect("console:table", slug, published_game_or_404(tournament, game_id).round.division.code, game_id)
    response: HttpResponse = sheet(request, slug=slug, game_id=game_id)
    return response


@own_game
@require_safe
def sheet(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """The sheet as it is now; its changing part for a script."""
    return may_keep_own(page(request, actor, game), actor)


def not_done(
    request: HttpRequest, actor: PlayerActor, game: Game, *, message: str = "", status: int, **sent: Any
) -> HttpResponse:
    """The sheet as it is now, after a press that changed nothing of it.

    Args:
        message: why a press was refused.
        sent: `form`, figures that were not taken; `asked`, the questions about them.
    """
    read_page_versions(request, game.live_topic)
    game = published_game_or_404(game.round.division.tournament, game.pk)
    return page(request, actor, game, message=message, status=status, **sent)


def page(
    request: HttpRequest, actor: PlayerActor, game: Game, *, message: str = "", status: int = 200, **sent: Any
) -> HttpResponse:
    """The sheet's page, or its changing part, of a game that was read after its version (`own_game`)."""
    context = {
        "tournament": game.round.division.tournament, "division": game.round.division, "topic": game.live_topic,
        "message": message, "level": "error", "own": own_sheet(actor, game, **sent), "game": game,
    }  # fmt: skip
    part = request.headers.get("X-Sheet") or request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_sheet' if part else 'sheet'}.html", context, status=status)


def decided(
    request: HttpRequest, actor: PlayerActor, game: Game, act: Callable[[], Any], *, form: FiguresForm | None = None
) -> HttpResponse:
    """One press: done, asked about with the figures as they were sent, or refused with the sheet as it is now.

    Args:
        act: does it; returns the service's answer, or a sentence.
    """
    try:
        answer = act()
    except entering.OddFigures as odd:
        return not_done(request, actor, game, form=form, asked=odd.asked, status=422)
    except Refused as refused:
        return not_done(request, actor, game, message=str(refused), status=409)
    message = translated(answer.message) if isinstance(answer, entering.Answer) else str(answer)
    level = "warning" if getattr(answer, "state", None) is State.DISPUTED else "success"
    if request.headers.get("X-Sheet"):
        return HttpResponse(render_to_string("results/sheets/_told.html", {"message": message, "level": level}))
    (messages.warning if level == "warning" else messages.success)(request, message)
    return redirect("results:sheet", game.round.division.tournament.slug, game.pk)


def press(act: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """A button on the own sheet that needs no form: `act` calls the service, as of `decided`."""

    @wraps(act)
    def view(request: HttpRequest, actor: PlayerActor, game: Game, **kwargs: Any) -> HttpResponse:
        return decided(request, actor, game, partial(act, request, actor, game, **kwargs))

    return own_game(require_POST(view))


def sent(request: HttpRequest, *names: str) -> dict[str, str]:
    """What the page sent in these fields and as its key, "" for what it left out."""
    return {name: request.POST.get(name, "") for name in ("key", *names)}


def sent_version(request: HttpRequest) -> int:
    """The number in the hidden field; 0 for anything else."""
    return whole(request.POST.get("version")) or 0


@own_game
@require_POST
def enter(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """A player's figures, signed by being sent; what is out of the ordinary is asked about first."""
    form = FiguresForm(request.POST, game=game, me=actor.pk)
    if not form.is_valid():
        return page(request, actor, game, form=form, status=422)
    facts: dict[str, Any] = {"figures": form.figures(), **sent(request, "confirmed")}
    return decided(request, actor, game, lambda: entering.enter_sheet(by=actor, game=game, **facts), form=form)


@own_game
@require_POST
def sign(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """Sign the version that was shown, and no other."""
    facts: dict[str, Any] = {
        "version": sent_version(request),
        "sha256": request.POST.get("sha256", ""),
        "key": request.POST.get("key", ""),
    }
    return decided(request, actor, game, lambda: entering.sign(by=actor, game=game, **facts))


@press
def dispute(request: HttpRequest, actor: PlayerActor, game: Game) -> entering.Answer:
    """The figures are wrong, says a player who has none of their own to send."""
    return entering.dispute(by=actor, game=game, version=sent_version(request), **sent(request, "note"))


@press
def hand_in(request: HttpRequest, actor: PlayerActor, game: Game) -> entering.Answer:
    """The signed sheet is submitted."""
    return entering.hand_in(by=actor, game=game, **sent(request))


@own_game
@require_POST
def correct(request: HttpRequest, actor: PlayerActor, game: Game) -> HttpResponse:
    """Propose other figures for a sheet that both signed: a correction, or a petition."""
    form = FiguresForm(request.POST, game=game, me=actor.pk)
    if not form.is_valid():
        return page(request, actor, game, form=form, status=422)
    facts: dict[str, Any] = {"figures": form.figures(), **sent(request)}
    return decided(request, actor, game, lambda: corrections.propose_correction(by=actor, game=game, **facts))


@press
def agree(request: HttpRequest, actor: PlayerActor, game: Game, petition_id: int) -> entering.Answer:
    """Agree to exactly the proposed figures."""
    petition = get_object_or_404(Petition, pk=petition_id, sheet__game=game)
    return corrections.agree_correction(by=actor, petition=petition, **sent(request, "sha256"))


@press
def decline(request: HttpRequest, actor: PlayerActor, game: Game, petition_id: int) -> Promise:
    """Take a proposal back, or say no to it."""
    corrections.withdraw_correction(by=actor, petition=get_object_or_404(Petition, pk=petition_id, sheet__game=game))
    return DECLINED


@press
def recount(request: HttpRequest, actor: PlayerActor, game: Game) -> Promise:
    """Ask for a recount."""
    recounts.request_from_sheet(by=actor, game=game)
    return RECOUNT


@press
def call(request: HttpRequest, actor: PlayerActor, game: Game) -> Promise:
    """Call the director to the table."""
    officials.call_director(by=actor, game=game, note=request.POST.get("note", ""))
    return CALLED
