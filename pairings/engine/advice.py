"""What a director should know of a field before its format is chosen: how many players, how many rounds."""

from dataclasses import dataclass
from enum import StrEnum

QUAD, QUAD_ROUNDS = 4, 3
SMALL = 12  # up to here a round robin is usual
MOST_LAPS = 4


class AdviceCode(StrEnum):
    """The kinds of advice."""

    ROUND_ROBIN = "round_robin"  # parameter: how often everybody meets everybody
    ROUNDS_FOR_ROUND_ROBIN = "rounds_for_round_robin"  # rounds that one would take
    QUADS = "quads"
    SWISS = "swiss"  # players who can still be unbeaten after the rounds
    REPEATS = "repeats"  # rounds without a repeat
    BYES = "byes"  # byes in all
    LAST_ROUND = "last_round"


@dataclass(frozen=True, slots=True)
class Advice:
    """One piece of advice, with its number."""

    code: AdviceCode
    number: int = 0


def advise(players: int, rounds: int) -> tuple[Advice, ...]:
    """What fits a field, most important first; nothing for fewer than 3 players.

    Source: arithmetic. A round robin of n players takes n - 1 rounds, n where n is odd; after r rounds of Swiss at most
    one player in 2**r is unbeaten.
    """
    if players < 3 or rounds < 1:
        return ()
    lap = players - 1 if players % 2 == 0 else players
    advice = []
    laps, rest = divmod(rounds, lap)
    if rest == 0 and laps <= MOST_LAPS:
        advice.append(Advice(AdviceCode.ROUND_ROBIN, laps))
    elif players <= SMALL:
        advice.append(Advice(AdviceCode.ROUNDS_FOR_ROUND_ROBIN, lap))
    if players % QUAD == 0 and players > QUAD and rounds == QUAD_ROUNDS:
        advice.append(Advice(AdviceCode.QUADS, players // QUAD))
    if rounds > lap and rest:
        advice.append(Advice(AdviceCode.REPEATS, lap))
    if rounds < lap:
        advice.append(Advice(AdviceCode.SWISS, max(1, -(-players // 2**rounds))))
        if rounds > QUAD_ROUNDS:
            advice.append(Advice(AdviceCode.LAST_ROUND))
    if players % 2:
        advice.append(Advice(AdviceCode.BYES, rounds))
    return tuple(advice)
