"""From rows to the engine's task: who is to be paired, and what they bring with them."""

from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from dataclasses import asdict, replace

from pairings.engine.methods.registry import METHODS
from pairings.engine.methods.round_robin import rounds_of_cycle
from tdsuite.tournaments.engine.standings import GameSide, Standing
from tdsuite.tournaments.engine.starts import REPLY, START, StartRecord
from tdsuite.tournaments.engine.tie_breaks import USUAL
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import HAS_SIDES, History
from tdsuite.tournaments.services.decision import Refused
from ..engine.model import NO_OPPONENT, Contestant, ManualBoard, PairingTask, Repeats
from ..engine.options import MethodOptions
from ..engine.plan import BadPlan, PlanLine, line_for, parse_plan, source_round
from ..engine.rules import Meeting, Rules, rules_from
from ..models import DraftBoard, PairingSettings

QUAD = 4
NO_LIMIT = 10_000  # points of spread a round: more than any game
BYES = frozenset({Game.Outcome.BYE, Game.Outcome.HALF_BYE, Game.Outcome.ZERO_BYE})


class SoFar:
    """What the players of a division bring to a round, by entry number: carried on from round to round, each game read once.

    opponents, results: a place for every round so far; NO_OPPONENT and (0, 0) half-wins and spread where nothing was
    played or decided.  last_starts: whom the player started against last time.
    """

    def __init__(self, history: History, tables: Sequence[tuple[Standing, ...]] = ()) -> None:
        """tables: the standings after rounds 0, 1, ..., where several rounds are asked for."""
        self.history, self.round, self.tables = history, 1, tables
        self.opponents: dict[int, list[int]] = {entry.number: [] for entry in history.entries}
        self.results: dict[int, list[tuple[int, int]]] = {number: [] for number in self.opponents}
        self.records = dict.fromkeys(self.opponents, StartRecord())
        self.last_starts: dict[int, set[int]] = defaultdict(set)
        self.byes: dict[int, int] = defaultdict(int)
        self._games: dict[int, list[Game]] = defaultdict(list)
        for game in history.games:
            self._games[history.round_numbers[game.round_id]].append(game)
        self._sides: dict[int, list[GameSide]] = defaultdict(list)
        for side in history.sides:
            self._sides[side.round].append(side)

    def up_to(self, number: int, planned: Sequence[DraftBoard] = ()) -> "SoFar":
        """With all rounds below `number`, which is never one before the last asked for.

        planned: boards of rounds that are not published yet; the next round asked for knows nothing of them.
        """
        for earlier in range(self.round, number):
            self._add(earlier)
        self.round = max(self.round, number)
        return self._with(planned) if planned else self

    def table(self, after: int) -> tuple[Standing, ...]:
        """The standings after a round."""
        return self.tables[after] if self.tables else self.history.standings(after)

    def _with(self, planned: Sequence[DraftBoard]) -> "SoFar":
        more = copy(self)
        more.opponents = {number: list(opponents) for number, opponents in self.opponents.items()}
        more.records, more.byes = dict(self.records), self.byes.copy()
        for board in planned:
            if board.second is None:
                more.byes[board.first] += 1
                continue
            for player, opponent, side in ((board.first, board.second, START), (board.second, board.first, REPLY)):
                if {player, opponent} <= more.opponents.keys():
                    more.opponents[player][board.round - 1] = opponent
                for turn in range(board.games if player in more.records else 0):
                    record = more.records[player]
                    known = board.starts_by in HAS_SIDES
                    after = record.then(-side if turn % 2 else side)
                    more.records[player] = after if known else replace(record, unknown=record.unknown + 1)
        return more

    def _add(self, number: int) -> None:
        for player, opponents in self.opponents.items():
            opponents.append(NO_OPPONENT)
            self.results[player].append((0, 0))
        starts: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for game in self._games[number]:
            for player, start in self.history.start_sides(game):
                starts[player].append((game.match_game, start))
                if game.start_is_open:
                    self.records[player] = replace(self.records[player], unknown=self.records[player].unknown + 1)
            if game.outcome != Game.Outcome.VOID:
                self._meet(game)
        for player, games in starts.items():
            for _, start in sorted(games):
                self.records[player] = self.records[player].then(start)
        for side in self._sides[number]:
            halves, spread = self.results[side.entry][-1]
            self.results[side.entry][-1] = halves + side.halves, spread + side.spread

    def _meet(self, game: Game) -> None:
        first = self.history.by_id[game.first_id].number
        if game.second_id is None:
            self.byes[first] += game.match_game == 1 and game.outcome in BYES
            return
        second = self.history.by_id[game.second_id].number
        self.opponents[first][-1], self.opponents[second][-1] = second, first
        self.last_starts[first].discard(second)
        self.last_starts[second].discard(first)
        if game.starts_by in HAS_SIDES:
            self.last_starts[first].add(second)


