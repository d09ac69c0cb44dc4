"""The kernel's rows when a round is taken out or put in: rounds, absences, table needs, caps. Others follow with theirs."""

from collections.abc import Callable
from typing import Any

from ..engine.renumbering import How, Renumbering
from ..models import Division, Entry, Round, SpreadAdjustment, TableNeed
from .decision import Refused

Follower = Callable[[Division, Renumbering], list[str]]
_followers: list[Follower] = []


def follow_renumbering(follower: Follower) -> None:
    """Have `follower` put its own numbers of rounds right, inside the decision; it says in sentences what that meant."""
    if follower not in _followers:
        _followers.append(follower)


def renumber(division: Division, moved: Renumbering) -> list[str]:
    """Give the rounds their new numbers, and everything that names one; the division's fields are set and saved.

    Inside a decision that owns the division. Returns what it meant besides the numbers, a sentence each. Raises Refused.
    """
    _refuse(division, moved)
    said = [*_fields(division, moved), *_entries(division, moved), *_needs(division, moved)]
    for adjustment in SpreadAdjustment.objects.filter(entry__division=division, round_number__gt=moved.at):
        adjustment.round_number += moved.step
        adjustment.save(update_fields=["round_number"])
    _rounds(division, moved)
    for follower in _followers:
        said += follower(division, moved)
    return said


def _refuse(division: Division, moved: Renumbering) -> None:
    published = division.rounds.exclude(status=Round.Status.DRAFT).filter(number__gte=moved.at)
    row = published.order_by("number").first()
    if row is not None and row.number == moved.at and moved.how is How.OUT:
        raise Refused(f"Round {row.number} is published: only rounds that nobody has seen can be taken away.")
    if row is not None:
        raise Refused(f"Round {row.number} is published: the rounds up to it keep their numbers.")
    given = SpreadAdjustment.objects.filter(entry__division=division, round_number=moved.at)
    if moved.how is How.OUT and given.exists():
        raise Refused(f"A spread was adjusted in round {moved.at}: take that back first.")


def _rounds(division: Division, moved: Renumbering) -> None:
    if moved.how is How.OUT:
        division.rounds.filter(number=moved.at).delete()
    later = division.rounds.filter(number__gte=moved.at).order_by("number" if moved.step < 0 else "-number")
    for row in later:  # one by one, from the end that is free: a number is there once
        row.number += moved.step
        row.save(update_fields=["number"])


def _fields(division: Division, moved: Renumbering) -> list[str]:
    said = []
    caps, plan = moved.by_round(division.spread_caps), dict(division.table_plan)
    if caps != division.spread_caps and moved.how is How.OUT:
        said.append(f"The spread cap of round {moved.at} goes; later rounds keep theirs.")
    elif caps != division.spread_caps:
        said.append(f"The new round has the spread cap of the round behind it, {caps[moved.at - 1] or 'none'}.")
    division.planned_rounds += moved.step
    if plan.get("sessions"):
        begins = sorted({moved.since(number) for number in plan["sessions"]})
        plan["sessions"] = [number for number in begins if number <= division.planned_rounds]
        said += ["The sessions move along with their rounds."] if plan != division.table_plan else []
    division.spread_caps, division.table_plan = caps, plan
    division.save(update_fields=["planned_rounds", "spread_caps", "table_plan"])
    return said


def _entries(division: Division, moved: Renumbering) -> list[str]:
    said = []
    for entry in division.entries.select_related("player"):
        values = _entry_values(entry, moved)
        if moved.how is How.OUT and moved.at in entry.absences:
            said.append(f"{entry.player} was to miss round {moved.at}: that goes.")
        if values != {name: getattr(entry, name) for name in values}:
            for name, value in values.items():
                setattr(entry, name, value)
            entry.save(update_fields=list(values))
    return said


def _entry_values(entry: Entry, moved: Renumbering) -> dict[str, Any]:
    left = entry.withdrawn_from
    return {
        "absences": moved.rounds(entry.absences),
        "withdrawn_from": None if left is None else moved.since(left),
    }


def _needs(division: Division, moved: Renumbering) -> list[str]:
    said = []
    for need in TableNeed.objects.filter(entry__division=division).select_related("entry__player"):
        if need.last_round is None:
            found: tuple[int, int | None] | None = (moved.since(need.first_round), None)
        else:
            found = moved.span(need.first_round, need.last_round)
        if found is None:
            said.append(f"{need.entry.player} was to have a table of their own in round {moved.at}: that goes.")
            need.delete()
        elif found != (need.first_round, need.last_round):
            need.first_round, need.last_round = found
            need.save(update_fields=["first_round", "last_round"])
    return said
