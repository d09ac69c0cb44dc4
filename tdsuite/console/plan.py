"""The plan and the schedule of a division: a line a round, how it is paired, from which standings, when, and where it stands."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.db.models import Count, F, Q

from pairings.services.planning import DeskRound, desk_of
from tdsuite.tournaments.models import Division, Game, Round
from .forms.events import ScheduleForm


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One round of the plan.

    Attributes:
        awaited: boards without a result; gone: those of them with a player who has left.
        starts: the field of its time in the schedule's form.
    """

    desk: DeskRound
    awaited: int
    gone: int
    starts: forms.BoundField


def plan_of(division: Division, schedule: ScheduleForm) -> list[PlanRow]:
    """Every round of the division.  Raises Refused for a plan that cannot be read."""
    counts = _open_boards(division)
    return [
        PlanRow(row, *counts.get(row.row.number, (0, 0)), schedule[str(row.row.number)]) for row in desk_of(division)
    ]


def _open_boards(division: Division) -> Mapping[int, tuple[int, int]]:
    """(boards without a result, those with a player who has left) of each round that is published."""
    awaited = Q(games__outcome=Game.Outcome.AWAITED)
    left = Q(games__first__withdrawn_from__lte=F("number")) | Q(games__second__withdrawn_from__lte=F("number"))
    rows = Round.objects.filter(division=division).published()
    rows = rows.annotate(
        awaited=Count("games", filter=awaited),
        gone=Count("games", filter=awaited & Q(games__second__isnull=False) & left),
    )
    return {row.number: (row.awaited, row.gone) for row in rows}  # type: ignore[attr-defined]