def next_round(history: History) -> int:
    """The first round without published boards. Refused when the division has no round left."""
    published = {history.round_numbers[game.round_id] for game in history.games}
    number = next((number for number in range(1, history.division.planned_rounds + 1) if number not in published), None)
    if number is None:
        raise Refused(
            f"All {history.division.planned_rounds} rounds of {history.division} are published. "
            "To play more, raise the number of rounds in the division's settings.",
            code="no_round_left",
        )
    return number


def plan_line(division: Division, number: int, method: str | None) -> PlanLine:
    """What the division's plan says of a round; a method named by the director overrides the plan's. Raises Refused."""
    try:
        line = line_for(parse_plan(division.pairing_plan), number)
    except BadPlan as error:
        raise Refused(f"{error} Mend the plan in the division's settings.", code="bad_plan") from error
    return line if method is None else replace(line, method=method)


def settings_of(division: Division) -> PairingSettings:
    """What the director asks of the division's rounds; one that asks for nothing where nothing was saved."""
    return PairingSettings.objects.filter(division=division).first() or PairingSettings(division=division)


def boards_asked(settings: PairingSettings, ask: str, number: int) -> tuple[Meeting, ...]:
    """The boards "forced", "forbidden" or "exempt" in round `number`; a board of round 0 is meant in every round."""
    return tuple(
        (row["one"], row["two"]) for row in settings.boards if row["ask"] == ask and row["round"] in (0, number)
    )


def rules_of(settings: PairingSettings, line: PlanLine, number: int) -> Rules:
    """The rules of a round: the division's, with the plan's cap on meetings where that is stricter. Raises Refused."""
    try:
        rules = rules_from(settings.rules)
    except (KeyError, TypeError, ValueError) as error:
        raise Refused("The pairing rules of this division cannot be read: save them anew.", code="bad_rules") from error
    return replace(
        rules,
        most_meetings=min([cap for cap in (rules.most_meetings, line.most_meetings) if cap], default=0),
        forced=boards_asked(settings, "forced", number),
        forbidden=boards_asked(settings, "forbidden", number),
        exempt=boards_asked(settings, "exempt", number),
    )


def source_of(line: PlanLine, number: int) -> int | None:
    """The round whose standings round `number` waits for; 0 is the seeding, None where its method needs no results.

    Quads stay together for all their rounds; a knockout needs the game before, whatever the lag.
    """
    if not METHODS[line.method].needs_standings:
        return None
    if line.method == "quads":
        number -= (number - line.first) % rounds_of_cycle(QUAD)
    return source_round(number, 0 if line.method == "knockout" else line.lag)


def drafted(history: History, before: int) -> list[DraftBoard]:
    """The boards of rounds below `before` that are drafted and not published: rounds paired in advance follow them."""
    published = set(history.round_numbers.values())
    runs = history.division.pairing_runs.drafts().filter(first_round__lt=before).order_by("first_round")
    boards = (board for run in runs for board in run.draft_boards())
    return [board for board in boards if board.round < before and board.round not in published]


