"""What formats would do for a field: whole events played on the model that real games were found to follow.

A player's strength at an event is the rating plus a form that is drawn anew for each event; a game's margin is normal around the difference
of two strengths and what starting is worth.  `python -m benchmarks.forecast_calibration` holds the model against real events.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

import numpy as np

from pairings.engine.checking.generator import MadeUpEvent
from pairings.engine.contention.clinching import can_catch, swing_of
from pairings.engine.contention.simulation import RATING_A_POINT, START_RATING
from pairings.engine.methods.registry import pair
from pairings.engine.model import Pairing, Repeats
from pairings.engine.options import MethodOptions

FORM = 95  # rating points: one standard deviation of a player's form at an event
FIELD_RATINGS = 170  # rating points: one standard deviation among the players of a field whose ratings are not known
LARGEST_SWING = 250  # points of spread that a player can gain or lose in a game
TRIALS = MethodOptions(trials=2_000, control_trials=500)  # of a contention-aware round in a simulated event
NORMAL_95 = 1.96
FONTES_ROUNDS, FONTES_FEWEST_ROUNDS = 3, 6
MOST_LAPS = 4


@dataclass(frozen=True, slots=True)
class Block:
    """Rounds in a row that are paired by one method."""

    method: str
    rounds: int
    repeats: Repeats = Repeats.AVOID


Format = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class EventPlayed:
    """What came of one simulated event.

    strongest_won: 1 or 0.  tau: Kendall's, of the final order to the strengths.  repeats: boards whose players had met.
    uneven: players who end two or more starts from even, three or more after an odd number of games.  open_prizes: places with a
    prize that could still change hands in the last round.
    """

    strongest_won: float
    tau: float
    repeats: float
    uneven: float
    open_prizes: float


MEASURES = ("strongest_won", "tau", "repeats", "uneven", "open_prizes")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over simulated events with its 95 % interval."""

    mean: float
    low: float
    high: float


def formats_for(players: int, rounds: int) -> tuple[Format, ...]:
    """The formats worth comparing, the usual one first; none for fewer than 4 players or no round."""
    if players < 4 or rounds < 1:
        return ()
    lap = players - 1 + players % 2
    laps, rest = divmod(rounds, lap)
    hill = Block("king_of_the_hill", 1, Repeats.ALLOW)
    formats: list[Format] = []
    if 1 <= laps <= MOST_LAPS:
        table = Block("round_robin", laps * lap)
        formats.append((table, Block("king_of_the_hill", rest, Repeats.ALLOW)) if rest else (table,))
    if rounds > 1:
        formats.append((Block("swiss", rounds - 1), hill))
    formats.append((Block("swiss", rounds),))
    last = rounds // 4
    if last > 1:
        formats.append((Block("swiss", rounds - last), Block("king_of_the_hill", last, Repeats.ALLOW)))
    if rounds >= FONTES_FEWEST_ROUNDS and players >= 2 * (FONTES_ROUNDS + 1):
        formats.append((Block("initial_fontes", FONTES_ROUNDS), Block("swiss", rounds - FONTES_ROUNDS - 1), hill))
    formats.append((Block("king_of_the_hill", rounds),))
    if rounds > 1:
        formats.append((Block("chew", rounds),))
    if rounds >= FONTES_FEWEST_ROUNDS:
        half = rounds // 2
        formats.append((Block("swiss", rounds - half), Block("contenders", half)))
    return tuple(formats)


def strengths_at(event: int, players: int, ratings: Sequence[float]) -> list[float]:
    """Strengths in rating points for one simulated event, the highest rating first: the same for every format.

    ratings: of the field, or () where they are not known: they are drawn then.  Whoever has none (0) is as strong as the weakest.
    """
    rng = random.Random(f"strengths {event}")
    known = [rating for rating in ratings if rating]
    if known:
        field = [rating or min(known) for rating in ratings] + [min(known)] * (players - len(ratings))
    else:
        field = [rng.gauss(0, FIELD_RATINGS) for _ in range(players)]
    return [rating + rng.gauss(0, FORM) for rating in sorted(field, reverse=True)]


def play_events(
    format_: Format, events: range, players: int, prizes: int, ratings: Sequence[float] = ()
) -> list[EventPlayed]:
    """Several of `play_event`, for a process of their own."""
    return [play_event(format_, event, players, prizes=prizes, ratings=ratings) for event in events]


