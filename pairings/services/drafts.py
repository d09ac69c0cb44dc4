"""Make a draft, change it, throw it away."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from pairings.actions import PairingAction
from pairings.engine.matching.tie_break import coin
from pairings.engine.methods.registry import METHODS, pair_block
from pairings.engine.starts.starters import starter_of
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.platform.words.sentences import Sentence, catalogued, clauses
from tdsuite.tournaments.engine.starts import FIRST
from tdsuite.tournaments.models import Division, DivisionChange
from tdsuite.tournaments.reads import History, history, missing_results
from tdsuite.tournaments.services.decision import Refused, deciding
from ..engine.errors import PairingError, UnknownMethod
from ..engine.model import Contestant, ManualBoard, Pairing, PairingTask
from ..engine.plan import PlanLine
from ..models import DraftBoard, PairingRun
from .automatic_drafts import next_ready
from .engine_tasks import SoFar, as_inputs, next_round, pairing_task, plan_line, starting
from .tables import CHANGED, changed

Solve = Callable[[PairingTask, int], tuple[Pairing, ...]]
DRAFT_JOB = "pairings.draft"
SEED_BITS = 31
NO_RESULT = "no result yet"


class Overtaken(Refused):
    """Somebody else was quicker: the round is published, or the plan does not ask for it any more."""

    code = "overtaken"


@dataclass(frozen=True, slots=True)
class Solved:
    """A round that is paired but not kept yet."""

    history: History
    task: PairingTask
    after: int | None  # the round whose standings were used
    pairings: tuple[Pairing, ...]
    based_on: int
    automatic: bool  # the plan asks


def make_draft(*, by: Actor, **how: Any) -> PairingRun:
    """Pair a round into a draft that replaces the round's older draft: `solve_draft`, then `keep_draft`."""
    return keep_draft(by=by, solved=solve_draft(by=by, **how))


def solve_draft(
    *,
    by: Actor,
    division: Division,
    number: int | None = None,
    method: str | None = None,
    seed: int | None = None,
    manual: tuple[ManualBoard, ...] = (),
    solve: Solve = pair_block,
    automatic: bool = False,
) -> Solved:
    """Pair a round (the next unpublished one when `number` is None) and keep nothing yet: this may take long.

    method None follows the division's plan; seed None draws one, which is stored. automatic: the plan asks, not a
    person. Raises Refused, NotAllowed.
    """
    require(by, division.tournament, Can.PAIR)
    division = Division.objects.select_related("tournament").get(pk=division.pk)
    based_on = DivisionChange.objects.last_of(division)
    division_history = history(division)
    number = number or next_round(division_history)
    _refuse_published(division_history, number)
    line = plan_line(division, number, method)
    if line.method not in METHODS:
        raise Refused(str(UnknownMethod(line.method, tuple(METHODS))), code="unknown_method")
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    task, after = pairing_task(division_history, number, line=line, seed=seed, manual=manual)
    rounds = _block(division_history, line, number)
    try:
        pairings = solve(task, rounds)
    except PairingError as error:
        raise Refused(str(error), code="rules_clash" if getattr(error, "clash", ()) else "no_pairing") from error
    return Solved(division_history, task, after, tuple(pairings), based_on, automatic)


def last_try(division: Division, number: int, run: PairingRun | None) -> Job | None:
    """The newest job that pairs a round, while it is under way or where it failed.  run: an older draft, which stays."""
    job = Job.objects.about(division).of_kind(DRAFT_JOB).filter(args__round=number).order_by("-pk").first()
    if job is None or job.is_active:
        return job
    failed = job.status == Job.Status.FAILED and (run is None or job.created_at > run.created_at)
    return job if failed else None


def request_draft(*, by: Actor, division: Division, number: int, method: str | None, seed: int | None) -> Job:
    """Have a worker pair a round (`make_draft`). Whoever asks while the same round is being paired gets that job."""
    require(by, division.tournament, Can.PAIR)
    with transaction.atomic():
        under_way = Job.objects.about(division).of_kind(DRAFT_JOB).active().filter(args__round=number).first()
        args = {"division": division.pk, "round": number, "method": method, "seed": seed}
        return under_way or enqueue(DRAFT_JOB, tournament=division.tournament, obj=division, args=args, by=by)


def _refuse_published(history: History, number: int) -> None:
    if not 1 <= number <= history.division.planned_rounds:
        raise Refused(
            f"{history.division} has rounds 1 to {history.division.planned_rounds}; there is no round {number}.",
            code="no_such_round",
        )
    if number in history.round_numbers.values():
        raise Overtaken(f"Round {number} is published already: change its boards one by one instead.")


def _block(history: History, line: PlanLine, number: int) -> int:
    """How many rounds a block method pairs at once: to the end of the plan's line, as far as nothing is published."""
    if not METHODS[line.method].whole_block:
        return 1
    published = set(history.round_numbers.values())
    last = history.division.planned_rounds if line.first == line.last else line.last
    later = [item for item in range(number, min(last, history.division.planned_rounds) + 1) if item not in published]
    return max(1, len(later))


