"""A round that nobody has seen taken away, or one put in before it: the plan, the rules and the drafts follow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from pairings.actions import PairingAction
from pairings.engine.matching.constraints import board_text
from pairings.engine.methods.registry import METHODS
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.engine.renumbering import How, Renumbering
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused, deciding, own_division
from tdsuite.tournaments.services.renumbering import renumber

from ..models import PairingRun, PairingSettings
from .automatic_drafts import draft_when_ready
from .drafts import DRAFT_JOB
from .engine_tasks import plan_line
from .planning import FREE_JOB, DeskRound, desk_of, line_of, plan_facts, save_plan

AT_WORK = (DRAFT_JOB, FREE_JOB)
ASKED = {"forced": "asked for", "forbidden": "not to be played", "exempt": "let through"}


@dataclass(frozen=True, slots=True)
class NewPlace:
    """One round after the change."""

    was: int | None  # its number before, None for the new one
    number: int
    label: str
    after: int | None
    starts: datetime | None  # when, as scheduled


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a change of the rounds means."""

    rounds: tuple[NewPlace, ...]  # those that are new or get another number
    notices: tuple[str, ...]  # what else, a sentence each


def remove_round(*, by: Actor, division: Division, number: int | None = None, reason: str = "") -> int:
    """Take a round away that is neither published nor played (the last one when `number` is None). Later rounds move down.

    Its number. Raises Refused.
    """
    require(by, division.tournament, Can.PAIR)
    with deciding(division, by=by, action=PairingAction.ROUND_REMOVED, reason=reason) as decision:
        row = decision.division
        gone: int = number or row.planned_rounds
        before = plan_facts(row)
        notices = _taken_out(row, gone)
        decision.record(row, before=before, after={**plan_facts(row), "removed": gone, "meant": notices})
        draft_when_ready(row)
    return gone


def insert_round(*, by: Actor, division: Division, number: int, values: Mapping[str, Any], reason: str = "") -> int:
    """Put a new round in before round `number`, which moves up with all later ones. Its number. Raises Refused."""
    require(by, division.tournament, Can.PAIR)
    with deciding(division, by=by, action=PairingAction.ROUND_ADDED, reason=reason) as decision:
        row = decision.division
        before = plan_facts(row)
        notices = _put_in(row, number, values)
        decision.record(row, before=before, after={**plan_facts(row), "inserted": number, "meant": notices})
        draft_when_ready(row)
    return number


def removal(division: Division, number: int) -> Meaning:
    """What it means to take a round away; nothing is changed. Raises Refused."""
    return _looked_at(division, Renumbering(number, How.OUT), lambda row: _taken_out(row, number))


def insertion(division: Division, number: int) -> Meaning:
    """What it means to put a round in; nothing is changed. Raises Refused."""
    return _looked_at(division, Renumbering(number, How.IN), lambda row: _put_in(row, number, {"method": "swiss"}))


def can_be_moved(desk: list[DeskRound]) -> list[int]:
    """The rounds that can be taken away, or have one put in before them: those after the last published one."""
    last = max((desk_round.row.number for desk_round in desk if desk_round.row.is_published), default=0)
    return [desk_round.row.number for desk_round in desk if desk_round.row.number > last]


def _taken_out(row: Division, number: int) -> list[str]:
    if not 1 <= number <= row.planned_rounds:
        raise Refused(f"{row} has rounds 1 to {row.planned_rounds}; there is no round {number}.", code="no_such_round")
    if row.planned_rounds <= 1:
        raise Refused(f"{row} has one round only.", code="last_round")
    if row.rounds.filter(number=number, games__isnull=False).exists():
        raise Refused(
            f"Round {number} is published: only rounds that nobody has seen can be taken away.", code="round_published"
        )
    return _moved(row, Renumbering(number, How.OUT))


def _put_in(row: Division, number: int, values: Mapping[str, Any]) -> list[str]:
    if not 1 <= number <= row.planned_rounds:
        raise Refused(f"{row} has rounds 1 to {row.planned_rounds}; there is no round {number}.", code="no_such_round")
    if row.planned_rounds >= MOST_ROUNDS:
        raise Refused(f"A division has at most {MOST_ROUNDS} rounds.", code="too_many_rounds")
    notices = _moved(row, Renumbering(number, How.IN))
    row.pairing_plan = [*row.pairing_plan, line_of(number, values)]
    save_plan(row)
    return notices


