"""The next step of every division: pair, publish or start its round, and why it cannot be done yet."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from pairings.models import PairingRun
from pairings.services.drafts import DRAFT_JOB, request_draft
from pairings.services.engine_tasks import plan_line, source_of
from pairings.services.next_rounds import publish_drafts
from pairings.services.publishing import not_coming
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import start_round
from .cells import Kind
from .sections import Board, Section

NAMED = 12  # tables that a step names


class Do(StrEnum):
    """What a press does, the most urgent first."""

    START = "start"
    PUBLISH = "publish"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Step:
    """What is next in a division.

    Attributes:
        do: what a press would do; None where every round is played.
        says: its state, in a few words.
        why: what stands in the way, "" where nothing does.
        row: the round to start.
        run: the draft to publish.
        job: the worker's pairing, under way or failed.
        away: how many of the round to start are not at their tables.
        listed: the division's head names the tables that it waits for.
    """

    division: Division
    do: Do | None
    number: int
    says: str
    why: str = ""
    row: Round | None = None
    run: PairingRun | None = None
    job: Job | None = None
    away: int = 0
    listed: bool = False

    @property
    def possible(self) -> bool:
        return self.do is not None and not self.why

    @property
    def label(self) -> str:
        match self.do:
            case Do.START:
                return _("Start round %d") % self.number
            case Do.PUBLISH:
                return _("Publish round %d") % self.number
        return _("Pair round %d") % self.number


def next_steps(board: Board) -> list[Step]:
    """A step a division: in one query, however many there are."""
    jobs: dict[str, Job] = {}
    for job in Job.objects.of(board.tournament).of_kind(DRAFT_JOB).order_by("pk"):
        jobs[f"{job.subject_id} {job.args.get('round')}"] = job
    return [_step(section, jobs.get(f"{section.division.pk} {section.following}")) for section in board.sections]


def _step(section: Section, job: Job | None) -> Step:
    division, number = section.division, section.following or section.number
    waits = next((row for row in section.history.rounds if row.status == Round.Status.PUBLISHED), None)
    playing = any(row.status == Round.Status.PLAYING for row in section.history.rounds)
    if waits is not None and (section.number == waits.number or not playing):
        away = sum(bool(seat.away) for row in section.rows for seat in row.seats)
        return Step(division, Do.START, waits.number, _("published"), row=waits, away=away)
    to_go = len(section.to_go) if section.is_published else 0
    says = _("%d to go") % to_go if to_go else _("complete") if section.is_published else _("not paired")
    if section.following is None or division.tournament.status == Tournament.Status.FINISHED:
        return Step(division, None, number, says)
    if section.players < 2:
        return Step(division, Do.PAIR, number, _("no players"), _("There are no players yet: add them first."))
    if section.next_run is not None:
        return _publishing(section, section.next_run, says if to_go else _("draft"))
    if job is not None and job.is_active:
        return Step(division, Do.PAIR, number, _("being paired"), _("The round is being paired."), job=job)
    failed = job if job is not None and job.status == Job.Status.FAILED else None
    return Step(
        division, Do.PAIR, number, says, _waits_for(section, number), job=failed, listed=section.names_to_go
    )  # fmt: skip


def _publishing(section: Section, run: PairingRun, says: str) -> Step:
    why = _awaited_before(section, run.paired_after or 0)
    if not why and section.stale:
        why = _("Something changed since the draft was made: look at it first.")
    why = why or not_coming(run)
    return Step(section.division, Do.PUBLISH, run.first_round, says, why, run=run)


def _waits_for(section: Section, number: int) -> str:
    """Why a round cannot be paired as the plan says; "" where it can."""
    try:
        return _awaited_before(section, source_of(plan_line(section.division, number, None), number) or 0)
    except (Refused, KeyError) as error:
        return str(error)


def _awaited_before(section: Section, after: int) -> str:
    games = [game for game in section.awaited if game.round.number <= after]
    disputed = {row.ident for row in section.rows if Kind.DISPUTED in row.kinds}
    several, tables = len({game.round.number for game in games}) > 1, []
    for game in games:
        notes = [_("round %d") % game.round.number] if several else []
        notes += [_("disputed")] if f"table-{game.pk}" in disputed else []
        tables.append(f"{game.table} ({', '.join(notes)})" if notes else game.table)
    if not tables:
        return ""
    named = ", ".join(tables[:NAMED]) + (_(" and %d more") % (len(tables) - NAMED) if len(tables) > NAMED else "")
    return ngettext(
        "Table %(tables)s has no result yet.", "Tables %(tables)s have no result yet.", len(tables)
    ) % {"tables": named}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NextPress:
    """The button: what it does, for which divisions, and what the others wait for."""

    do: Do | None
    divisions: tuple[Step, ...]

    @property
    def chosen(self) -> list[Step]:
        return [step for step in self.divisions if step.do is self.do and step.possible]

    @property
    def label(self) -> str:
        chosen = self.chosen or [step for step in self.divisions if step.do is self.do]
        return chosen[0].label if chosen else ""

    @property
    def away(self) -> int:
        """How many players the rounds to start would not wait for."""
        return sum(step.away for step in self.chosen)

    @property
    def address(self) -> str:
        """The name of the address that the button posts to."""
        return f"console:board_{self.do}"

    @property
    def says(self) -> str:
        """The state of every division, where nothing is left to press."""
        return ", ".join(f"{step.division}: {step.says}" for step in self.divisions)

    @property
    def why(self) -> str:
        """Why divisions wait, and their ticks cannot be set."""
        waits = [
            f"{step.division}: {step.why}" if len(self.divisions) > 1 else step.why
            for step in self.divisions
            if step.why
        ]
        return " ".join(waits)

    @property
    def is_listed(self) -> bool:
        """Whether the heads of the divisions say all of that already."""
        return all(step.listed for step in self.divisions if step.why)

    @property
    def held(self) -> Step | None:
        """The first step whose draft has to be looked at before it is published."""
        return next((step for step in self.divisions if step.run is not None and step.why), None)


def next_press(of: Collection[Step]) -> NextPress:
    """The most urgent of what can be done now; else the first that waits."""
    possible = [do for do in Do if any(step.do is do and step.possible for step in of)]
    waiting = [step.do for step in of if step.do is not None]
    return NextPress(next(iter([*possible, *waiting]), None), tuple(of))


class Pressed(NamedTuple):
    """What was done and what was refused, a sentence a division."""

    done: list[str]
    refused: list[str]


def press(*, by: Actor, do: Do, of: Collection[Step], drafts: Collection[int] = (), anyway: bool = False) -> Pressed:
    """Do it in every division of these steps; what was done, and what was refused, a sentence each.

    Args:
        drafts: the keys of the drafts that stood on the page: no other is published.
        anyway: rounds start though players are not here.
    """
    done, refused = [], []
    ready = [step for step in of if step.do is do]
    if do is Do.PUBLISH:
        keys = {step.run.pk for step in ready if step.run is not None and step.run.pk in drafts}
        for step in ready[:1]:
            published, held = publish_drafts(by=by, tournament=step.division.tournament, drafts=keys)
            done += [f"{run.division}: {run.rounds_text} published." for run in published]
            refused += [f"{division}: {refusal}" for division, refusal in held]
        return Pressed(done, refused)
    for step in ready:
        try:
            if do is Do.START and step.row is not None:
                start_round(by=by, round=step.row, anyway=anyway)
                done.append(_("%(division)s: round %(round)d is playing.") % _values(step))
            elif do is Do.PAIR:
                request_draft(by=by, division=step.division, number=step.number, method=None, seed=None)
                done.append(_("%(division)s: round %(round)d is being paired.") % _values(step))
        except Refused as refusal:
            refused.append(f"{step.division}: {refusal}")
    return Pressed(done, refused)


def _values(step: Step) -> Mapping[str, object]:
    return {"division": step.division, "round": step.number}
