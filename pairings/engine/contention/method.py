"""Contention-aware pairing as a method: from a task to a round with reasons.  Preset `cop`: the published weighting."""

from dataclasses import replace
from typing import TypeVar

import numpy as np

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.errors import NoPairingPossible
from pairings.engine.matching.clashes import is_possible, no_pairing
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.matched import Players, part_forced, repeat_warnings
from pairings.engine.model import Board, Contestant, CostPart, Pairing, PairingTask, Proof, Repeats
from pairings.engine.presence import bye_order, may_sit_out, present_players
from pairings.engine.reasons import by_meetings, of_bye
from pairings.engine.rules import BYE, ByeOrder
from tdsuite.platform.words.sentences import clauses
from tdsuite.tournaments.engine.starts import StartMode
from .bans import Bans, bans_of
from .simulation import start_points
from .situation import UNPAIRED, Situation, Stakes
from .solution import Findings, Solution, findings_of, solve
from .words import remedies, why

Number = TypeVar("Number", int, float)

LAST_ROUNDS = 3
PART_NAMES = {
    "RD": "distance",
    "PC": "contenders",
    "GC": "settled",
    "RE": "repeat_cost",
    "BB": "back_to_back",
    "BR": "repeat_byes",
    "HH": "hopes",
    "AV": "avoided",
}