def _moved(row: Division, moved: Renumbering) -> list[str]:
    busy = Job.objects.about(row).filter(kind__in=AT_WORK).active().first()
    if busy is not None:
        raise Refused(
            "A round of this division is being paired: wait until that is done, or stop it.", code="being_paired"
        )
    notices = [*_tables(row, moved), *renumber(row, moved), *_settings(row, moved), *_drafts(row, moved)]
    # The plan's lines with their new rounds; a line of the round taken out alone goes, one around it stretches or
    # shrinks.
    moved_lines = []
    for line in row.pairing_plan:
        span = moved.span(int(line["first"]), int(line["last"]))
        if span is None:
            continue
        new = {**line, "first": span[0], "last": span[1]}
        options = dict(line.get("options") or {})
        if options.get("control_loss_from"):
            options["control_loss_from"] = moved.since(int(options["control_loss_from"]))
            new["options"] = options
        moved_lines.append(new)
    row.pairing_plan = moved_lines
    save_plan(row)
    return notices


def _tables(row: Division, moved: Renumbering) -> list[str]:
    """What it means to a table of several rounds. Raises Refused for a round put in between two of its rounds."""
    line = plan_line(row, moved.at, None)
    method = METHODS.get(line.method)
    if method is None or not method.whole_block or line.first == line.last:
        return []
    rounds = f"Rounds {line.first} to {line.last} are one table ({method.label})"
    if moved.how is How.OUT:
        return [f"{rounds}: its last round is not played then."]
    if line.first < moved.at:
        raise Refused(f"{rounds}: put the new round before or behind all of them.", code="inside_a_table")
    return []


def _settings(row: Division, moved: Renumbering) -> list[str]:
    settings = PairingSettings.objects.filter(division=row).first()
    if settings is None:
        return []
    notices, boards = [], []
    for asked in settings.boards:
        number = moved.round(asked["round"]) if asked["round"] else 0
        if number is None:
            board = board_text((asked["one"], asked["two"]))
            notices.append(f"The board {board}, {ASKED[asked['ask']]} in round {asked['round']}, goes.")
        else:
            boards.append({**asked, "round": number})
    rules = dict(settings.rules)
    if rules.get("repeats_from"):
        rules["repeats_from"] = moved.since(rules["repeats_from"])
    if rules.get("apart"):
        limited = [{**rule, "until": moved.until(rule["until"])} for rule in rules["apart"] if rule["until"]]
        always = [rule for rule in rules["apart"] if not rule["until"]]
        rules["apart"] = [*always, *(item for item in limited if item["until"])]
    settings.boards, settings.rules = boards, rules
    settings.save(update_fields=["boards", "rules"])
    return notices


def _drafts(row: Division, moved: Renumbering) -> list[str]:
    drafts = row.pairing_runs.drafts().filter(last_round__gte=moved.at).order_by("first_round")
    notices = [f"The draft of {run.rounds_text} goes: its round gets another number or place." for run in drafts]
    drafts.update(status=PairingRun.Status.DISCARDED)
    return notices


def _looked_at(division: Division, moved: Renumbering, change: Callable[[Division], list[str]]) -> Meaning:
    """Make the change, look, and take it back: what is shown is what would be."""
    with transaction.atomic():
        own_division(division)
        row = Division.objects.select_related("tournament").get(pk=division.pk)
        notices = change(row)
        desk = desk_of(row)
        transaction.set_rollback(True)
    places = [_place(desk_round, moved) for desk_round in desk if desk_round.row.number >= moved.at]
    return Meaning(tuple(places), tuple(notices))


def _place(desk_round: DeskRound, moved: Renumbering) -> NewPlace:
    number = desk_round.row.number
    new = moved.how is How.IN and number == moved.at
    return NewPlace(
        None if new else number - moved.step, number, desk_round.label, desk_round.after, desk_round.row.scheduled_at
    )
