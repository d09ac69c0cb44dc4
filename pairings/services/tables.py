"""A division's tables: the plan, who keeps which table, tables that two divisions want at once, and where a round is played."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Count, Q

from pairings.actions import PairingAction
from pairings.engine.tables import PlacedBoard, SeatingTask, TableClaim, seat_boards, table_faults, tables_for
from pairings.models import DraftBoard, PairingRun
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import Sentence, clauses
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

PLAN_KEYS = ("tables", "reserved")
CHANGED = Sentence("changed by the director")  # why a board is where, or as, it is


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two divisions whose plans name the same tables."""

    division: Division
    other: Division
    tables: tuple[str, ...]
    named: bool  # both plans are written, so that they mean the same tables

    @property
    def text(self) -> str:
        """The tables as a director writes them."""
        return compact(self.tables)

    def beside(self, division: Division) -> Division:
        """The other one of the two."""
        return self.other if self.division.pk == division.pk else self.division


def changed(met: Sequence[int]) -> str:
    """Why a board is as the director made it.  met: the rounds in which its players have met."""
    return clauses(CHANGED, Sentence("met in round {list}", list=", ".join(map(str, met))) if met else "")


def plan_of(division: Division) -> TablePlan:
    """The division's table plan. Raises Refused where it cannot be read."""
    try:
        return plan_from(division.table_plan)
    except BadTablePlan as error:
        raise Refused(f"The table plan of {division} cannot be read: {error} Mend it on the division's page of tables.", code="bad_table_plan") from error  # fmt: skip


# --- settings --------------------------------------------------------------------------------------


def save_plan(*, by: Actor, division: Division, values: Mapping[str, Any], reason: str = "") -> Division:
    """Change a division's table plan; published rounds stay where they are, and drafts follow it. Raises Refused."""
    with deciding(division, by=by, can=Can.PAIR, action=PairingAction.TABLES_PLAN_CHANGED, reason=reason) as decision:
        row = decision.division
        plan = {**row.table_plan, **{key: values[key] for key in PLAN_KEYS if key in values}}
        try:
            plan_from(plan)
        except BadTablePlan as error:
            raise Refused(str(error), code="bad_table_plan") from error
        empty = dict.fromkeys(PLAN_KEYS, "")
        if {**empty, **plan} != {**empty, **row.table_plan}:
            before, row.table_plan = row.table_plan, plan
            row.save(update_fields=["table_plan"])
            decision.record(row, before=before, after=plan)
    return row


def keep_table(
    *, by: Actor, entry: Entry, table: str, first_round: int = 1, last_round: int | None = None, reason: str = ""
) -> TableNeed:
    """Keep a table for a player; the one that was listed first is granted first. Raises Refused.

    first_round, last_round: for these rounds; None: to the end.
    """
    with deciding(entry.division, by=by, can=Can.PAIR, action=PairingAction.TABLES_KEPT, reason=reason) as decision:
        division = decision.division
        need = TableNeed(entry=entry, table=table.strip(), first_round=first_round, last_round=last_round)
        others = list(TableNeed.objects.filter(entry__division=division).select_related("entry__player"))
        _check_need(plan_of(division), division, need, others)
        need.save()
        decision.record(division, after=need_facts(need))
    return need


def give_up_table(*, by: Actor, need: TableNeed, reason: str = "") -> None:
    """Keep a table for a player no more. Doing it twice does nothing."""
    with deciding(
        need.entry.division, by=by, can=Can.PAIR, action=PairingAction.TABLES_GIVEN_UP, reason=reason
    ) as decision:
        if TableNeed.objects.filter(pk=need.pk).delete()[0]:
            decision.record(decision.division, before=need_facts(need))


def _check_need(plan: TablePlan, division: Division, need: TableNeed, others: Iterable[TableNeed]) -> None:
    if not need.table:
        raise Refused("Name the table.", code="no_table")
    if not plan.has(need.table):
        raise Refused(f"Table {need.table} is not one of the division's tables.", code="no_such_table")
    if need.last_round is not None and need.last_round < need.first_round:
        raise Refused("The first round comes before the last one.", code="rounds_out_of_order")
    if not 1 <= need.first_round <= division.planned_rounds or (need.last_round or 1) > division.planned_rounds:
        raise Refused(f"{division} has rounds 1 to {division.planned_rounds}.", code="no_such_round")
    for other in others:
        if (need.last_round is not None and other.first_round > need.last_round) or (
            other.last_round is not None and need.first_round > other.last_round
        ):
            continue
        if other.entry_id == need.entry_id:
            raise Refused(
                f"{need.entry.player} is listed already {other.rounds_text}: take that out first.",
                code="listed_already",
            )
        if table_key(other.table) == table_key(need.table):
            raise Refused(
                f"Table {need.table} is kept for {other.entry.player} {other.rounds_text}: name another.",
                code="table_kept",
            )


