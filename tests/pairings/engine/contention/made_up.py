"""Situations for the tests of contention-aware pairing."""

import random

import numpy as np

from pairings.engine.contention.situation import UNPAIRED, Situation, Stakes


def situation(wins, spreads=None, *, rounds=10, left=2, met=(), last=(), pairings_left=None, **facts):
    """Players with so many wins (halves allowed), best first; met, last: pairs of ranks."""
    size = len(wins)
    table = np.zeros((size, size), dtype=np.int64)
    met_last = np.zeros((size, size), dtype=np.bool_)
    for one, two in (*met, *last):
        table[one, two] += 1
        table[two, one] += 1
    for one, two in last:
        met_last[one, two] = met_last[two, one] = True
    given = {
        "classes": (0,) * size,
        "byes": (0,) * size,
        "fixed": (UNPAIRED,) * size,
        "stakes": stakes(),
        "shut": np.zeros((size, size + 1), dtype=np.bool_),
        "avoided": np.zeros((size, size), dtype=np.int64),
        **facts,
    }
    return Situation(
        halves=tuple(int(2 * one) for one in wins), spreads=tuple(spreads or range(100 * size, 0, -100)), met=table,
        met_last=met_last, rounds=rounds, rounds_left=left,
        pairings_left=left if pairings_left is None else pairings_left, **given,
    )  # fmt: skip


def stakes(**facts):
    """Two prizes, few trials, control loss never looked for, unless said otherwise."""
    given = {"place_prizes": 2, "hopefulness": 0.05, "control_loss_threshold": 0.25, "division_sims": 2000}
    return Stakes(**{**given, "control_loss_sims": 1000, "activation_round": 99, **facts})


def random_situation(size, seed, *, rounds=20, played=12, **facts):
    """An event of `size` players with neighbours paired and coins thrown in every round so far."""
    rng = random.Random(seed)
    halves, spreads, met = [0] * size, [0] * size, []
    for _ in range(played):
        order = sorted(range(size), key=lambda one: (-halves[one], -spreads[one], rng.random()))
        for pair in zip(order[::2], order[1::2], strict=False):
            winner, loser = rng.sample(pair, 2)
            margin = round(abs(rng.gauss(0, 104)))
            halves[winner] += 2
            spreads[winner] += margin
            spreads[loser] -= margin
            met.append(pair)
    order = sorted(range(size), key=lambda one: (-halves[one], -spreads[one], -one))
    rank = {one: at for at, one in enumerate(order)}
    return situation(
        [halves[one] / 2 for one in order], [spreads[one] for one in order], rounds=rounds, left=rounds - played,
        met=[(rank[one], rank[two]) for one, two in met], **facts,
    )  # fmt: skip
