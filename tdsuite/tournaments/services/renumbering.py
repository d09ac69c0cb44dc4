"""The kernel's rows when a round is taken out or put in: rounds, absences, table needs, caps. Others follow with theirs."""

from tdsuite.platform.hooks import Hook

from ..engine.renumbering import How, Renumbering
from ..models import Division, Round, SpreadAdjustment, TableNeed
from .decision import Refused

# Listeners put their own numbers of rounds right, inside the decision, and say in sentences what that meant.
rounds_renumbered: Hook[[Division, Renumbering], list[str]] = Hook("rounds_renumbered")


def renumber(division: Division, moved: Renumbering) -> list[str]:
    """Give the rounds their new numbers, and everything that names one; the division's fields are set and saved.

    Inside a decision that owns the division. Returns what it meant besides the numbers, a sentence each. Raises Refused.
    """
    published = division.rounds.exclude(status=Round.Status.DRAFT).filter(number__gte=moved.at)
    row = published.order_by("number").first()
    if row is not None and row.number == moved.at and moved.how is How.OUT:
        raise Refused(
            f"Round {row.number} is published: only rounds that nobody has seen can be taken away.",
            code="round_published",
        )
    if row is not None:
        raise Refused(
            f"Round {row.number} is published: the rounds up to it keep their numbers.", code="round_published"
        )
    spread_adjustments = SpreadAdjustment.objects.filter(entry__division=division, round_number=moved.at)
    if moved.how is How.OUT and spread_adjustments.exists():
        raise Refused(f"A spread was adjusted in round {moved.at}: take that back first.", code="spread_adjusted")
    sentences = [*_fields(division, moved), *_entries(division, moved), *_needs(division, moved)]
    for adjustment in SpreadAdjustment.objects.filter(entry__division=division, round_number__gt=moved.at):
        adjustment.round_number += moved.step
        adjustment.save(update_fields=["round_number"])
    _rounds(division, moved)
    return sentences + [sentence for answer in rounds_renumbered(division, moved) for sentence in answer]


def _rounds(division: Division, moved: Renumbering) -> None:
    if moved.how is How.OUT:
        division.rounds.filter(number=moved.at).delete()
    later = division.rounds.filter(number__gte=moved.at).order_by("number" if moved.step < 0 else "-number")
    for row in later:  # one by one, from the end that is free: a number is there once
        row.number += moved.step
        row.save(update_fields=["number"])


def _fields(division: Division, moved: Renumbering) -> list[str]:
    sentences = []
    caps = moved.by_round(division.spread_caps)
    if caps != division.spread_caps and moved.how is How.OUT:
        sentences.append(f"The spread cap of round {moved.at} goes; later rounds keep theirs.")
    elif caps != division.spread_caps:
        sentences.append(f"The new round has the spread cap of the round behind it, {caps[moved.at - 1] or 'none'}.")
    division.planned_rounds += moved.step
    division.spread_caps = caps
    division.save(update_fields=["planned_rounds", "spread_caps"])
    return sentences


def _entries(division: Division, moved: Renumbering) -> list[str]:
    sentences = []
    for entry in division.entries.select_related("player"):
        left = entry.withdrawn_from
        values = {
            "absences": moved.rounds(entry.absences),
            "withdrawn_from": None if left is None else moved.since(left),
        }
        if moved.how is How.OUT and moved.at in entry.absences:
            sentences.append(f"{entry.player} was to miss round {moved.at}: that goes.")
        if values != {name: getattr(entry, name) for name in values}:
            for name, value in values.items():
                setattr(entry, name, value)
            entry.save(update_fields=list(values))
    return sentences


def _needs(division: Division, moved: Renumbering) -> list[str]:
    sentences = []
    for need in TableNeed.objects.filter(entry__division=division).select_related("entry__player"):
        if need.last_round is None:
            rounds: tuple[int, int | None] | None = (moved.since(need.first_round), None)
        else:
            rounds = moved.span(need.first_round, need.last_round)
        if rounds is None:
            sentences.append(f"{need.entry.player} was to have a table of their own in round {moved.at}: that goes.")
            need.delete()
        elif rounds != (need.first_round, need.last_round):
            need.first_round, need.last_round = rounds
            need.save(update_fields=["first_round", "last_round"])
    return sentences