def need_facts(need: TableNeed) -> dict[str, Any]:
    """What is kept of it, and what keeps it again."""
    return {"entry": need.entry_id, "table": need.table, "first_round": need.first_round, "last_round": need.last_round}


def plan_faults(division: Division, needs: Iterable[TableNeed]) -> list[str]:
    """What a plan that was changed since leaves without a table. needs: with their players."""
    plan = plan_of(division)
    return [
        f"Table {need.table}, kept for {need.entry.player}, is not one of the division's tables any more."
        for need in needs
        if not plan.has(need.table)
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
        tables.append((division, {table_key(name): name for _, name in numbered_tables(names, division.here // 2)}))
    found_overlaps = []
    for (first, ours), (second, theirs) in combinations(tables, 2):
        if shared := sorted((ours[key] for key in ours.keys() & theirs.keys()), key=natural_key):
            found_overlaps.append(Overlap(first, second, tuple(shared), first.names_tables and second.names_tables))
    return found_overlaps


def overlaps_of(division: Division) -> list[tuple[Division, str]]:
    """The other divisions that want tables of this one, with the tables as a director writes them."""
    return [
        (overlap.beside(division), overlap.text)
        for overlap in overlaps(division.tournament)
        if division.pk in (overlap.division.pk, overlap.other.pk)
    ]


# --- where a round is played -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AssignedTable:
    """Where a board is played."""

    number: int  # its table's place in the plan
    name: str  # "" where the number serves
    reason: str
    keepers: tuple[int, ...] = ()  # the numbers of its players who keep it

    @property
    def table(self) -> str:
        return self.name or str(self.number)


@dataclass(frozen=True, slots=True)
class RunTables:
    """The tables of a draft."""

    tables: Mapping[tuple[int, int], AssignedTable]  # by (round, board of the draft); byes have none
    warnings: tuple[str, ...]  # for the director alone

    def of(self, board: DraftBoard) -> AssignedTable | None:
        return None if board.board is None else self.tables.get((board.round, board.board))

    def in_order(self, boards: Iterable[DraftBoard]) -> list[DraftBoard]:
        """The boards of one round in the order of their tables, as the round will be listed; byes last."""
        last = max((table.number for table in self.tables.values()), default=0) + 1
        return sorted(boards, key=lambda board: table.number if (table := self.of(board)) else last)

    def table_of(self, board: DraftBoard) -> str:
        """What stands on the board's table; "" for a bye."""
        table = self.of(board)
        return table.table if table else ""

    def keepers(self, board: DraftBoard) -> tuple[int, ...]:
        """The numbers of the board's players who keep its table."""
        table = self.of(board)
        return table.keepers if table else ()


def tables_of_run(run: PairingRun) -> RunTables:
    """Where the boards of a draft are to be played, as things stand now. Raises Refused for a plan that cannot be read."""
    plan = plan_of(run.division)
    needs = list(TableNeed.objects.filter(entry__division=run.division).select_related("entry"))
    by_round: dict[int, list[DraftBoard]] = defaultdict(list)
    for board in run.draft_boards():
        if board.second is not None:
            by_round[board.round].append(board)
    tables: dict[tuple[int, int], AssignedTable] = {}
    warnings: list[str] = []
    for number, boards in sorted(by_round.items()):
        players = tuple((board.first, board.second or 0) for board in boards)
        claims = claims_in(needs, number)
        answer = seat_boards(
            SeatingTask(players, tables_for(plan, len(players), [claim.table for claim in claims]), claims)
        )
        warnings += answer.warnings
        for board, placed in zip(boards, answer.places, strict=True):
            own = {claim.player for claim in claims if table_key(claim.table) == placed.table.key}
            keepers = tuple(player for player in (board.first, board.second or 0) if player in own)
            tables[number, board.board or 0] = _assigned(plan, placed, keepers)
    return RunTables(tables, tuple(dict.fromkeys(warnings)))


def claims_in(needs: Iterable[TableNeed], number: int) -> tuple[TableClaim, ...]:
    """The tables kept in round `number`, first come first; rows with their entries."""
    return tuple(TableClaim(need.entry.number, need.table) for need in needs if need.holds_in(number))


def _claims_of(row: Round) -> tuple[TableClaim, ...]:
    return claims_in(TableNeed.objects.filter(entry__division=row.division).select_related("entry"), row.number)


def _assigned(plan: TablePlan, placed: PlacedBoard, keepers: tuple[int, ...] = ()) -> AssignedTable:
    """The answer as a game keeps it: the name only where it is the plan's."""
    number = placed.table.number
    return AssignedTable(number, placed.table.name if number <= len(plan.names) else "", placed.reason, keepers)


def misplaced(row: Round, games: Iterable[Game]) -> tuple[str, ...]:
    """What is wrong with where a published round is played, in words for the director; () where the plan cannot be read.

    games: the round's, with their players.
    """
    try:
        plan = plan_of(row.division)
    except Refused:
        return ()
    boards = [
        ((game.first.number, game.second.number), game.table)
        for game in games
        if game.second is not None and game.match_game == 1
    ]
    claims = _claims_of(row)
    tables = tables_for(plan, len(boards), [*(claim.table for claim in claims), *(table for _, table in boards)])
    return table_faults(boards, tables, claims)


@dataclass(frozen=True, slots=True)
class TableMove:
    """A published board that changes its table.  games: the board's, more than one in a match."""

    games: tuple[Game, ...]
    at: AssignedTable

    @property
    def old(self) -> str:
        """The table where it is now."""
        return self.games[0].table


def table_moves(row: Round, games: Iterable[Game]) -> tuple[TableMove, ...]:
    """What changes its table where a published round follows the division's tables; () where every board is at one of them.

    Boards with a result stay, and those that a director moved to a table of the plan. Raises Refused for a plan that cannot be read.

    Args:
        games: the round's, with their players.
    """
    plan, boards = plan_of(row.division), defaultdict[int, list[Game]](list)
    for game in games:
        if game.board is not None:
            boards[game.board].append(game)
    claims = _claims_of(row)
    kept_tables = [claim.table for claim in claims]
    usable = {table.key for table in tables_for(plan, len(boards), kept_tables)}
    unmoved_boards: list[list[Game]] = []
    moves: list[list[Game]] = []
    for board in (boards[number] for number in sorted(boards)):
        decided = any(game.outcome not in Game.UNFINISHED for game in board)
        by_hand = board[0].table_reason == CHANGED and table_key(board[0].table) in usable
        (unmoved_boards if decided or by_hand else moves).append(board)
    if all(table_key(board[0].table) in usable for board in moves):
        return ()
    taken = {table_key(board[0].table) for board in unmoved_boards}
    free = [
        table for table in tables_for(plan, len(boards) + len(unmoved_boards), kept_tables) if table.key not in taken
    ]
    players = tuple((board[0].first.number, board[0].second.number if board[0].second else 0) for board in moves)
    return tuple(
        TableMove(tuple(board), _assigned(plan, place))
        for board, place in zip(moves, seat_boards(SeatingTask(players, tuple(free), claims)).places, strict=True)
        if table_key(board[0].table) != place.table.key
    )


def table_by_name(division: Division, name: str, taken: Collection[int]) -> AssignedTable:
    """A table by its name, numbered as lists show it: its place in the plan; one that no plan knows stands at the end.

    taken: the numbers of the round's other boards.  A number may be among them: who has it sits at another table.
    """
    plan = plan_of(division)
    number = plan.number_of(name)
    if number is None:
        return AssignedTable(max([*taken, len(plan.names)]) + 1, name, "")
    return AssignedTable(number, plan.names[number - 1] if number <= len(plan.names) else "", "")


def free_table(row: Round, players: tuple[int, int]) -> AssignedTable:
    """A table for one board more of a published round, that nobody of the round sits at. Raises Refused as `plan_of`."""
    plan = plan_of(row.division)
    games = list(row.games.exclude(board=None))
    boards, names = {game.board for game in games}, {table_key(game.table) for game in games}
    claims = _claims_of(row)
    tables = tables_for(plan, len(games) + len(boards) + 1, [claim.table for claim in claims])
    free = tuple(table for table in tables if table.number not in boards and table.key not in names)
    (placed,) = seat_boards(SeatingTask((players,), free, claims)).places
    reason = placed.reason if any(claim.player in players for claim in claims) else Sentence("the first free table")
    return _assigned(plan, PlacedBoard(placed.table, reason))