def pair_cop(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    players = present_players(task)
    asked, _ = part_forced(task, players)
    situation = situation_of(task, players)
    findings = findings_of(situation, task.seed)
    try:
        solution = solved(task, players, situation, findings)
    except NoPairingPossible as refused:
        raise refusal(task, players, situation, findings, refused) from None
    boards = [_board(task, players, findings, solution, at) for at in range(len(solution.boards))]
    rounds = asked + boards
    return make_pairing(task, rounds, warnings=repeat_warnings(task, rounds), proof=Proof.WHOLE)


def solved(task: PairingTask, players: Players, situation: Situation, findings: Findings) -> Solution:
    """The boards of the round, the bye kept as the director asked where that leaves a round.  Raises NoPairingPossible."""
    with_bye = bye_kept(task, players, situation)
    if with_bye is not None:
        try:
            return solve(with_bye, findings.places, findings.outlook, findings.control)
        except NoPairingPossible:  # another rule wants the bye for somebody else
            pass
    return solve(situation, findings.places, findings.outlook, findings.control)


def bye_kept(task: PairingTask, players: Players, situation: Situation) -> Situation | None:
    """The situation with the bye for those alone who offer to sit out, or for the lowest where it always goes there; None
    where neither is asked."""
    order = bye_order(tuple(players[rank] for rank in situation.waiting), task.rules) if situation.needs_bye else ()
    due = {player.number for player in order if player.volunteers}
    if not due and task.rules.bye_order is ByeOrder.ALWAYS_BOTTOM:
        due = {player.number for player in order[:1]}
    if not due:
        return None
    shut = situation.shut.copy()
    shut[:, situation.bye] |= np.array([player.number not in due for player in players], dtype=np.bool_)
    return replace(situation, shut=shut)


def bye_reason(task: PairingTask, player: Contestant, reason: str) -> str:
    """Why a player sits out.  reason: this method's own, where nobody asked for the bye to go anywhere."""
    always = task.rules.bye_order is ByeOrder.ALWAYS_BOTTOM and player in bye_order(task.present(), task.rules)[:1]
    return of_bye(player, 0, task.rules) if player.volunteers or always else reason


def situation_of(task: PairingTask, players: Players) -> Situation:
    """The task as the engine of this method sees it.  players: those present in the order of the standings."""
    table = cross_table(players, task)
    counts = task.repeats is not Repeats.ALLOW
    rank = {player.number: at for at, player in enumerate(players)}
    sits_out = np.array([not may_sit_out(player, task.rules) for player in players], dtype=np.bool_)
    avoided = sum(table.soft.values(), start=np.zeros(table.met.shape, dtype=np.int64))
    pairings_left = task.rounds_left + 1
    lower = [name for name, _ in task.options.class_prizes]  # the highest class has no prizes of its own
    classes = [player.prize_class for player in players]
    return Situation(
        halves=tuple(player.halves for player in players),
        spreads=tuple(player.spread for player in players),
        classes=tuple(lower.index(name) + 1 if name in lower else 0 for name in classes),
        byes=tuple(player.byes for player in players),
        met=table.met.astype(np.int64) * counts,
        met_last=(table.met_last > 0) & counts,
        fixed=_fixed(task, rank),
        rounds=max(task.planned_rounds, task.round),
        rounds_left=max(
            pairings_left,
            max(task.planned_rounds, task.round)
            - max((player.halves + player.half_losses + 1) // 2 for player in players),
        ),
        pairings_left=pairings_left,
        stakes=stakes_of(task, len(players)),
        shut=np.column_stack([table.shut, sits_out]),
        avoided=avoided,
        ahead=() if task.start_mode is StartMode.DRAW else tuple(player.record.balance for player in players),
    )


def stakes_of(task: PairingTask, players: int) -> Stakes:
    """What the options say of this round.  Lists begin with the last round of the event; their last number repeats."""
    options, left = task.options, task.rounds_left
    begins = options.control_loss_from or max(task.planned_rounds - LAST_ROUNDS, 1)
    return Stakes(
        place_prizes=min(options.place_prizes, players),
        class_prizes=tuple(prizes for _, prizes in options.class_prizes),
        gibson_spread=_late(options.gibson_spreads, left),
        control_loss_threshold=options.control_loss,
        hopefulness=_late(options.hopefulness, left),
        division_sims=options.trials,
        control_loss_sims=options.control_trials,
        activation_round=begins - 1,
        allow_repeat_byes=options.repeat_byes,
        top_down_byes=task.rules.bye_order is ByeOrder.TOP_DOWN,
        rules=options.cop_rules,
        start_points=start_points(options.start_rating),
    )


def _late(values: tuple[Number, ...], left: int) -> Number:
    return values[min(left, len(values) - 1)]


def _fixed(task: PairingTask, rank: dict[int, int]) -> tuple[int, ...]:
    fixed = [UNPAIRED] * len(rank)
    for first, second in task.rules.forced:
        fixed[rank[first]] = len(rank) if second == BYE else rank[second]
        if second != BYE:
            fixed[rank[second]] = rank[first]
    return tuple(fixed)


def _board(task: PairingTask, players: Players, findings: Findings, solution: Solution, at: int) -> Board:
    (first, second), weight = solution.boards[at], solution.weights[at]
    reason = why(findings, solution, first, second)
    if second == len(players):
        return make_bye(players[first], bye_reason(task, players[first], reason))
    met = by_meetings(task.meetings(players[first], players[second]), task.repeats, 0)
    costs = tuple(CostPart(PART_NAMES[name], value) for name, value in weight.parts.items() if name != "BR")
    return make_board(task, players[first], players[second], clauses(reason, met), costs)


def refusal(
    task: PairingTask, players: Players, situation: Situation, findings: Findings, refused: NoPairingPossible
) -> NoPairingPossible:
    """The director's own rules first; where they leave a round, what this method asks beyond them."""
    if not is_possible(task):
        return no_pairing(task)
    bans = bans_of(situation, findings.places, findings.outlook, findings.control.control)
    alone = tuple(sorted(players[rank].number for rank in refused.players))
    clash = remedies(_codes(bans, refused.players), bans.control_opponents)
    named = ", ".join(map(str, alone)) or "Nobody"
    return NoPairingPossible(f"No opponent is left for {named}. {' '.join(clash)}", alone, clash=clash)


def _codes(bans: Bans, ranks: tuple[int, ...]) -> set[str]:
    """Which rules keep these players from the others who wait for an opponent, or from the bye."""
    situation = bans.situation
    others = [*situation.waiting, situation.bye] if situation.needs_bye else list(situation.waiting)
    pairs = {(min(rank, two), max(rank, two)) for rank in ranks for two in others if rank != two}
    codes = {bans.code(first, second) for first, second in pairs} - {None}
    taken = {"PP"} if any(other != UNPAIRED for other in situation.fixed) else set()
    return {code for code in codes if code is not None} | taken
