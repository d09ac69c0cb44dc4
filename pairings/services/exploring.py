"""A round of a division paired otherwise, beside its real boards: asked of the rows as they stand, and nothing of the event is changed."""

from typing import Any

from django.db import transaction

from pairings.engine.methods.registry import METHODS
from pairings.engine.model import Board, PairingTask
from pairings.engine.plan import BadPlan, parse_plan
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.stakes import prize_places_of
from .checking import boards_of_games
from .engine_tasks import BYES, pairing_task

EXPLORE_JOB = "pairings.explore"
SEED = 1  # of the draw and the trials

Part = tuple[PairingTask, tuple[Board, ...], int]


def last_explored(division: Division) -> int:
    """The last round that can be explored: the last drafted one, or the one after the last with boards, as far as one is planned."""
    published = division.rounds.published().values_list("number", flat=True)
    drafted = [run.rounds[-1] for run in division.pairing_runs.drafts()]
    last = max(published, default=0)
    return max(min(last + 1, division.planned_rounds), last, *drafted, 1)


def request_exploration(*, by: Actor, division: Division, line: dict[str, Any]) -> Job:
    """Have a worker pair a round otherwise; asking twice is one job. Raises Refused.

    line: of one round, as the plan keeps it.
    """
    require(by, division.tournament, Can.HELP)
    part_of(division, line)
    return asked_once(EXPLORE_JOB, by=by, division=division, line=line)


def asked_once(kind: str, *, by: Actor, division: Division, **asked: Any) -> Job:
    """The job of a kind that works this out from the division as it is, now under way if it was not."""
    args = {"division": division.pk, "state_version": division.state_version, **asked}
    with transaction.atomic():
        under_way = Job.objects.about(division).of_kind(kind).active().filter(args=args).first()
        return under_way or enqueue(kind, tournament=division.tournament, obj=division, args=args, by=by)


def part_of(division: Division, line: dict[str, Any], seed: int = SEED) -> Part:
    """The round's task, its real boards, and how many places win something. Raises Refused."""
    try:
        (planned,) = parse_plan([line])
    except BadPlan as error:
        raise Refused(str(error), code="bad_plan") from error
    if planned.method not in METHODS or planned.method == "manual":
        raise Refused(f"There is no method “{planned.method}” to explore with.", code="unknown_method")
    if not 1 <= planned.first <= (last := last_explored(division)):
        raise Refused(f"Choose a round from 1 to {last}.", code="no_such_round")
    played = history(division)
    task, _ = pairing_task(played, planned.first, line=planned, seed=seed)
    return *as_it_was(played, task), prize_places_of(division)


def as_it_was(played: History, task: PairingTask) -> tuple[PairingTask, tuple[Board, ...]]:
    """The task with those who took part in the real round, and its boards; of a draft where nothing is published.

    Who forfeited, or had a bye beside others' in the same round, is away here too: one bye alone may go to somebody else.
    """
    games = [game for game in played.games if played.round_numbers[game.round_id] == task.round]
    numbers = {pk: entry.number for pk, entry in played.by_id.items()}
    boards = boards_of_games(games, numbers)
    byes = {numbers[game.first_id] for game in games if game.outcome in BYES}
    if not games:
        run = played.division.pairing_runs.drafts().covering(task.round).first()
        drafted = run.draft_boards(task.round) if run is not None else ()
        boards = [Board(board.first, board.second, board.starts_by, board.reason) for board in drafted]
        byes = {board.first for board in boards if board.is_bye}
    if not boards:
        return task, ()
    in_play = {player.number for player in task.contestants}
    boards = [board for board in boards if in_play.issuperset(board.numbers)]
    playing = {number for board in boards if not board.is_bye for number in board.numbers}
    playing |= byes if len(byes) == 1 else set()
    return task.with_present(playing), tuple(board for board in boards if set(board.numbers) <= playing)
