"""From rows to the engine's task: who is to be paired, and what they bring with them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from pairings.engine.methods.registry import METHODS
from pairings.engine.methods.round_robin import rounds_of_cycle
from tdsuite.tournaments.engine.starts import REPLY, START, StartRecord
from tdsuite.tournaments.engine.tie_breaks import USUAL
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import HAS_SIDES, History
from tdsuite.tournaments.services.decision import Refused

from ..engine.model import NO_OPPONENT, Contestant, ManualBoard, PairingTask
from ..engine.options import MethodOptions
from ..engine.plan import BadPlan, PlanLine, line_for, parse_plan, source_round
from ..engine.rules import Meeting, Rules, rules_from
from ..models import DraftBoard, PairingSettings

QUAD = 4
NO_LIMIT = 10_000  # points of spread a round: more than any game
BYES = frozenset({Game.Outcome.BYE, Game.Outcome.HALF_BYE, Game.Outcome.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Meetings:
    """Per entry number: opponents by round, whom the player started against last time, and byes."""

    opponents: dict[int, list[int]]
    last_starts: dict[int, set[int]]
    byes: dict[int, int]


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
    row = PairingSettings.objects.filter(division=division).first()
    return row or PairingSettings(division=division)


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
    caps = [cap for cap in (rules.most_meetings, line.most_meetings) if cap]
    return replace(
        rules,
        most_meetings=min(caps, default=0),
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


def meetings(history: History, before: int, planned: Sequence[DraftBoard] = ()) -> Meetings:
    """Who met whom in published rounds below `before`, and is to meet whom on the boards `planned`."""
    opponents: dict[int, list[int]] = {entry.number: [NO_OPPONENT] * (before - 1) for entry in history.entries}
    last_starts: dict[int, set[int]] = defaultdict(set)
    byes: dict[int, int] = defaultdict(int)
    for game in history.games:
        number = history.round_numbers[game.round_id]
        if number >= before or game.outcome == Game.Outcome.VOID:
            continue
        first = history.by_id[game.first_id].number
        if game.second_id is None:
            byes[first] += game.outcome in BYES
            continue
        second = history.by_id[game.second_id].number
        opponents[first][number - 1], opponents[second][number - 1] = second, first
        last_starts[first].discard(second)
        last_starts[second].discard(first)
        if game.starts_by in HAS_SIDES:
            last_starts[first].add(second)
    for board in planned:
        if board.second is None:
            byes[board.first] += 1
        elif board.first in opponents and board.second in opponents:
            opponents[board.first][board.round - 1] = board.second
            opponents[board.second][board.round - 1] = board.first
    return Meetings(opponents, last_starts, byes)


def starting(history: History, number: int, planned: Sequence[DraftBoard] = ()) -> dict[int, Contestant]:
    """Everybody with what decides who starts a board of round `number`, by entry number.

    planned: boards of earlier rounds that are not published yet.
    """
    records, met = _records(history, number, planned), meetings(history, number)
    return {
        record: Contestant(record, 1, record=records[record], last_starts=frozenset(met.last_starts[record]))
        for record in records
    }


def _records(history: History, number: int, planned: Sequence[DraftBoard]) -> dict[int, StartRecord]:
    records = history.start_records(before=number)
    for board in planned:
        if board.second is None:
            continue
        for player, side in ((board.first, START), (board.second, REPLY)):
            if player in records and board.starts_by in HAS_SIDES:
                records[player] = records[player].then(side)
            elif player in records:
                records[player] = replace(records[player], unknown=records[player].unknown + 1)
    return records


def results_by_round(history: History, before: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """(half-wins, spread) of every round below `before`, by entry number; (0, 0) where nothing was decided."""
    sums: dict[int, list[tuple[int, int]]] = {entry.number: [(0, 0)] * (before - 1) for entry in history.entries}
    for side in history.sides:
        if side.round < before:
            halves, spread = sums[side.entry][side.round - 1]
            sums[side.entry][side.round - 1] = halves + side.halves, spread + side.spread
    return {number: tuple(rounds) for number, rounds in sums.items()}


def contestants(history: History, number: int, after: int, settings: PairingSettings) -> tuple[Contestant, ...]:
    """The field of round `number`, ranked by the standings after round `after`."""
    planned = drafted(history, number)
    met, results = meetings(history, number, planned), results_by_round(history, number)
    records, family = _records(history, number, planned), settings.family_of
    field = []
    for row in history.standings(after):
        entry = history.by_number[row.number]
        field.append(
            Contestant(
                number=row.number,
                rank=row.rank,
                halves=row.halves,
                half_losses=row.losing_halves,
                spread=row.spread,
                seed=entry.seed,
                record=records[row.number],
                byes=met.byes[row.number],
                opponents=tuple(met.opponents[row.number]),
                last_starts=frozenset(met.last_starts[row.number]),
                absent=not entry.plays_in(number),
                results=results[row.number],
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
    history: History, number: int, *, line: PlanLine, seed: int, manual: tuple[ManualBoard, ...] = ()
) -> tuple[PairingTask, int | None]:
    """The engine's task for a round, and the round whose standings it uses (None when the method needs none)."""
    after = source_of(line, number)
    settings = settings_of(history.division)
    task = PairingTask(
        contestants=contestants(history, number, after or 0, settings),
        round=number,
        planned_rounds=history.division.planned_rounds,
        method=line.method,
        seed=seed,
        start_mode=history.division.tournament.start_mode,
        repeats=line.repeats,
        schedule_round=number - line.first if METHODS[line.method].whole_block else 0,
        manual=manual,
        rules=rules_of(settings, line, number),
        options=_options(history, line),
    )
    return task, after or None


def _options(history: History, line: PlanLine) -> MethodOptions:
    """The line's options. Where spread is not what first parts players with equal wins, equal wins are always in reach."""
    if history.tie_breaks[0] == USUAL[0]:
        return line.options
    return replace(line.options, spread_swings=(NO_LIMIT,), gibson_spreads=(NO_LIMIT,))


def as_inputs(task: PairingTask) -> dict[str, object]:
    """A task as plain JSON, kept with the run so that it can be made again."""
    facts = asdict(task)
    for contestant in facts["contestants"]:
        contestant["last_starts"] = sorted(contestant["last_starts"])
        contestant["starts_unknown"] = contestant["record"]["unknown"]
        contestant["record"] = list(contestant["record"]["sides"])
    return facts
