"""A round that nobody has seen taken away, or one put in before it: the plan, the rules and the drafts follow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.jobs.models import Job
from tdsuite.tournaments.engine.renumbering import How, Renumbering
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.renumbering import renumber

from ..engine.constraints import board_text
from ..engine.methods import METHODS
from ..models import PairingRun, PairingSettings
from .drafts import DRAFT_JOB
from .field import plan_line
from .planning import FREE_JOB, MOST_ROUNDS, DeskRound, desk_of, line_of, save_plan, told
from .ready import draft_when_ready

AT_WORK = (DRAFT_JOB, FREE_JOB)
ASKED = {"forced": "asked for", "forbidden": "not to be played", "exempt": "let through"}


@dataclass(frozen=True, slots=True)
class NewPlace:
    """One round after the change.  was: its number before, None for the new one.  starts: when, as scheduled."""

    was: int | None
    number: int
    label: str
    after: int | None
    starts: datetime | None


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a change of the rounds means.  rounds: those that are new or get another number.  said: what else, a sentence each."""

    rounds: tuple[NewPlace, ...]
    said: tuple[str, ...]


def remove_round(*, by: Any, division: Division, number: int | None = None, reason: str = "") -> int:
    """Take a round away that is neither published nor played (the last one when `number` is None). Later rounds move down.

    Its number. Raises Refused.
    """
    require(by, division.tournament, Can.PAIR)
    with deciding(division) as row:
        gone: int = number or row.planned_rounds
        before = _facts(row)
        said = _taken_out(row, gone)
        after = {**_facts(row), "removed": gone, "meant": said}
        told("pairings.round_removed", row, by, before=before, after=after, reason=reason)
        draft_when_ready(row)
    return gone


def insert_round(*, by: Any, division: Division, number: int, values: Mapping[str, Any], reason: str = "") -> int:
    """Put a new round in before round `number`, which moves up with all later ones. Its number. Raises Refused."""
    require(by, division.tournament, Can.PAIR)
    with deciding(division) as row:
        before = _facts(row)
        said = _put_in(row, number, values)
        after = {**_facts(row), "inserted": number, "meant": said}
        told("pairings.round_added", row, by, before=before, after=after, reason=reason)
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
    last = max((one.row.number for one in desk if one.row.is_published), default=0)
    return [one.row.number for one in desk if one.row.number > last]


def _taken_out(row: Division, number: int) -> list[str]:
    if not 1 <= number <= row.planned_rounds:
        raise Refused(f"{row} has rounds 1 to {row.planned_rounds}; there is no round {number}.")
    if row.planned_rounds <= 1:
        raise Refused(f"{row} has one round only.")
    if row.rounds.filter(number=number, games__isnull=False).exists():
        raise Refused(f"Round {number} is published: only rounds that nobody has seen can be taken away.")
    return _moved(row, Renumbering(number, How.OUT))


def _put_in(row: Division, number: int, values: Mapping[str, Any]) -> list[str]:
    if not 1 <= number <= row.planned_rounds:
        raise Refused(f"{row} has rounds 1 to {row.planned_rounds}; there is no round {number}.")
    if row.planned_rounds >= MOST_ROUNDS:
        raise Refused(f"A division has at most {MOST_ROUNDS} rounds.")
    said = _moved(row, Renumbering(number, How.IN))
    row.pairing_plan = [*row.pairing_plan, line_of(number, values)]
    save_plan(row)
    return said


def _moved(row: Division, moved: Renumbering) -> list[str]:
    busy = Job.objects.about(row).filter(kind__in=AT_WORK).active().first()
    if busy is not None:
        raise Refused("A round of this division is being paired: wait until that is done, or stop it.")
    said = [*_tables(row, moved), *renumber(row, moved), *_settings(row, moved), *_drafts(row, moved)]
    row.pairing_plan = moved_plan(row.pairing_plan, moved)
    save_plan(row)
    return said


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
        raise Refused(f"{rounds}: put the new round before or behind all of them.")
    return []


def moved_plan(lines: list[dict[str, Any]], moved: Renumbering) -> list[dict[str, Any]]:
    """The plan's lines with their new rounds; a line of the round taken out alone goes, one around it stretches or shrinks."""
    found = []
    for line in lines:
        span = moved.span(int(line["first"]), int(line["last"]))
        if span is None:
            continue
        new = {**line, "first": span[0], "last": span[1]}
        options = dict(line.get("options") or {})
        if options.get("control_loss_from"):
            options["control_loss_from"] = moved.since(int(options["control_loss_from"]))
            new["options"] = options
        found.append(new)
    return found


def _settings(row: Division, moved: Renumbering) -> list[str]:
    settings = PairingSettings.objects.filter(division=row).first()
    if settings is None:
        return []
    said, boards = [], []
    for asked in settings.boards:
        number = moved.round(asked["round"]) if asked["round"] else 0
        if number is None:
            board = board_text((asked["one"], asked["two"]))
            said.append(f"The board {board}, {ASKED[asked['ask']]} in round {asked['round']}, goes.")
        else:
            boards.append({**asked, "round": number})
    rules = dict(settings.rules)
    if rules.get("repeats_from"):
        rules["repeats_from"] = moved.since(rules["repeats_from"])
    if rules.get("apart"):
        kept = [{**one, "until": moved.until(one["until"])} for one in rules["apart"] if one["until"]]
        always = [one for one in rules["apart"] if not one["until"]]
        rules["apart"] = [*always, *(one for one in kept if one["until"])]
    settings.boards, settings.rules = boards, rules
    settings.save(update_fields=["boards", "rules"])
    return said


def _drafts(row: Division, moved: Renumbering) -> list[str]:
    drafts = row.pairing_runs.drafts().filter(last_round__gte=moved.at).order_by("first_round")
    said = [f"The draft of {run.rounds_text} goes: its round gets another number or place." for run in drafts]
    drafts.update(status=PairingRun.Status.DISCARDED)
    return said


def _facts(row: Division) -> dict[str, Any]:
    return {"planned_rounds": row.planned_rounds, "pairing_plan": row.pairing_plan}


def _looked_at(division: Division, moved: Renumbering, change: Callable[[Division], list[str]]) -> Meaning:
    """Make the change, look, and take it back: what is shown is what would be."""
    with transaction.atomic():
        row = Division.objects.select_for_update().select_related("tournament").get(pk=division.pk)
        said = change(row)
        desk = desk_of(row)
        transaction.set_rollback(True)
    places = [_place(one, moved) for one in desk if one.row.number >= moved.at]
    return Meaning(tuple(places), tuple(said))


def _place(one: DeskRound, moved: Renumbering) -> NewPlace:
    number = one.row.number
    new = moved.how is How.IN and number == moved.at
    return NewPlace(None if new else number - moved.step, number, one.label, one.after, one.row.scheduled_at)
