"""Prizes of a whole event beside those of its divisions: the lists of all divisions in one, teams across them, prizes by hand.

A player of an event has a key, unique in it; inside a division numbers stay numbers. Rules: docs/rulebook/prizes.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .prizes import (
    Basis,
    Ceremony,
    Claim,
    Prize,
    PrizeError,
    PrizeField,
    PrizeRules,
    by_hand,
    check,
    give,
    of_teams,
)
from .statistics import Facts, Kind, Line, listing

NOT_OF_AN_EVENT = (Basis.PLACE, Basis.CLASS)


@dataclass(frozen=True, slots=True)
class Contest:
    """One division. name: unique in the event. keys: number -> the player's key in the event."""

    name: str
    standing: PrizeField
    keys: Mapping[int, int]


def award_event(contests: Sequence[Contest], prizes: Sequence[Prize], rules: PrizeRules) -> Ceremony:
    """The event's own prizes; winners are keys, and `Winner.division` names where they won. Raises PrizeError."""
    for prize in prizes:
        if prize.basis in NOT_OF_AN_EVENT:
            raise PrizeError(f"{prize.title}: places and classes are of a division; put the prize on its list.")
    check(prizes, {contest.keys[row.number] for contest in contests for row in contest.standing.standings}, rules)
    absent = {contest.keys[number] for contest in contests for number in contest.standing.absent}
    forfeited = {
        contest.keys[number]: rule for contest in contests for number, rule in contest.standing.forfeited.items()
    }
    return give(prizes, lambda prize: _claims(prize, contests), rules, absent, forfeited)


def _claims(prize: Prize, contests: Sequence[Contest]) -> list[Claim]:
    if isinstance(prize.basis, Kind):
        return _joint(prize.basis, prize.round, contests)
    return by_hand(prize) if prize.basis is Basis.BY_HAND else _teams(prize, contests)


def _joint(kind: Kind, round_: int | None, contests: Sequence[Contest]) -> list[Claim]:
    """One list out of every division's. Tuff luck and lucky stiff add up as many games as in the shortest division."""
    closest = min((contest.standing.facts.closest for contest in contests), default=0)
    candidates: list[tuple[Line, Contest]] = []
    for contest in contests:
        facts: Facts = replace(contest.standing.facts, closest=closest)
        candidates += [(line, contest) for line in listing(kind, facts if round_ is None else facts.in_round(round_))]
    candidates.sort(key=lambda pair: pair[0].order)  # stable: equal ones stay in the order of the divisions
    claims: list[Claim] = []
    rank = 1
    for position, (line, contest) in enumerate(candidates, start=1):
        if position > 1 and line.order != candidates[position - 2][0].order:
            rank = position
        keys = tuple(contest.keys[number] for number in line.players)
        claims.append(Claim(rank, keys, line.say, division=contest.name))
    return claims


def _teams(prize: Prize, contests: Sequence[Contest]) -> list[Claim]:
    """Teams across the divisions: the best members are those with the most wins, then spread, wherever they play."""
    rows = [replace(row, number=contest.keys[row.number]) for contest in contests for row in contest.standing.standings]
    rows.sort(key=lambda row: (-row.halves, -row.spread))
    teams = {
        contest.keys[number]: team for contest in contests for number, team in contest.standing.teams.items() if team
    }
    return of_teams(prize, rows, teams)
