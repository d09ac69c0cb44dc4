"""A division's tables: the plan, who keeps which table, and tables that two divisions want at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db import IntegrityError
from django.db.models import Count, Min, Q

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.engine.tables import (
    BadTablePlan,
    TablePlan,
    compact,
    natural_key,
    numbered_tables,
    plan_from,
    table_key,
)
from tdsuite.tournaments.models import Division, Entry, Game, Round, TableNeed, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding

PLAN_KEYS = ("tables", "order", "reserved", "features", "sessions")
OPEN = (Round.Status.PUBLISHED, Round.Status.PLAYING)


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two divisions whose plans name the same tables.  named: both plans are written, so that they mean the same tables."""

    one: Division
    other: Division
    tables: tuple[str, ...]
    named: bool

    @property
    def text(self) -> str:
        """The tables as a director writes them."""
        return compact(self.tables)

    def beside(self, division: Division) -> Division:
        """The other one of the two."""
        return self.other if self.one.pk == division.pk else self.one


def plan_of(division: Division) -> TablePlan:
    """The division's table plan. Raises Refused where it cannot be read."""
    try:
        return plan_from(division.table_plan)
    except BadTablePlan as error:
        raise Refused(f"The table plan of {division} cannot be read: {error} Mend it on the division's page of tables.") from error  # fmt: skip


def tables_of(division: Division) -> tuple[str, ...]:
    """The names of the division's tables in order; none where boards are numbered from 1. Raises Refused."""
    return plan_of(division).names


# --- settings --------------------------------------------------------------------------------------


def save_plan(*, by: Any, division: Division, values: Mapping[str, Any], reason: str = "") -> Division:
    """Change a division's table plan; published rounds stay where they are, and drafts follow it. Raises Refused."""
    require(by, division.tournament, Can.PAIR)
    with deciding(division, changes_state=False) as row:
        plan = {**row.table_plan, **{key: values[key] for key in PLAN_KEYS if key in values}}
        try:
            plan_from(plan)
        except BadTablePlan as error:
            raise Refused(str(error)) from error
        if plan != row.table_plan:
            before, row.table_plan = row.table_plan, plan
            row.save(update_fields=["table_plan"])
            _record("tables.plan_changed", row, by, before=before, after=plan, reason=reason)
    return row


def keep_table(
    *,
    by: Any,
    entry: Entry,
    table: str = "",
    features: Sequence[str] = (),
    first_round: int = 1,
    last_round: int | None = None,
    reason: str = "",
) -> TableNeed:
    """Keep a table for a player, or say what his table must be; whoever is listed first is granted first. Raises Refused.

    first_round, last_round: for these rounds; None: to the end.
    """
    require(by, entry.division.tournament, Can.PAIR)
    with deciding(entry.division, changes_state=False) as division:
        need = TableNeed(
            entry=entry, table=table.strip(), features=sorted({one.strip() for one in features if one.strip()}),
            first_round=first_round, last_round=last_round,
        )  # fmt: skip
        others = list(TableNeed.objects.of_division(division).select_related("entry__player"))
        _check_need(plan_of(division), division, need, others)
        need.position = max((other.position for other in others), default=-1) + 1
        try:
            need.save()
        except IntegrityError as error:
            raise Refused("The first round comes before the last one.") from error
        _record("tables.kept", division, by, after=_facts(need), reason=reason)
    return need


def give_up_table(*, by: Any, need: TableNeed, reason: str = "") -> None:
    """Keep a table for a player no more. Doing it twice does nothing."""
    require(by, need.entry.division.tournament, Can.PAIR)
    with deciding(need.entry.division, changes_state=False) as division:
        if TableNeed.objects.filter(pk=need.pk).delete()[0]:
            _record("tables.given_up", division, by, before=_facts(need), reason=reason)


def list_first(*, by: Any, need: TableNeed) -> None:
    """Grant this one before all others, where two cannot both be granted."""
    require(by, need.entry.division.tournament, Can.PAIR)
    with deciding(need.entry.division, changes_state=False) as division:
        lowest = (
            TableNeed.objects.of_division(division).exclude(pk=need.pk).order_by().aggregate(at=Min("position"))["at"]
        )
        if lowest is not None and TableNeed.objects.filter(pk=need.pk).update(position=lowest - 1):
            _record("tables.listed_first", division, by, after=_facts(need))


def _check_need(plan: TablePlan, division: Division, need: TableNeed, others: Iterable[TableNeed]) -> None:
    known = {feature for feature, _ in plan.features}
    if not need.table and not need.features:
        raise Refused("Name a table, or what the player's table must be.")
    if need.table and not plan.has(need.table):
        raise Refused(f"Table {need.table} is not one of the division's tables.")
    unknown = [one for one in need.features if one not in known]
    if unknown:
        raise Refused(f"No table is said to be {unknown[0]}: say so of a table first.")
    if need.last_round is not None and need.last_round < need.first_round:
        raise Refused("The first round comes before the last one.")
    if not 1 <= need.first_round <= division.planned_rounds or (need.last_round or 1) > division.planned_rounds:
        raise Refused(f"{division} has rounds 1 to {division.planned_rounds}.")
    for other in others:
        if not _same_rounds(need, other):
            continue
        if other.entry_id == need.entry_id:
            raise Refused(f"{need.entry.player} is listed already {other.rounds_text}: take that out first.")
        if need.table and table_key(other.table) == table_key(need.table):
            raise Refused(f"Table {need.table} is kept for {other.entry.player} {other.rounds_text}: name another.")


