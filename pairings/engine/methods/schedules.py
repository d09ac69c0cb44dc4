"""Rounds that a table fixes in advance: who sits where, and who starts as far as that is known in advance.

Where the suite or the structure assigns starts, those of all rounds are solved together, up to the last one that the event can
play by the table, however many are paired at once; self-balancing starts are decided
before each game and tiles are drawn at the table (WESPA 2.1; NSA I.C).

A table gives one row of seats a round; what is common to round robins, groups, teams and halves stands here.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pairings.engine.boards import NOBODY_STARTS, make_bye, make_pairing
from pairings.engine.errors import BadRound, TooFewPlayers
from pairings.engine.matching.broken_rules import check_rules
from pairings.engine.matching.tie_break import shuffled
from pairings.engine.model import Board, Contestant, Pairing, PairingTask
from pairings.engine.presence import FEWEST_PLAYERS, check_task
from pairings.engine.reasons import rounds_text
from pairings.engine.starts.balance import balanced_starts
from pairings.engine.starts.even_starts import evened
from pairings.engine.starts.plan import planned
from pairings.engine.starts.starters import starter_of
from tdsuite.platform.words.sentences import Sentence, clauses
from tdsuite.tournaments.engine.starts import FIRST, SECOND, StartDecision, StartMode

OPPONENT_ABSENT = Sentence("your opponent is absent")
Players = tuple[Contestant, ...]
Games = list[tuple[Contestant, Contestant]]


@dataclass(frozen=True, slots=True)
class ScheduleSeat:
    """One board of a table, preferred starter first; second None is an empty place, whose bye says `why`."""

    first: Contestant
    second: Contestant | None
    where: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A whole table."""

    row: Callable[[int], Sequence[ScheduleSeat]]  # the seats of a round, counted from 0
    rounds: int  # how many it has before other standings are needed; 0 for any number
    about: str  # over which rounds the starts are balanced: a message


Build = Callable[[PairingTask], Schedule]


