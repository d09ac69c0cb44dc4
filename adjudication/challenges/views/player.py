"""A player's own phone: write a challenge, agree to the opponent's, hand it over, see what became of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from adjudication.challenges.engine.slips import OPEN, Way
from adjudication.challenges.forms import PlayerSlipForm
from adjudication.challenges.models import ChallengeSlip
from adjudication.challenges.pages import challenges_of, flaws_of, new_key, rules_of
from adjudication.challenges.services.lookup import lexicons_of
from adjudication.challenges.services.slips import judging_of, write_slip
from adjudication.challenges.services.station import MANY_WITHIN
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.models import User
from tdsuite.platform.access.players import player_only
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.shortcuts import page_with_forms, refusal_in
from .slips import game_of_event


@player_only
def game(request: HttpRequest, tournament: Tournament, actor: PlayerActor, game_id: int) -> HttpResponse:
    """Every challenge of one own game, and the slip to write a new one. POST writes it."""
    row = own_game(tournament, actor, game_id)
    form = PlayerSlipForm(request.POST or None, game=row, ways=judging_of(tournament).ways, initial={"key": new_key()})
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            challenge = form.challenge(challenger=actor.pk)
            write_slip(by=actor, game=row, challenge=challenge, request_key=form.cleaned_data["key"])
            return redirect("slips:game", tournament.slug, row.pk)
    return game_page(request, actor, row, form)


@player_only
@require_safe
def station_notice(request: HttpRequest, tournament: Tournament, actor: PlayerActor, game_id: int) -> HttpResponse:
    """For the player's other pages: a challenge of theirs at a station, with the button of those who were not there."""
    row = own_game(tournament, actor, game_id)
    slips = ChallengeSlip.objects.of_game(row).filter(way=Way.STATION, handed_at__gt=timezone.now() - MANY_WITHIN)
    slip = slips.exclude(written_by_kind=User.audit_kind).with_people().order_by("-number").first()
    context = {"tournament": tournament, "slip": slip if slip is not None and slip.may_be_disputed else None}
    return render(request, "adjudication/challenges/player/_station_notice.html", context)


def game_page(request: HttpRequest, actor: PlayerActor, row: Game, form: PlayerSlipForm) -> HttpResponse:
    """The page; its changing part for a script, which keeps what is being typed."""
    tournament = row.round.division.tournament
    read_page_versions(request, row.live_topic)
    challenges = challenges_of(row)
    now = next((summary for summary in challenges if summary.slip.state in OPEN or summary.judged), None)
    rules = rules_of(tournament)
    opponent = row.second if actor.pk == row.first_id else row.first
    context = {
        "tournament": tournament, "division": row.round.division, "game": row, "me": actor.pk, "opponent": opponent,
        "now": now, "earlier": [summary for summary in challenges if summary is not now], "form": form, "rules": rules,
        "another_judge": tournament.rules.rulebook.during.opinions.second.value.another_judge,
        "flaws": flaws_of(now.slip) if now else (), "lists": lexicons_of(row.round.division),
        "moves": now.moves_of(actor.pk, rules) if now else (), "may_write": now is None or now.judged, "key": new_key(), "topic": row.live_topic,
    }  # fmt: skip
    part = request.headers.get("HX-Request") and request.method == "GET"
    template = f"adjudication/challenges/player/{'_game' if part else 'game'}.html"
    return page_with_forms(request, template, context)


def own_game(tournament: Tournament, actor: PlayerActor, game_id: int) -> Game:
    """The player's own game; of any other there is no page."""
    row = game_of_event(tournament, game_id)
    if actor.pk not in row.entry_ids:
        raise Http404("This is not a game of yours.")
    return row