def _same_rounds(one: TableNeed, other: TableNeed) -> bool:
    return (one.last_round is None or other.first_round <= one.last_round) and (
        other.last_round is None or one.first_round <= other.last_round
    )


def _facts(need: TableNeed) -> dict[str, Any]:
    """What the record keeps: never the features, which may tell of an illness and could not be erased from it."""
    return {
        "entry": need.entry_id, "table": need.table, "other needs": bool(need.features), "first_round": need.first_round,
        "last_round": need.last_round,
    }  # fmt: skip


def _record(
    action: str, division: Division, by: Any, *, before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None, reason: str = "",
) -> None:  # fmt: skip
    record(
        action, obj=division, tournament=division.tournament, scope=division.live_topic, by=by, before=dict(before or {}),
        after=dict(after or {}), reason=reason,
    )  # fmt: skip


def plan_faults(division: Division, needs: Iterable[TableNeed]) -> list[str]:
    """What a plan that was changed since leaves without a table. needs: with their players."""
    plan = plan_of(division)
    known = {feature for feature, names in plan.features if names}
    faults = [
        f"Table {need.table}, kept for {need.entry.player}, is not one of the division's tables any more."
        for need in needs
        if need.table and not plan.has(need.table)
    ]
    return faults + [
        f"{need.entry.player} needs a table that is {feature}, and no table is said to be."
        for need in needs
        for feature in need.features
        if feature not in known
    ]


# --- two divisions at one table --------------------------------------------------------------------


def overlaps(tournament: Tournament) -> list[Overlap]:
    """Divisions with rounds still to play whose plans name the same tables; in one query."""
    divisions = tournament.divisions.annotate(
        here=Count("entries", filter=Q(entries__withdrawn_from=None), distinct=True),
        over=Count("rounds", filter=Q(rounds__status=Round.Status.CLOSED), distinct=True),
    )
    tables: list[tuple[Division, dict[str, str]]] = []
    for division in divisions:
        division.tournament = tournament
        if division.over >= division.planned_rounds:
            continue
        try:
            names = plan_of(division).names
        except Refused:
            continue
        usable = numbered_tables(names, division.here // 2)
        tables.append((division, {table_key(name): name for _, name in usable}))
    found = []
    for (one, ours), (other, theirs) in combinations(tables, 2):
        shared = sorted((ours[key] for key in ours.keys() & theirs.keys()), key=natural_key)
        if shared:
            found.append(Overlap(one, other, tuple(shared), _is_written(one) and _is_written(other)))
    return found


def overlaps_of(division: Division) -> list[tuple[Division, str]]:
    """The other divisions that want tables of this one, with the tables as a director writes them."""
    found = overlaps(division.tournament)
    return [(one.beside(division), one.text) for one in found if division.pk in (one.one.pk, one.other.pk)]


@dataclass(frozen=True, slots=True)
class Taken:
    """Tables at which another division is playing.  certain: those that both divisions' written plans name."""

    tables: tuple[str, ...] = ()
    certain: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The tables as a director writes them."""
        return compact(self.tables)

    @property
    def certain_text(self) -> str:
        return compact(self.certain)


def taken_elsewhere(division: Division, tables: Iterable[str]) -> Taken:
    """Which of the tables are taken by boards of another division's current round that have no result; in one query."""
    ours = {table_key(name) for name in tables}
    there = [game for game in _playing_elsewhere(division) if table_key(game.table) in ours]
    certain = [game for game in there if _is_written(division) and _is_written(game.round.division)]
    return Taken(_names(there), _names(certain))


def _names(games: Iterable[Game]) -> tuple[str, ...]:
    return tuple(sorted({game.table for game in games}, key=natural_key))


def _playing_elsewhere(division: Division) -> list[Game]:
    """Games without a result in the current round (the lowest that is open) of every other division."""
    rounds = Round.objects.filter(division__tournament=division.tournament, status__in=OPEN)
    games = Game.objects.filter(round__in=rounds, board__isnull=False, outcome__in=Game.UNFINISHED)
    found = list(games.exclude(round__division=division).select_related("round__division"))
    current: dict[int, int] = {}
    for game in found:
        number = current.get(game.round.division_id, game.round.number)
        current[game.round.division_id] = min(number, game.round.number)
    return [game for game in found if game.round.number == current[game.round.division_id]]


def _is_written(division: Division) -> bool:
    return bool(str(division.table_plan.get("tables", "")).strip())
