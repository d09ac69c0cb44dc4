"""A whole recorded event: a row of opponents and a row of scores a round, read into a situation.

Player numbers are places in the rows, from 0.  Own number: a bye; UNPAIRED: not paired, allowed in the last row
only, and for removed players; a last row with one is still open.  The score of a bye is its spread: above 0 a win, below 0 a loss, 0 half a win.
"""

from dataclasses import dataclass

import numpy as np

from pairings.engine.contention.situation import UNPAIRED, Situation, Stakes
from pairings.engine.contention.solution import Findings, Solution, findings_of, solve

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """players: all, those removed included.  active: those who still play.  seed: of the trials."""

    players: int
    active: int
    rounds: int
    pairings: Rows
    results: Rows
    stakes: Stakes
    classes: tuple[int, ...]
    removed: tuple[int, ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A request read: the situation, and the player at each rank."""

    players: tuple[int, ...]
    situation: Situation


def read(request: Request) -> Ranked:
    """The situation of a request."""
    halves, spreads = _scores(request)
    present = [player for player in range(request.players) if player not in request.removed]
    order = sorted(present, key=lambda player: (-halves[player], -spreads[player], -player))
    rank = {player: at for at, player in enumerate(order)}
    whole, open_row = _split(request)
    met = np.zeros((len(order), len(order)), dtype=np.int64)
    met_last = np.zeros_like(met, dtype=np.bool_)
    byes = [0] * len(order)
    for number, row in enumerate(whole, start=1):
        for player in order:
            other = row[player]
            if other == player:
                byes[rank[player]] += 1
            elif other in rank:
                met[rank[player], rank[other]] += 1
                met_last[rank[player], rank[other]] |= number == len(whole)
    fixed = [UNPAIRED] * len(order)
    for player in order if open_row else ():
        other = open_row[player]
        fixed[rank[player]] = len(order) if other == player else rank.get(other, UNPAIRED)
    situation = Situation(
        halves=tuple(halves[player] for player in order), spreads=tuple(spreads[player] for player in order),
        classes=tuple(request.classes[player] for player in order), byes=tuple(byes), met=met, met_last=met_last,
        fixed=tuple(fixed), rounds=request.rounds, rounds_left=request.rounds - len(request.results),
        pairings_left=request.rounds - len(whole), stakes=request.stakes,
        shut=np.zeros((len(order), len(order) + 1), dtype=np.bool_), avoided=np.zeros_like(met),
    )  # fmt: skip
    return Ranked(tuple(order), situation)


def _split(request: Request) -> tuple[Rows, tuple[int, ...]]:
    """The rows that are paired whole, and the one that names nobody for somebody, () where there is none."""
    if request.pairings and UNPAIRED in request.pairings[-1]:
        return request.pairings[:-1], request.pairings[-1]
    return request.pairings, ()


def _scores(request: Request) -> tuple[list[int], list[int]]:
    halves, spreads = [0] * request.players, [0] * request.players
    for opponents, scores in zip(request.pairings, request.results, strict=False):
        for player, other in enumerate(opponents):
            if other == UNPAIRED:
                continue
            margin = scores[player] - (0 if other == player else scores[other])
            halves[player] += 1 + (margin > 0) - (margin < 0)
            spreads[player] += margin
    return halves, spreads


def pair_situation(situation: Situation, seed: int) -> tuple[Findings, Solution]:
    """Everything, from the standings to the boards.  Raises NoPairingPossible."""
    findings = findings_of(situation, seed)
    return findings, solve(situation, findings.places, findings.outlook, findings.control)
