"""A past round paired again, by the method, options and seed of its own run, from the results as they are now.

So it can be told what a result that was wrong then has done. Nothing of the event is changed: boards that were played stay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.engine.standings import signed
from tdsuite.tournaments.figures import wins_text
from tdsuite.tournaments.models import Division, DivisionChange, Entry, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.stakes import prize_places_of
from ..models import OF_A_ROUND, PairingRun
from .engine_tasks import SoFar, contestants, settings_of
from .explanations import run_of_round, stored_task
from .exploring import Part, as_it_was, asked_once

HINDSIGHT_JOB = "pairings.hindsight"


def part_of(row: Round) -> Part:
    """The round's own task with its players as the results are now, its real boards, and how many places win. Raises Refused."""
    run = run_of_round(row)
    if run is None or not run.paired_after or run.first_round != row.number:
        raise Refused(_("No draft made from standings is kept of this round."), code="no_run")
    played = history(row.division)
    field = contestants(SoFar(played), row.number, run.paired_after, settings_of(row.division))
    return *as_it_was(played, replace(stored_task(run), contestants=field)), prize_places_of(row.division)


def request_hindsight(*, by: Actor, row: Round) -> Job:
    """Have a worker pair it; asking twice is one job. Raises Refused, NotAllowed."""
    require(by, row.division.tournament, Can.HELP)
    part_of(row)
    return asked_once(HINDSIGHT_JOB, by=by, division=row.division, round=row.number)


def overtaken_runs(division: Division) -> dict[int, PairingRun]:
    """Of each published round paired from results of which one has changed since, its run."""
    changes = DivisionChange.objects.filter(division=division).alias(hit=F("touches").bitand(OF_A_ROUND.value))
    late = changes.filter(hit__gt=0, pk__gt=OuterRef("based_on"), round_number__lte=OuterRef("paired_after"))
    runs = division.pairing_runs.filter(Exists(late), status=PairingRun.Status.PUBLISHED)
    return {number: run for run in runs.order_by("pk") for number in run.rounds}


def answer_of(row: Round) -> dict[str, Any]:
    """The newest job; standings that are others now, and players whose board would be another: (player, then, now). Raises Refused."""
    task, _real, _places = part_of(row)
    run, division = run_of_round(row), row.division
    job = Job.objects.about(division).of_kind(HINDSIGHT_JOB).filter(args__round=row.number).order_by("-pk").first()
    entries = {entry.number: entry for entry in division.entries.select_related("player")}
    field = stored_task(run).contestants if run else ()
    places = [
        {each.number: f"{each.rank}. {wins_text(each.halves)} {signed(each.spread)}" for each in side}
        for side in (field, task.contestants)
    ]
    result = job.result if job else None
    boards = [_seats(result[side], entries) if result else {} for side in ("real", "explored")]
    return {
        "number": row.number, "run": run, "job": job, "result": result,
        "changed": job is not None and job.args["state_version"] != division.state_version,
        "places": _others(entries, *places), "boards": _others(entries, *boards),
    }  # fmt: skip


def _seats(boards: Sequence[dict[str, Any]], entries: Mapping[int, Entry]) -> dict[int, Any]:
    """By player the opponent, None in a bye, and how many wins the two were apart: more than 0 is a float."""
    seats = {}
    for board in boards:
        apart = board["apart"] / 2
        seats[board["first"]] = entries.get(board["second"]), apart
        seats[board["second"]] = entries[board["first"]], apart
    return seats


def _others(entries: Mapping[int, Entry], then: Mapping[int, Any], now: Mapping[int, Any]) -> list[tuple[Entry, Any]]:
    """Of each player for whom the two differ."""
    both = sorted({*entries} & {*then} & {*now})
    return [(entries[each], (then[each], now[each])) for each in both if then[each] != now[each]]