def starting(history: History, number: int, planned: Sequence[DraftBoard] = ()) -> dict[int, Contestant]:
    """Everybody with what decides who starts a board of round `number`, by entry number.

    planned: boards of earlier rounds that are not published yet.
    """
    so_far = SoFar(history).up_to(number, planned)
    return {
        record: Contestant(record, 1, record=so_far.records[record], last_starts=frozenset(so_far.last_starts[record]))
        for record in so_far.records
    }


def contestants(so_far: SoFar, number: int, after: int, settings: PairingSettings) -> tuple[Contestant, ...]:
    """The field of round `number`, ranked by the standings after round `after`."""
    so_far, family = so_far.up_to(number, drafted(so_far.history, number)), settings.family_of
    field = []
    for row in so_far.table(after):
        entry = so_far.history.by_number[row.number]
        field.append(
            Contestant(
                number=row.number,
                rank=row.rank,
                halves=row.halves,
                half_losses=row.losing_halves,
                spread=row.spread,
                seed=entry.seed,
                record=so_far.records[row.number],
                byes=so_far.byes[row.number],
                opponents=tuple(so_far.opponents[row.number]),
                last_starts=frozenset(so_far.last_starts[row.number]),
                absent=not entry.plays_in(number),
                results=tuple(so_far.results[row.number]),
                club=entry.player.club,
                family=family.get(row.number, ""),
                team=entry.team,
                country=entry.player.country,
                prize_class=entry.class_name,
                volunteers=row.number in settings.volunteers,
            )
        )
    return tuple(field)


def pairing_task(
    history: History,
    number: int,
    *,
    line: PlanLine,
    seed: int,
    manual: tuple[ManualBoard, ...] = (),
    so_far: SoFar | None = None,
) -> tuple[PairingTask, int | None]:
    """The engine's task for a round, and the round whose standings it uses (None when the method needs none).

    so_far: of the same history, where the tasks of several rounds are made in their order.
    """
    after = source_of(line, number)
    settings = settings_of(history.division)
    task = PairingTask(
        contestants=contestants(so_far or SoFar(history), number, after or 0, settings),
        round=number,
        planned_rounds=history.division.planned_rounds,
        method=line.method,
        seed=seed,
        start_mode=history.division.tournament.start_mode,
        repeats=line.repeats,
        rounds_free=_rounds_free(history.division, number),
        schedule_round=number - line.table_from if METHODS[line.method].whole_block else 0,
        manual=manual,
        rules=rules_of(settings, line, number),
        options=_options(history, line),
    )
    return task, after or None


def _rounds_free(division: Division, number: int) -> int:
    """How many rounds after this one the plan pairs by a matching that avoids repeats; by the usual method where it says nothing."""
    plan = parse_plan(division.pairing_plan)
    lines = [line_for(plan, later) for later in range(number + 1, division.planned_rounds + 1)]
    return sum(
        METHODS[line.method].quick and line.repeats is not Repeats.ALLOW for line in lines if line.method in METHODS
    )


def _options(history: History, line: PlanLine) -> MethodOptions:
    """The line's options. Where spread is not what first parts players with equal wins, equal wins are always in reach."""
    if history.tie_breaks[0] == USUAL[0]:
        return line.options
    return replace(line.options, spread_swings=(NO_LIMIT,), gibson_spreads=(NO_LIMIT,))


def as_inputs(task: PairingTask) -> dict[str, object]:
    """A task as plain JSON, kept with the run so that it can be made again.

    Of club, team and country it keeps which players have the same: their names would outlive a player who is erased.
    """
    facts = asdict(task)
    for kind in ("club", "team", "country"):
        names = dict.fromkeys(contestant[kind] for contestant in facts["contestants"] if contestant[kind])
        told_apart = {name: str(number) for number, name in enumerate(names, start=1)}
        for contestant in facts["contestants"]:
            contestant[kind] = told_apart.get(contestant[kind], "")
    for contestant in facts["contestants"]:
        contestant["last_starts"] = sorted(contestant["last_starts"])
        contestant["starts_unknown"] = contestant["record"]["unknown"]
        contestant["record"] = list(contestant["record"]["sides"])
    return facts
