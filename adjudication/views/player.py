"""A player's own phone: write a challenge, agree to the opponent's, hand it over, see what became of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from tdsuite.access.actors import PlayerActor
from tdsuite.access.players import player_only
from tdsuite.live.marks import mark_seen
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused

from ..engine.slips import OPEN
from ..forms_slips import PlayerSlipForm
from ..services.slips import ways_of, write_slip
from ..services.verdicts import lexicons_of
from .shown import FLAWS, challenges_of, names_a_flaw, new_key, rules_of, shown_all, slip_of
from .steps import take


@player_only
@require_safe
def mine(request: HttpRequest, tournament: Tournament, actor: PlayerActor) -> HttpResponse:
    """The player's games that are being played; straight to the one where there is one."""
    playing = Game.objects.filter(round__division=actor.division_id, round__status=Round.Status.PLAYING)
    games = playing.exclude(second=None).filter(outcome__in=Game.UNFINISHED).with_people().by_board()
    own = [game for game in games if actor.pk in (game.first_id, game.second_id)]
    if len(own) == 1:
        return redirect("judging:game", tournament.slug, own[0].pk)
    return render(request, "adjudication/player/mine.html", {"tournament": tournament, "games": own})


@player_only
def game(request: HttpRequest, tournament: Tournament, actor: PlayerActor, game_id: int) -> HttpResponse:
    """Every challenge of one own game, and the slip to write a new one. POST writes it."""
    row = own_game(tournament, actor, game_id)
    form = PlayerSlipForm(request.POST or None, game=row, ways=ways_of(tournament), initial={"key": new_key()})
    if request.method == "POST" and form.is_valid():
        try:
            written = form.written(actor.pk)
            write_slip(by=actor, game=row, written=written, request_key=form.cleaned_data["key"])
        except Refused as refused:
            form.add_error(None, refused.says)
        else:
            return redirect("judging:game", tournament.slug, row.pk)
    return shown_game(request, tournament, actor, row, form)


def own_game(tournament: Tournament, actor: PlayerActor, game_id: int) -> Game:
    """The player's own game; of any other there is no page."""
    games = Game.objects.with_people().select_related("round__division").exclude(second=None)
    row = get_object_or_404(games, pk=game_id, round__division__tournament=tournament)
    if actor.pk not in (row.first_id, row.second_id):
        raise Http404("This is not a game of yours.")
    row.round.division.tournament = tournament
    return row


def shown_game(
    request: HttpRequest, tournament: Tournament, actor: PlayerActor, row: Game, form: PlayerSlipForm
) -> HttpResponse:
    """The page; its changing part for a script, which keeps what is being typed."""
    mark_seen(request, f"game:{row.pk}")
    slips = challenges_of(row)
    seen = shown_all(slips)
    now = next((one for one in seen if one.slip.state in OPEN or one.judged), None)
    context = {
        "tournament": tournament, "division": row.round.division, "game": row, "me": actor.pk, "opponent": opponent(row, actor),
        "now": now, "earlier": [one for one in seen if one is not now], "form": form, "rules": rules_of(tournament),
        "flaws": FLAWS if now and names_a_flaw(now.slip) else (), "lists": lexicons_of(row.round.division),
        "asked": bool(now and any(one.opinion == "second" for one in now.slip.verdicts.all())),
        "may_write": now is None or now.judged, "key": new_key(), "topic": f"game:{row.pk}",
    }  # fmt: skip
    part = request.headers.get("HX-Request") and request.method == "GET"
    template = f"adjudication/player/{'_game' if part else 'game'}.html"
    return render(request, template, context, status=422 if form.errors else 200)


def opponent(row: Game, actor: PlayerActor) -> Entry:
    assert row.second is not None
    return row.second if actor.pk == row.first_id else row.first


@player_only
@require_POST
def step(request: HttpRequest, tournament: Tournament, actor: PlayerActor, pk: int, step: str) -> HttpResponse:
    """One press on a slip of an own game."""
    slip = slip_of(tournament, pk)
    if actor.pk not in (slip.challenger_id, slip.challenged_id):
        raise Http404("This is not a challenge in a game of yours.")
    take(request, step, by=actor, slip=slip)
    return redirect("judging:game", tournament.slug, slip.game_id)
