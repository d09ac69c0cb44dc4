"""Classes and teams: a table inside the table, and what the members of a team have together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .standings import Standing


@dataclass(frozen=True, slots=True)
class ClassRow:
    """One player's place inside a class."""

    rank: int  # shared where the overall rank is
    standing: Standing
    shared: bool


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team's place. halves, spread: theirs together."""

    rank: int
    team: str
    halves: int
    spread: int
    games: int
    members: tuple[Standing, ...]  # those who count, in the order of the table
    shared: bool

    @property
    def wins(self) -> float:
        return self.halves / 2


def class_tables(table: Sequence[Standing], classes: Mapping[int, str]) -> dict[str, tuple[ClassRow, ...]]:
    """The players of each class in the order of the table, by the name of the class; players without one are left out."""
    members: dict[str, list[Standing]] = defaultdict(list)
    for row in table:
        if name := classes.get(row.number):
            members[name].append(row)
    return {name: _class_rows(members[name]) for name in sorted(members)}


def _class_rows(rows: Sequence[Standing]) -> tuple[ClassRow, ...]:
    class_rows = []
    rank = 1
    overall = [row.rank for row in rows]
    for place, row in enumerate(rows, start=1):
        if place == 1 or row.rank != rows[place - 2].rank:
            rank = place
        class_rows.append(ClassRow(rank, row, overall.count(row.rank) > 1))
    return tuple(class_rows)


def team_table(table: Sequence[Standing], teams: Mapping[int, str], *, best: int | None = None) -> tuple[TeamRow, ...]:
    """Teams by wins of their members together, then by spread; equal ones share a rank.

    best: only so many of a team count, the highest in the table; None = all. Players without a team are left out.
    """
    members: dict[str, list[Standing]] = defaultdict(list)
    for row in table:
        if team := teams.get(row.number):
            members[team].append(row)
    counted = {team: tuple(rows[:best]) for team, rows in members.items()}
    totals = {
        team: (sum(row.halves for row in rows), sum(row.spread for row in rows)) for team, rows in counted.items()
    }
    return tuple(
        TeamRow(
            rank=1 + sum(other > totals[team] for other in totals.values()),
            team=team,
            halves=totals[team][0],
            spread=totals[team][1],
            games=sum(row.games for row in counted[team]),
            members=counted[team],
            shared=list(totals.values()).count(totals[team]) > 1,
        )
        for team in sorted(counted, key=lambda team: (-totals[team][0], -totals[team][1], team))
    )