def keep_draft(*, by: Actor, solved: Solved) -> PairingRun:
    """Store what was paired as the round's draft, in place of an older one. Raises Overtaken, NotAllowed."""
    history, task, after, pairings = solved.history, solved.task, solved.after, solved.pairings
    require(by, history.division.tournament, Can.PAIR)
    warnings = [warning for pairing in pairings for warning in pairing.warnings]
    boards = [board.as_json() for pairing in pairings for board in _draft_boards(pairing, task.options.games)]
    reason = "as the pairing plan says" if solved.automatic else ""
    with deciding(solved.history.division, by=by, action=PairingAction.DRAFTED, reason=reason) as decision:
        division = decision.division
        _refuse_overtaken(division, solved)
        if after is not None:
            late = [game for game in missing_results(division) if game.round.number <= after]
            warnings += [f"Round {game.round.number}, table {game.table}: {NO_RESULT}" for game in late]
        older = division.pairing_runs.drafts().filter(
            first_round__lte=pairings[-1].round, last_round__gte=pairings[0].round
        )
        older.update(status=PairingRun.Status.DISCARDED)
        run = PairingRun.objects.create(
            division=division,
            first_round=pairings[0].round,
            last_round=pairings[-1].round,
            paired_after=after,
            method=task.method,
            seed=task.seed,
            engine_version=pairings[0].engine_version,
            state_version=history.division.state_version,
            based_on=solved.based_on,
            inputs=as_inputs(task),
            boards=boards,
            warnings=warnings,
            costs=[[part.criterion, part.value] for pairing in pairings for part in pairing.total],
            proof=pairings[0].proof,
            schedule=pairings[0].schedule,
            automatic=solved.automatic,
        )
        decision.record(run, after=run.facts)
    return run


def _refuse_overtaken(division: Division, solved: Solved) -> None:
    """What happened while the round was being solved: it was published; or, for the plan's own draft, a director paired
    the round, a result was taken back, or the plan changed."""
    numbers = [pairing.round for pairing in solved.pairings]
    published = division.rounds.filter(number__in=numbers).published().order_by("number").first()
    if published is not None:
        raise Overtaken(f"Round {published.number} was published meanwhile: change its boards one by one instead.")
    if solved.automatic:
        ready = next_ready(division)
        if ready is None or ready.number != numbers[0] or ready.draft is not None:
            raise Overtaken(f"The plan does not ask for round {numbers[0]} any more: its draft was made, or it waits.")


def _draft_boards(pairing: Pairing, games: int) -> list[DraftBoard]:
    boards = []
    for place, board in enumerate(pairing.boards, start=1):
        boards.append(
            DraftBoard(
                pairing.round,
                None if board.is_bye else place,
                board.first,
                board.second,
                board.starts_by,
                board.reason,
                board.start_reason,
                games=games,
                costs=[[part.criterion, part.value] for part in board.costs],
            )
        )
    return boards


def swap_in_draft(*, by: Actor, run: PairingRun, number: int, player: int, other: int) -> PairingRun:
    """Let two players of a draft change places in a round; who starts is decided anew on the boards they sit at."""
    with deciding(run.division, by=by, can=Can.PAIR, action=PairingAction.DRAFT_CHANGED) as decision:
        row = PairingRun.objects.select_for_update().get(pk=run.pk)
        if row.status != PairingRun.Status.DRAFT:
            raise Refused(f"This draft was {row.get_status_display()} meanwhile: reload the page.", code="draft_gone")
        row.division = decision.division
        boards, _ = swapped(row, number, player, other, all_rounds=True)
        row.boards = [board.as_json() for board in boards]
        row.save(update_fields=["boards"])
        decision.record(row, after={"round": number, "swapped": [player, other]})
    return row


def swapped(
    run: PairingRun, number: int, player: int, other: int, *, all_rounds: bool = False
) -> tuple[list[DraftBoard], tuple[DraftBoard, ...]]:
    """The boards of a round of a draft (of all its rounds) after two players changed places, and those that are new."""
    boards = list(run.draft_boards(None if all_rounds else number))
    places = {player: board for board in boards if board.round == number for player in board.numbers}
    for number_there in (player, other):
        if number_there not in places:
            raise Refused(
                f"Player {number_there} is on no board of round {number} in this draft.", code="not_on_a_board"
            )
    if places[player] is places[other]:
        raise Refused(
            f"Players {player} and {other} already meet; name players of two different boards.", code="same_board"
        )
    swap = {player: other, other: player}
    division_history = history(run.division)
    met = SoFar(division_history).up_to(number)
    starters = starting(division_history, number, [board for board in run.draft_boards() if board.round < number])
    for board in (places[player], places[other]):
        board.first, board.second = swap.get(board.first, board.first), swap.get(board.second or 0, board.second)
        board.reason, board.changed, board.costs = _why_swapped(board, met), True, []
        _decide_start(board, starters, run)
    return boards, (places[player], places[other])


def _why_swapped(board: DraftBoard, met: SoFar) -> str:
    """ "changed by the director", and what the director should know of the board that came of it."""
    if board.second is None:
        byes = met.byes[board.first]
        message = catalogued("has had {number} bye") if byes == 1 else catalogued("has had {number} byes")
        return clauses(CHANGED, Sentence(message, number=byes) if byes else "")
    return changed(
        [place for place, number in enumerate(met.opponents[board.first], start=1) if number == board.second]
    )


def _decide_start(board: DraftBoard, starters: dict[int, Contestant], run: PairingRun) -> None:
    if board.second is None:
        board.starts_by, board.start_reason = "none", ""
        return
    mode = run.division.tournament.start_mode
    toss = coin(run.seed, board.round, board.first, board.second)
    decision = starter_of(starters[board.first], starters[board.second], mode, toss)
    if decision.starter not in (None, FIRST):
        board.first, board.second = board.second, board.first
    board.starts_by, board.start_reason = decision.starts_by, decision.reason


def discard_run(*, by: Actor, run: PairingRun) -> None:
    """Throw a draft away."""
    with deciding(run.division, by=by, can=Can.PAIR, action=PairingAction.DISCARDED) as decision:
        if not PairingRun.objects.drafts().filter(pk=run.pk).update(status=PairingRun.Status.DISCARDED):
            raise Refused("This draft was published or discarded already.", code="draft_gone")
        decision.record(run, before=run.facts)
