"""The demo event: two divisions of made-up players, three rounds played, the fourth under way."""

from datetime import timedelta
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.games.services.outcomes import record_result
from tdsuite.console.simulation import play_event, simulated_scores
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import missing_results
from tdsuite.tournaments.services.events import create_tournament
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.rounds import start_round
from .events import SourceFile
from .roster import apply_roster

FOLDER = Path(__file__).parent / "demo"
SLUG = "demo"
SEED = 20260
DIVISIONS = (
    {"name": "Division A", "code": "a", "planned_rounds": 8, "prize_places": 3},
    {"name": "Division B", "code": "b", "planned_rounds": 8, "prize_places": 2, "table_plan": {"tables": "21-32"}},
)


def load_demo(*, by: Actor) -> Tournament | None:
    """Make the demo event, unless there is one; None when there was."""
    if Tournament.objects.filter(slug=SLUG).exists():
        return None
    today = timezone.localdate()
    values = {
        "name": "Harbour Lights Demo Open",
        "venue": "The Old Customs House (a demo: every player is made up)",
        "starts_on": today,
        "ends_on": today + timedelta(days=1),
        "status": Tournament.Status.RUNNING,
    }
    with transaction.atomic():
        tournament = create_tournament(by=by, slug=SLUG, values=values, divisions=DIVISIONS)
        for division in tournament.divisions.all():
            name = f"{division.code}.csv"
            apply_roster(by=by, division=division, source=SourceFile(name, (FOLDER / name).read_bytes()))
        play_event(by=by, divisions=list(tournament.divisions.all()), seed=SEED, rounds=3)
        _half_a_round(by, tournament)
    return tournament


def _half_a_round(by: Actor, tournament: Tournament) -> None:
    """Round 4 of the first division: paired, started, and every other result in."""
    division = tournament.divisions.all()[0]
    row = publish_run(by=by, run=make_draft(by=by, division=division, seed=SEED))[0]
    start_round(by=by, round=row)
    for game in missing_results(division, row.number)[::2]:
        first, second = simulated_scores(game, SEED)
        record_result(by=by, game=game, first_score=first, second_score=second, road=Road.DEMO)
