"""From rows to the engine's task: who is to be paired, and what they bring with them."""

from collections import defaultdict
from dataclasses import asdict, dataclass

from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import HAS_SIDES, History
from tdsuite.tournaments.services.decision import Refused

from ..engine.methods import METHODS
from ..engine.model import NO_OPPONENT, Contestant, ManualBoard, PairingTask
from ..engine.plan import BadPlan, PlanLine, line_for, parse_plan, source_round

BYES = frozenset({Game.Outcome.BYE, Game.Outcome.HALF_BYE, Game.Outcome.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Meetings:
    """Per entry number: opponents by round, whom the player started against last time, and byes."""

    opponents: dict[int, list[int]]
    last_starts: dict[int, set[int]]
    byes: dict[int, int]


def next_round(past: History) -> int:
    """The first round without published boards. Refused when the division has no round left."""
    published = {past.round_numbers[game.round_id] for game in past.games}
    number = next((one for one in range(1, past.division.planned_rounds + 1) if one not in published), None)
    if number is None:
        raise Refused(
            f"All {past.division.planned_rounds} rounds of {past.division} are published. "
            "To play more, raise the number of rounds in the division's settings."
        )
    return number


def plan_line(division: Division, number: int, method: str | None) -> PlanLine:
    """What the division's plan says of a round; a method named by the director overrides the plan's. Raises Refused."""
    try:
        line = line_for(parse_plan(division.pairing_plan), number)
    except BadPlan as error:
        raise Refused(f"{error} Mend the plan in the division's settings.") from error
    return line if method is None else PlanLine(line.first, line.last, method, line.lag)


def meetings(past: History, before: int) -> Meetings:
    """Who met whom in published rounds below `before`."""
    opponents: dict[int, list[int]] = {entry.number: [NO_OPPONENT] * (before - 1) for entry in past.entries}
    last_starts: dict[int, set[int]] = defaultdict(set)
    byes: dict[int, int] = defaultdict(int)
    for game in past.games:
        number = past.round_numbers[game.round_id]
        if number >= before or game.outcome == Game.Outcome.VOID:
            continue
        first = past.by_id[game.first_id].number
        if game.second_id is None:
            byes[first] += game.outcome in BYES
            continue
        second = past.by_id[game.second_id].number
        opponents[first][number - 1], opponents[second][number - 1] = second, first
        last_starts[first].discard(second)
        last_starts[second].discard(first)
        if game.starts_by in HAS_SIDES:
            last_starts[first].add(second)
    return Meetings(opponents, last_starts, byes)


def contestants(past: History, number: int, after: int) -> tuple[Contestant, ...]:
    """The field of round `number`, ranked by the standings after round `after`."""
    met = meetings(past, number)
    records = past.start_records(before=number)
    return tuple(
        Contestant(
            number=row.number,
            rank=row.rank,
            halves=row.halves,
            half_losses=row.losing_halves,
            spread=row.spread,
            seed=past.by_number[row.number].seed,
            record=records[row.number],
            byes=met.byes[row.number],
            opponents=tuple(met.opponents[row.number]),
            last_starts=frozenset(met.last_starts[row.number]),
            absent=not past.by_number[row.number].plays_in(number),
        )
        for row in past.standings(after)
    )


def pairing_task(
    past: History, number: int, *, line: PlanLine, seed: int, manual: tuple[ManualBoard, ...] = ()
) -> tuple[PairingTask, int | None]:
    """The engine's task for a round, and the round whose standings it uses (None when the method needs none)."""
    needs_standings = METHODS[line.method].needs_standings
    after = source_round(number, line.lag) if needs_standings else 0
    task = PairingTask(
        contestants=contestants(past, number, after),
        round=number,
        planned_rounds=past.division.planned_rounds,
        method=line.method,
        seed=seed,
        start_mode=past.division.tournament.start_mode,
        schedule_round=number - line.first if METHODS[line.method].whole_block else 0,
        manual=manual,
    )
    return task, after if needs_standings and after > 0 else None


def as_inputs(task: PairingTask) -> dict[str, object]:
    """A task as plain JSON, kept with the run so that it can be made again."""
    facts = asdict(task)
    for contestant in facts["contestants"]:
        contestant["last_starts"] = sorted(contestant["last_starts"])
        contestant["record"] = list(contestant["record"]["sides"])
    return facts