def pair_scheduled(task: PairingTask, rounds: int, build: Build) -> tuple[Pairing, ...]:
    """Pair up to `rounds` rounds from task.round on, from place task.schedule_round of the table.

    A table that ends sooner gives fewer.  Raises PairingError.
    """
    check_task(task)
    if rounds < 1:
        raise BadRound(f"A block of {rounds} rounds cannot be paired; ask for at least one.")
    if len(task.present()) < FEWEST_PLAYERS:
        raise TooFewPlayers(len(task.present()))
    schedule = build(task)
    begin = task.schedule_round
    if schedule.rounds:
        rounds = min(rounds, schedule.rounds - begin % schedule.rounds)
    ahead = max(rounds, _rounds_ahead(task, schedule)) if task.options.starts_ahead else rounds
    every = [_present_row(schedule.row((begin + turn) // task.options.games_in_row)) for turn in range(ahead)]
    rows = every[:rounds]
    games = [[(seat.first, seat.second) for seat in row if seat.second is not None] for row in every]
    decisions = iter(
        _by_table(games, schedule.about, rounds, ahead=task.options.starts_ahead)
        if task.start_mode is StartMode.ASSIGNED
        else _by_rule(task, games)
    )
    return tuple(_round(task, turn, row, decisions) for turn, row in enumerate(rows))


def _rounds_ahead(task: PairingTask, schedule: Schedule) -> int:
    """How many rounds the event can still play by this table, this one included."""
    left = task.rounds_left + 1
    return min(left, schedule.rounds - task.schedule_round % schedule.rounds) if schedule.rounds else left


def in_table(task: PairingTask) -> Players:
    """Everyone who is present or has played, in the order of the entry list or as drawn (`MethodOptions.draw`).

    So a table stays the same when a player leaves; opponents then have a bye.
    """
    players = sorted(
        (
            contestant
            for contestant in task.contestants
            if not contestant.absent or contestant.byes > 0 or any(contestant.opponents)
        ),
        key=lambda contestant: contestant.entry_order,
    )
    if not task.options.draw:
        return tuple(players)
    by_number = {player.number: player for player in players}
    return tuple(by_number[number] for number in shuffled(task.options.draw, "table", tuple(sorted(by_number))))


def standings_before(task: PairingTask, begun: int) -> Players:
    """The players of the table in the standings before round `begun`: as given where that is the round to pair, else
    summed up from their results where these are given, wins first, then spread, then the entry list."""
    players = in_table(task)
    if begun == task.round or not any(player.results for player in players):
        return tuple(sorted(players, key=lambda player: player.rank_order))

    def order(player: Contestant) -> tuple[int, int, int, int]:
        results = player.results[: begun - 1]
        return (-sum(halves for halves, _ in results), -sum(spread for _, spread in results), *player.entry_order)

    return tuple(sorted(players, key=order))


def _present_row(row: Sequence[ScheduleSeat]) -> list[ScheduleSeat]:
    """A row without those who are absent; whoever was to meet one sits alone."""
    seats = []
    for seat in row:
        first, second = seat.first, seat.second
        if first.absent and second is not None:
            first, second = second, None
        elif second is not None and second.absent:
            second = None
        if not first.absent:
            seats.append(seat if second else ScheduleSeat(first, None, seat.where, seat.why or OPPONENT_ABSENT))
    return seats


def _by_table(rounds: list[Games], about: str, asked: int, *, ahead: bool) -> Iterator[StartDecision]:
    """The starters that the structure assigns: even after every second round, and as even as can be after the last.

    Two who met before the block start in turn, unless that upsets the balance.  (WESPA 2.1(b)(i); NSA I.C)  asked: how many
    of the rounds are paired; with `ahead` their starts also let the rounds behind them end as even as can be.
    """
    games = [[(first.number, second.number) for first, second in row] for row in rounds]
    players = {player.number: player for row in rounds for game in row for player in game}
    last = {
        frozenset((contestant.number, two)): contestant.number
        for contestant in players.values()
        for two in contestant.last_starts
    }
    before = {number: player.record.balance for number, player in players.items()}
    if ahead:
        starters = planned(games, asked, {number: player.record.sides for number, player in players.items()}, last)
    else:
        starters = balanced_starts(evened(games, before, last), before)
    for (player, _), (first, _) in zip((game for row in rounds[:asked] for game in row), starters, strict=False):
        yield StartDecision(FIRST if player.number == first else SECOND, "assigned", Sentence(about))


def _by_rule(task: PairingTask, rounds: list[Games]) -> Iterator[StartDecision]:
    """Self-balancing or drawn starts: what is known of each game now.

    Records are compared before each game (WESPA 2.1(b)(ii)): whoever plays an earlier game of the block has a record that
    nobody knows yet.  Where no system is in use tiles are drawn for every game (2.1(a)).
    """
    earlier: Counter[int] = Counter()
    for row in rounds:
        for first, second in row:
            yield starter_of(_after(first, earlier), _after(second, earlier), task.start_mode, FIRST)
        earlier.update(player.number for game in row for player in game)


def _after(player: Contestant, games: Mapping[int, int]) -> Contestant:
    """The player after games whose starters are not known yet, by number."""
    return replace(player, record=replace(player.record, unknown=player.record.unknown + games.get(player.number, 0)))


def _round(task: PairingTask, turn: int, row: list[ScheduleSeat], decisions: Iterator[StartDecision]) -> Pairing:
    boards = []
    for seat in row:
        if seat.second is None:
            boards.append(make_bye(seat.first, clauses(Sentence("bye: {why}", why=seat.where), seat.why)))
            continue
        met = seat.first.rounds_met(seat.second.number)
        again = Sentence("you also met in {rounds}", rounds=rounds_text(met)) if met else ""
        boards.append(_board(seat.first, seat.second, next(decisions), clauses(seat.where, again)))
    return make_pairing(task, boards, warnings=_warnings(task, boards, turn), round_number=task.round + turn)


def _board(player: Contestant, opponent: Contestant, decision: StartDecision, reason: str) -> Board:
    first, second = (opponent, player) if decision.starter == SECOND else (player, opponent)
    return Board(first.number, second.number, decision.starts_by, reason, decision.reason)


def _warnings(task: PairingTask, boards: list[Board], turn: int) -> list[str]:
    lines = []
    absent = sorted(player.number for player in task.contestants if player.absent)
    if absent and turn == 0:
        lines.append(f"Absent, and in none of these rounds: {', '.join(map(str, absent))}.")
    late = sorted(player.number for player in task.present() if not player.byes and not any(player.opponents))
    if late and turn == 0 and task.schedule_round:
        lines.append(
            f"Joined after the table began: {', '.join(map(str, late))}. The rest of it is another table, in which some "
            "meet again and some never; pair by hand or by another method to avoid that."
        )
    byes = [board.first for board in boards if board.starts_by == NOBODY_STARTS]
    if len(byes) > 1:
        lines.append(f"Round {task.round + turn}: {len(byes)} byes: {', '.join(map(str, byes))}.")
    lines.extend(f"Round {task.round + turn}, by the table: {finding.message}" for finding in check_rules(task, boards))
    return lines