def play_event(format_: Format, event: int, players: int, *, prizes: int, ratings: Sequence[float] = ()) -> EventPlayed:
    """Play one event of a format.  event: which one; the same event has the same players and the same luck in every format.

    Raises a PairingError where the format has no round to give.
    """
    strengths = strengths_at(event, players, ratings)
    simulated = event_before(format_, event, strengths)
    repeats = open_prizes = 0
    for pairing in rounds_of(format_, simulated):
        if simulated.round == simulated.rounds:
            open_prizes = open_places(simulated, prizes)
        met = {player.number: set(player.opponents) for player in simulated.contestants()}
        repeats += sum(board.second is not None and board.second in met[board.first] for board in pairing.boards)
    order = [player.number - 1 for player in sorted(simulated.contestants(), key=lambda player: player.rank_order)]
    records = simulated.records.values()
    return EventPlayed(
        strongest_won=float(strengths[order[0]] == max(strengths)),
        tau=kendall_tau(order, strengths),
        repeats=repeats,
        uneven=sum(abs(record.balance) >= 2 for record in records),
        open_prizes=open_prizes,
    )


def event_before(format_: Format, event: int, strengths: Sequence[float]) -> MadeUpEvent:
    """An event before its first round.  strengths: in rating points, the highest rating first."""
    return MadeUpEvent(
        len(strengths), sum(block.rounds for block in format_), event, options=TRIALS, same_luck=True,
        strengths=[strength / RATING_A_POINT for strength in strengths], start_points=START_RATING / RATING_A_POINT,
    )  # fmt: skip


def rounds_of(format_: Format, simulated: MadeUpEvent) -> Iterator[Pairing]:
    """Each round's boards; the round is played when the next one is asked for.  Raises PairingError."""
    for block in format_:
        simulated.repeats, simulated.block_began = block.repeats, simulated.round
        for _ in range(block.rounds):
            pairing = pair(simulated.task(block.method))
            yield pairing
            simulated.play(pairing)


def open_places(event: MadeUpEvent, prizes: int) -> int:
    """How many of the first places two players or more can still get with one round to play."""
    table = sorted(event.contestants(), key=lambda player: player.rank_order)
    swing = swing_of((LARGEST_SWING,), 1)
    catches = [can_catch(ahead, behind, 1, swing) for ahead, behind in pairwise(table)]
    return sum(any(catches[max(0, place - 1) : place + 1]) for place in range(min(prizes, len(table))))


def estimates(events: Sequence[EventPlayed]) -> dict[str, Estimate]:
    """Each measure's mean with its interval: Wilson's for the share of events that the strongest won, the normal one for the others.

    Raises ValueError for fewer than two events.
    """
    if len(events) < 2:
        raise ValueError("An interval needs two events or more.")
    result = {}
    for name in MEASURES:
        values = [getattr(event, name) for event in events]
        if name == "strongest_won":
            result[name] = share(sum(values), len(values))
        else:
            error = NORMAL_95 * stdev(values) / sqrt(len(values))
            result[name] = Estimate(fmean(values), fmean(values) - error, fmean(values) + error)
    return result


def kendall_tau(order: Sequence[int], strengths: Sequence[float]) -> float:
    """How well a final order agrees with strengths: pairs in the right order less pairs in the wrong one, as a share of
    all pairs, from -1 to 1.  order: the players, best first.  strengths: of each player, by the number `order` uses.
    """
    ranked = np.array([strengths[player] for player in order], dtype=np.float64)
    if len(ranked) < 2:
        raise ValueError("An order of fewer than two players agrees with nothing.")
    signs = np.sign(ranked[:, None] - ranked[None, :])
    return float(np.triu(signs).sum() / (len(ranked) * (len(ranked) - 1) / 2))


def share(hits: float, of: int) -> Estimate:
    """A share with Wilson's 95 % interval."""
    mean, square = hits / of, NORMAL_95**2
    middle = (mean + square / (2 * of)) / (1 + square / of)
    error = NORMAL_95 * sqrt(mean * (1 - mean) / of + square / (4 * of * of)) / (1 + square / of)
    return Estimate(mean, max(0.0, middle - error), min(1.0, middle + error))
