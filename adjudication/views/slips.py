"""Slips as officials handle them: write one for a game, look at one, and every step it can take."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.live.marks import mark_seen
from tdsuite.tournaments.models import BY_BOARD, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused

from ..forms_slips import SlipForm
from ..models import ChallengeSlip, Misadjudicated
from ..services.frame import challenges_topic
from ..services.slips import ways_of, write_slip
from ..services.verdicts import lexicons_of
from .shown import new_key, page, rules_of, shown, slip_of, was_asked
from .steps import take


@needs(Can.JUDGE_WORDS)
@never_cache
@require_safe
def choose(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The games that are being played: whose challenge is it?"""
    playing = Game.objects.filter(round__division__tournament=tournament, round__status=Round.Status.PLAYING)
    games = playing.exclude(second=None).with_people().select_related("round__division")
    context = page(tournament, "new", games=games.order_by("round__division__position", "round__number", *BY_BOARD))
    return render(request, "adjudication/choose.html", context)


@needs(Can.JUDGE_WORDS)
@never_cache
def new(request: HttpRequest, tournament: Tournament, game_id: int) -> HttpResponse:
    """An official writes a slip: what the paper says, or what a player says at the desk."""
    game = game_of_event(tournament, game_id)
    form = SlipForm(request.POST or None, game=game, ways=ways_of(tournament), initial={"key": new_key()})
    if request.method == "POST" and form.is_valid():
        try:
            key = form.cleaned_data["key"]
            slip = write_slip(by=request.user, game=game, written=form.written(), request_key=key)
        except Refused as refused:
            form.add_error(None, refused.says)
        else:
            judged_at_once = form.cleaned_data["handed_over"]
            return redirect(f"adjudication:{'slip_judge' if judged_at_once else 'slip'}", tournament.slug, slip.pk)
    context = page(
        tournament, "new", game=game, form=form, earlier=ChallengeSlip.objects.of_game(game).pending().first()
    )
    return render(request, "adjudication/new.html", context, status=422 if form.errors else 200)


def game_of_event(tournament: Tournament, game_id: int) -> Game:
    """A game of two players of the event with its people, its tournament attached; 404 when there is none."""
    games = Game.objects.with_people().select_related("round__division").exclude(second=None)
    game = get_object_or_404(games, pk=game_id, round__division__tournament=tournament)
    game.round.division.tournament = tournament
    return game


@needs(Can.JUDGE_WORDS)
@never_cache
@require_safe
def slip(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One challenge: what stands on it, its verdict and what that costs, and all that can follow."""
    row = slip_of(tournament, pk)
    mark_seen(request, challenges_topic(row.division))
    row.refresh_from_db(fields=["state", "acceptable"])
    context = page(
        tournament,
        "queue",
        one=shown(row),
        slip=row,
        rules=rules_of(tournament),
        wrong=Misadjudicated.objects.filter(slip=row).first(),
        asked=was_asked(row),
        replaced=ChallengeSlip.objects.filter(replaces=row).first(),
        third_at_will=tournament.rules.rulebook.during.opinions.second.value.third_at_discretion,
        topic=challenges_topic(row.division),
        lists=[(row.division, lexicons_of(row.division))],
        key=new_key(),
    )
    return render(request, "adjudication/slip.html", context)


@needs(Can.JUDGE_WORDS)
@require_POST
def step(request: HttpRequest, tournament: Tournament, pk: int, step: str) -> HttpResponse:
    """One press on a slip; back to it, or on to the slip that takes its place."""
    row = slip_of(tournament, pk)
    take(request, step, by=request.user, slip=row)
    again = ChallengeSlip.objects.filter(replaces=row).first() if step == "reissue" else None
    return redirect("adjudication:slip", tournament.slug, again.pk if again else pk)
