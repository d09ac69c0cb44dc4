"""How an event has its challenges judged: runners, self-running, stations, in any mixture."""

from typing import Any

from django.db import transaction

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import changed_fields

from ..models import WordJudging


def choose_ways(*, by: Any, tournament: Tournament, runner: bool, self_run: bool, station: bool) -> WordJudging:
    """Choose the ways of judging. A human judge at the table can be asked for whatever is chosen (NSA App. C)."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with transaction.atomic():
        row, _ = WordJudging.objects.select_for_update().get_or_create(tournament=tournament)
        before, after = changed_fields(row, {"runner": runner, "self_run": self_run, "station": station})
        if after:
            row.save()
            record("challenge.ways_chosen", obj=row, tournament=tournament, by=by, before=before, after=after)
    return row
