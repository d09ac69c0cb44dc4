"""A slip as an official sees it: written, shown, another opinion, and what a wrong verdict gives."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from adjudication.challenges.engine.misadjudication import Remedy
from adjudication.challenges.engine.opinions import Opinion
from adjudication.challenges.forms import MisadjudicationForm, SlipForm
from adjudication.challenges.models import ChallengeSlip, Misadjudicated
from adjudication.challenges.pages import FLAWS, names_a_flaw, new_key, page, rules_of, slip_of, summary_of
from adjudication.challenges.services.lookup import lexicons_of
from adjudication.challenges.services.misadjudications import remedy_for, settle_misadjudication
from adjudication.challenges.services.queue import next_of, queue_of
from adjudication.challenges.services.slip_decisions import challenges_topic
from adjudication.challenges.services.slips import ways_of, write_slip
from adjudication.challenges.views.buttons import press, second_opinion
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.tournaments.models import BY_BOARD, Game, Round, Tournament
from tdsuite.tournaments.services.score_there import score_before
from tdsuite.tournaments.shortcuts import meaning_in, refusal_in


@needs(Can.JUDGE_WORDS)
@never_cache
@require_safe
def choose(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The games that are being played: whose challenge is it?"""
    playing = Game.objects.filter(round__division__tournament=tournament, round__status=Round.Status.PLAYING)
    games = playing.exclude(second=None).with_people().select_related("round__division")
    context = page(tournament, "new", games=games.order_by("round__division__position", "round__number", *BY_BOARD))
    return render(request, "adjudication/challenges/choose.html", context)


@needs(Can.JUDGE_WORDS)
@never_cache
def new(request: HttpRequest, tournament: Tournament, game_id: int) -> HttpResponse:
    """An official writes a slip: what the paper says, or what a player says at the desk."""
    game = game_of_event(tournament, game_id)
    form = SlipForm(request.POST or None, game=game, ways=ways_of(tournament), initial={"key": new_key()})
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            key = form.cleaned_data["key"]
            slip = write_slip(by=actor_of(request), game=game, challenge=form.challenge(), request_key=key)
            judged_at_once = form.cleaned_data["handed_over"]
            return redirect(f"challenges:{'slip_judge' if judged_at_once else 'slip'}", tournament.slug, slip.pk)
    context = page(
        tournament,
        "new",
        game=game,
        form=form,
        earlier=ChallengeSlip.objects.of_game(game).pending().first(),
        score=score_before(game),
    )
    return render(request, "adjudication/challenges/new.html", context, status=422 if form.errors else 200)


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
    read_page_versions(request, challenges_topic(row.division))
    row.refresh_from_db(fields=["state", "acceptable"])
    context = page(
        tournament,
        "queue",
        summary=summary_of(row),
        slip=row,
        rules=rules_of(tournament),
        wrong=Misadjudicated.objects.filter(slip=row).first(),
        asked=row.verdicts.filter(opinion=Opinion.SECOND).exists(),
        replaced=ChallengeSlip.objects.filter(replaces=row).first(),
        third_at_will=tournament.rules.rulebook.during.opinions.second.value.third_at_discretion,
        topic=challenges_topic(row.division),
        lists=[(row.division, lexicons_of(row.division))],
        key=new_key(),
        score=score_before(row.game),
        next_slip=next_of(queue_of(by=actor_of(request), tournament=tournament)),
    )
    return render(request, "adjudication/challenges/slip.html", context)


@needs(Can.JUDGE_WORDS)
@never_cache
def opinion(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A player asks an official for another opinion: which player, and where a self-look-up is final, over which flaw."""
    row = slip_of(tournament, pk)
    if request.method == "POST" and press(request, second_opinion, by=actor_of(request), slip=row):
        return redirect("challenges:slip", tournament.slug, pk)
    opinions, final = tournament.rules.rulebook.during.opinions, names_a_flaw(row)
    context = page(tournament, "queue", slip=row, provision=opinions.self_lookup if final else opinions.second)
    context |= {"flaws": FLAWS if final else (), "sides": (row.challenger, row.challenged)}
    return render(request, "adjudication/challenges/opinion.html", context)


@needs(Can.RULE)
@never_cache
def misadjudication(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """First the facts and what they give, then the same facts with a reason, and it is done."""
    slip = slip_of(tournament, pk)
    provision = tournament.rules.rulebook.during.misadjudication
    form = MisadjudicationForm(request.POST or None, rule=provision.value, acceptable=bool(slip.acceptable))
    remedy = None
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            remedy = remedy_for(slip=slip, known=form.known(), correct=form.correct)
            if "settle" in request.POST and form.has_reason():
                return settled(request, slip, form, remedy)
    context = page(
        tournament, "queue", slip=slip, summary=summary_of(slip), form=form, remedy=remedy, provision=provision
    )
    context |= {"score": score_before(slip.game), "meaning": meaning_in(request.POST)}
    return render(request, "adjudication/challenges/misadjudication.html", context, status=422 if form.errors else 200)


def settled(request: HttpRequest, slip: ChallengeSlip, form: MisadjudicationForm, remedy: Remedy) -> HttpResponse:
    settle_misadjudication(
        by=actor_of(request), slip=slip, known=form.known(), correct=form.correct, reason=form.cleaned_data["reason"],
        meaning=meaning_in(request.POST),
    )  # fmt: skip
    messages.success(request, _("Done: %s") % remedy.reasons[0].text)
    return redirect("challenges:slip", slip.division.tournament.slug, slip.pk)
