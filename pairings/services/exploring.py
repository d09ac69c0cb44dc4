"""Any round of a division paired otherwise, beside its real boards: asked of the rows as they stand, and nothing of the event is changed."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.core.cache import cache
from django.db import transaction

from pairings.engine.errors import BadOption
from pairings.engine.exploring import TRIALS, ExploredRound, explore_round, round_from
from pairings.engine.methods.registry import METHODS
from pairings.engine.model import ENGINE_VERSION, Board, PairingTask, Repeats
from pairings.engine.options import options_from
from pairings.engine.plan import PlanLine
from pairings.engine.rules import Meeting
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.stakes import prize_places_of

from .checking import boards_of_games
from .engine_tasks import BYES, SoFar, pairing_task, source_of
from .prize_chances import DAY, QUICK, QUICKLY_PAIRED

EXPLORE_JOB = "pairings.explore"
AT_ONCE = frozenset(QUICKLY_PAIRED) | {key for key, method in METHODS.items() if method.whole_block}
LARGE = 200  # players: from here, a worker pairs

Part = tuple[PairingTask, tuple[Board, ...], int]


@dataclass(frozen=True, slots=True)
class Question:
    """Which rounds are to be paired otherwise, and how.

    Attributes:
        first, last: rounds, from 1, each paired from the standings that its real round was paired from.
        lag, repeats, most_meetings, options: as in a line of the plan.
        forced, forbidden: boards by number, beyond the division's own; 0 in a board is a bye.
    """

    first: int
    last: int
    method: str
    lag: int = 0
    repeats: str = Repeats.AVOID
    most_meetings: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    forced: tuple[Meeting, ...] = ()
    forbidden: tuple[Meeting, ...] = ()
    seed: int = 1

    @property
    def line(self) -> PlanLine:
        """It as a line of a plan. Raises Refused for options that no method can follow."""
        try:
            options = options_from(self.options)
        except BadOption as error:
            raise Refused(str(error), code="bad_options") from error
        repeats = Repeats(self.repeats)
        return PlanLine(self.first, self.last, self.method, self.lag, repeats, self.most_meetings, options=options)


def question_from(facts: dict[str, Any]) -> Question:
    """A question as a job keeps it."""
    boards = {name: tuple((first, second) for first, second in facts[name]) for name in ("forced", "forbidden")}
    return Question(**{**facts, **boards})


def last_explored(division: Division) -> int:
    """The last round that can be explored: the last drafted one, or the one after the last with boards, as far as one is planned."""
    published = division.rounds.exclude(status=Round.Status.DRAFT).values_list("number", flat=True)
    drafted = [run.rounds[-1] for run in division.pairing_runs.drafts()]
    last = max(published, default=0)
    return max(min(last + 1, division.planned_rounds), last, *drafted, 1)


def key_of(division: Division, question: Question) -> str:
    """What an answer depends on: the question, the division's state and the engine."""
    state = (division.pk, division.state_version, prize_places_of(division))
    facts = json.dumps([state, asdict(question), TRIALS, ENGINE_VERSION])
    return hashlib.sha256(facts.encode()).hexdigest()[:32]


def known_answer(division: Division, question: Question) -> list[ExploredRound] | None:
    """The rounds, where they are quickly paired or a job has paired them; else None. Raises Refused."""
    key = key_of(division, question)
    rounds: list[ExploredRound] | None = cache.get(f"{EXPLORE_JOB}:{key}")
    if rounds is None:
        parts = list(parts_of(division, question))
        if _is_quick(question, parts):
            rounds = [explore_round(*part) for part in parts]
        elif done := Job.objects.about(division).of_kind(EXPLORE_JOB).filter(result__key=key).last():
            rounds = [round_from(facts) for facts in done.result["rounds"]]
        if rounds is not None:
            cache.set(f"{EXPLORE_JOB}:{key}", rounds, DAY)
    return rounds


def _is_quick(question: Question, parts: list[Part]) -> bool:
    """Whether a page can do it at once: games in all trials, of both the real boards and the explored ones."""
    games = sum(TRIALS * len(task.present()) * (task.rounds_left + 1) for task, *_ in parts)
    return question.method in AT_ONCE and games <= QUICK and all(len(task.contestants) < LARGE for task, *_ in parts)


def request_exploration(*, by: Actor, division: Division, question: Question) -> Job | None:
    """Have a worker pair the rounds, where a page would be too slow; asking twice is one job. None where it is known. Raises Refused."""
    require(by, division.tournament, Can.HELP)
    if known_answer(division, question) is not None:
        return None
    key = key_of(division, question)
    args = {"division": division.pk, "key": key, "question": asdict(question)}
    with transaction.atomic():
        under_way = job_for(division, question)
        return under_way or enqueue(EXPLORE_JOB, tournament=division.tournament, obj=division, args=args, by=by)


def job_for(division: Division, question: Question) -> Job | None:
    """The newest job about this question, whatever became of it."""
    return Job.objects.about(division).of_kind(EXPLORE_JOB).filter(args__key=key_of(division, question)).last()


def parts_of(division: Division, question: Question) -> Iterator[Part]:
    """The task of every round with its real boards, and how many places win something. Raises Refused."""
    if question.method not in METHODS or question.method == "manual":
        raise Refused(f"There is no method “{question.method}” to explore with.", code="unknown_method")
    if not 1 <= question.first <= question.last <= last_explored(division):
        raise Refused(
            f"Choose rounds from 1 to {last_explored(division)}, the first not after the last.", code="no_such_rounds"
        )
    played, line, prizes = history(division), question.line, prize_places_of(division)
    numbers = range(question.first, question.last + 1)
    tables = played.standings_by_round(max(source_of(line, number) or 0 for number in numbers))
    so_far = SoFar(played, tables)
    for number in numbers:
        task, _ = pairing_task(played, number, line=line, seed=question.seed, so_far=so_far)
        rules = replace(
            task.rules,
            forced=(*task.rules.forced, *question.forced),
            forbidden=(*task.rules.forbidden, *question.forbidden),
        )
        task, real = _as_it_was(played, replace(task, rules=rules))
        yield task, real, prizes


def _as_it_was(played: History, task: PairingTask) -> tuple[PairingTask, tuple[Board, ...]]:
    """The task with those who took part in the real round, and its boards; of a draft where nothing is published.

    Who forfeited, or had a bye beside others' in the same round, is away here too: one bye alone may go to somebody else.
    """
    games = [game for game in played.games if played.round_numbers[game.round_id] == task.round]
    numbers = {pk: entry.number for pk, entry in played.by_id.items()}
    boards = boards_of_games(games, numbers)
    byes = [numbers[game.first_id] for game in games if game.outcome in BYES]
    if not games:
        run = played.division.pairing_runs.drafts().covering(task.round).first()
        drafted = run.draft_boards(task.round) if run is not None else ()
        boards = [Board(board.first, board.second, board.starts_by, board.reason) for board in drafted]
        byes = [board.first for board in boards if board.is_bye]
    if not boards:
        return task, ()
    in_play = {player.number for player in task.contestants}
    boards = [board for board in boards if in_play.issuperset(board.numbers)]
    playing = {number for board in boards if not board.is_bye for number in board.numbers}
    playing |= set(byes) if len(byes) == 1 else set()
    field_ = tuple(replace(player, absent=player.number not in playing) for player in task.contestants)
    return replace(task, contestants=field_), tuple(board for board in boards if set(board.numbers) <= playing)
