"""A slip as an official sees it: written, shown, another opinion, and what a wrong verdict gives."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from adjudication.challenges.engine.misadjudication import Remedy
from adjudication.challenges.engine.opinions import Opinion
from adjudication.challenges.engine.slips import AWAITING_VERDICT
from adjudication.challenges.forms import MisadjudicationForm, SlipForm
from adjudication.challenges.models import ChallengeSlip
from adjudication.challenges.pages import LONGEST_LINE, flaws_of, new_key, page, rules_of, slip_of, summary_of
from adjudication.challenges.services.lookup import lexicons_of
from adjudication.challenges.services.misadjudications import remedy_for, settle_misadjudication
from adjudication.challenges.services.queue import next_of, queue_of, why_not
from adjudication.challenges.services.slip_decisions import challenges_topic
from adjudication.challenges.services.slips import judging_of, write_slip
from adjudication.lexicons.word_source import lists_by_length, source_of
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.tournaments.models import BY_BOARD, Game, Round, Tournament
from tdsuite.tournaments.services.score_there import score_before
from tdsuite.tournaments.shortcuts import meaning_in, page_with_forms, refusal_in


@needs(Can.JUDGE_WORDS)
@never_cache
def new(request: HttpRequest, tournament: Tournament, game_id: int | None = None) -> HttpResponse:
    """An official writes a slip: what the paper says, or what a player says at the desk. Without a game: which is it?"""
    if game_id is None:
        playing = Game.objects.filter(round__division__tournament=tournament, round__status=Round.Status.PLAYING)
        games = playing.exclude(second=None).with_people().select_related("round__division")
        context = page(games=games.order_by("round__division__position", "round__number", *BY_BOARD))
        return render(request, "adjudication/challenges/new.html", context)
    game = game_of_event(tournament, game_id)
    form = SlipForm(request.POST or None, game=game, ways=judging_of(tournament).ways, initial={"key": new_key()})
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            key = form.cleaned_data["key"]
            slip = write_slip(by=actor_of(request), game=game, challenge=form.challenge(), request_key=key)
            return redirect("challenges:slip", tournament.slug, slip.pk)
    context = page(
        game=game,
        form=form,
        earlier=ChallengeSlip.objects.of_game(game).pending().first(),
        score=score_before(game),
    )
    return page_with_forms(request, "adjudication/challenges/new.html", context)


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
    """One challenge: what stands on it, its verdict and what that costs, the opinion it awaits, all that can follow."""
    return slip_page(request, slip_of(tournament, pk))


def _asks(row: ChallengeSlip) -> dict[str, Any]:
    return {"rule": row.division.book_in_force.during.misadjudication.value, "acceptable": bool(row.acceptable)}


def slip_page(
    request: HttpRequest,
    row: ChallengeSlip,
    form: MisadjudicationForm | None = None,
    *,
    remedy: Remedy | None = None,
    refused: str = "",
) -> HttpResponse:
    """The slip's page.

    Args:
        form, remedy: what a verdict that was wrong would give.
        refused: why a verdict that was typed is not taken.
    """
    read_page_versions(request, challenges_topic(row.division))
    row.refresh_from_db(fields=["state", "acceptable"])
    tournament, form = row.division.tournament, form or MisadjudicationForm(**_asks(row))
    context = page(slip=row, form=form, remedy=remedy, refused=refused, **all_of(row))
    context["next_slip"] = next_of(queue_of(by=actor_of(request), tournament=tournament))
    context["meaning"] = meaning_in(request.POST)
    if row.state in AWAITING_VERDICT:
        context |= keyboard(request, row)
    return render(
        request, "adjudication/challenges/slip.html", context, status=409 if refused else 422 if form.errors else 200
    )


def keyboard(request: HttpRequest, row: ChallengeSlip) -> dict[str, Any]:
    """The one line of the official who gives the awaited opinion, with what was typed. Blind for every opinion after the first."""
    source = source_of(row.division.tournament)
    return {
        "awaits": True,
        "why_not": why_not(row, by=actor_of(request)),
        "judged": lexicons_of(row.division),
        "source": source,
        "by_length": lists_by_length(source),
        "line": request.POST.get("words", "")[:LONGEST_LINE],
    }


def all_of(row: ChallengeSlip) -> dict[str, Any]:
    """What stands on a slip, its verdict, and what the rulebook lets follow."""
    tournament = row.division.tournament
    during, flaws = tournament.rules.rulebook.during, flaws_of(row)
    return {
        "summary": summary_of(row),
        "rules": rules_of(tournament),
        "asked": row.verdicts.filter(opinion=Opinion.SECOND).exists(),
        "replaced": ChallengeSlip.objects.filter(replaces=row).first(),
        "third_at_will": during.opinions.second.value.third_at_discretion,
        "topic": challenges_topic(row.division),
        "lists": [(row.division, lexicons_of(row.division))],
        "key": new_key(),
        "score": score_before(row.game),
        "opinions": during.opinions.self_lookup if flaws else during.opinions.second,
        "another_judge": during.opinions.second.value.another_judge,
        "flaws": flaws,
        "sides": (row.challenger, row.challenged),
        "provision": during.misadjudication,
    }


@needs(Can.RULE)
@never_cache
@require_POST
def misadjudication(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """First the facts and what they give, then the same facts with a reason, and it is done."""
    slip, remedy = slip_of(tournament, pk), None
    form = MisadjudicationForm(request.POST, **_asks(slip))
    if form.is_valid():
        with refusal_in(form):
            remedy = remedy_for(slip=slip, known=form.known(), correct=form.correct)
            if "settle" in request.POST and form.has_reason():
                return settled(request, slip, form, remedy)
    return slip_page(request, slip, form, remedy=remedy)


def settled(request: HttpRequest, slip: ChallengeSlip, form: MisadjudicationForm, remedy: Remedy) -> HttpResponse:
    settle_misadjudication(
        by=actor_of(request), slip=slip, known=form.known(), correct=form.correct, reason=form.cleaned_data["reason"],
        meaning=meaning_in(request.POST),
    )  # fmt: skip
    messages.success(request, _("Done: %s") % remedy.why.text)
    return redirect("challenges:slip", slip.division.tournament.slug, slip.pk)
