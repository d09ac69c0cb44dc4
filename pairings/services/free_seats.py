"""Who is without an opponent in a published round that has not begun, and what is right for them by the round's method."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from django.utils.translation import gettext_lazy as _

from pairings.engine.boards import NOBODY_STARTS
from pairings.engine.checking.checker import BY_TABLE, check
from pairings.engine.errors import PairingError
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.model import Board, Pairing
from pairings.engine.options import NO_OPTIONS
from pairings.engine.plan import DEFAULT_METHOD, ONE_BRACKET, PlanLine
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, DivisionChange, Entry, Game, Round
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import require_undoable
from .automatic_drafts import planned_line
from .boards import dissolve, seat
from .checking import boards_of_games
from .drafts import Solved, keep_draft
from .engine_tasks import pairing_task, plan_line
from .explanations import run_of_round
from .publishing import publish_run, unpublish_round
from .round_boards import RoundBoards, boards_of_round

TEAMS = "team_round_robin"


def in_bracket(division: Division, number: int) -> bool:
    """Whether the plan has a round of a knockout."""
    line = planned_line(division, number)
    return line is not None and line.method == ONE_BRACKET


def unseated(history: History, *statuses: str) -> Iterator[tuple[Round, Entry]]:
    """Who sits nowhere in rounds of these states (published, unless named). In a knockout that is who is out of it."""
    for row in history.rounds:
        if row.status in (statuses or (Round.Status.PUBLISHED,)) and not in_bracket(history.division, row.number):
            yield from ((row, entry) for entry in history.unpaired(row))


def proposal(division: Division, number: int) -> str:
    """What is right in a round that has not begun where somebody has left (docs/pairing-desk.md, What follows)."""
    if in_bracket(division, number):
        return str(_("a forfeit: the opponent goes through"))
    line = planned_line(division, number)
    if line is not None and line.method in BY_TABLE:
        return str(_("a bye, or a game of two who meet in no other round; a table not begun is made new"))
    return str(_("those without an opponent play each other; one more board changes where the rules ask for it"))


def renew_blocks(*, by: Actor, division: Division, reason: str) -> None:
    """Pair rounds that were paired together, none of them begun, again without those who have left since."""
    played = history(division)
    rows = [game.round for game in played.games if game.gone and game.round.status == Round.Status.PUBLISHED]
    for run in {run for row in rows if (run := run_of_round(row))}:
        block = [each for each in played.rounds if each.number in run.rounds]
        if run.is_one_round or any(run_of_round(each) != run for each in block):
            continue
        line = plan_line(division, run.first_round, run.method)
        task, after = pairing_task(played, run.first_round, line=line, seed=run.seed)
        here = tuple(each for each in task.contestants if not played.by_number[each.number].has_left(run.first_round))
        try:
            pairings = pair_block(replace(task, contestants=here), len(block))
            for each in block:
                require_undoable(each, reason)
        except (Refused, PairingError):
            continue  # something was decided, or too few are left: their opponents have byes
        if len(pairings) == len(block) and all(each.status == Round.Status.PUBLISHED for each in block):
            for each in reversed(block):
                unpublish_round(by=by, round=each, reason=reason)
            based_on = DivisionChange.objects.last_of(division)
            solved = Solved(history(division), task, after, pairings, based_on, automatic=False)
            publish_run(by=by, run=keep_draft(by=by, solved=solved), reason=reason)


def idle_byes(history: History) -> list[Game]:
    """Byes, in rounds that have not begun, of those who have left; of a bracket they stay, so that it goes on."""
    return [
        game
        for game in history.games
        if game.second_id is None
        and game.round.status == Round.Status.PUBLISHED
        and history.by_id[game.first_id].has_left(game.round.number)
        and not in_bracket(history.division, game.round.number)
    ]


def seat_free(*, by: Actor, round: Round, reason: str) -> None:
    """Seat those without an opponent, who has a bye among them, by Swiss among themselves; alone, they have the bye.

    Where the checker finds fault with that, the players of one board more are paired with them, the nearest that mends it.
    Of a table two may meet who meet in no other round, and are not of one team. Nobody of a bracket is seated: it goes on.
    """
    seats, run = boards_of_round(round), run_of_round(round)
    line = plan_line(round.division, round.number, run.method if run else None)
    byes = {
        game.first.number
        for game in seats.rows
        if game.outcome == Game.Outcome.BYE and game.first.plays_in(round.number)
    }
    free = {entry.number: entry for entry in seats.entries if entry.number in byes or entry in seats.unpaired}
    if line.method == ONE_BRACKET or not free:
        return
    touched, boards = _Repair(round, line, run.seed if run else 0, seats, free).best()
    for game in touched:
        dissolve(by=by, game=game, reason=reason)
    by_number = {entry.number: entry for entry in seats.entries}
    for board in boards:
        if board.second is not None or board.first not in byes:
            opponent = by_number[board.second] if board.second is not None else None
            seat(by=by, round=round, entry=by_number[board.first], opponent=opponent, reason=reason)


class _Repair:
    """A round with players to be seated: what the engine makes of them, judged as part of the whole round."""

    def __init__(self, row: Round, line: PlanLine, seed: int, seats: RoundBoards, free: Mapping[int, Entry]) -> None:
        self.free, self.in_table, played = free, line.method in BY_TABLE, history(row.division)
        numbers = {entry.pk: entry.number for entry in seats.entries}
        self.boards = [board for board in boards_of_games(seats.rows, numbers) if board.first not in free]
        self.games = {game.first.number: game for game in seats.rows if game.match_game <= 1}
        here = {*free, *(number for board in self.boards for number in board.numbers)}
        self.task = pairing_task(played, row.number, line=line, seed=seed)[0].with_present(here)
        met = {
            frozenset(numbers.get(pk or 0) for pk in (game.first_id, game.second_id))
            for game in played.games
            if game.round.number > row.number or (self.in_table and game.round_id != row.pk)
        }
        apart = [
            pair
            for pair in combinations(sorted(free), 2)
            if frozenset(pair) in met or (line.method == TEAMS and free[pair[0]].team == free[pair[1]].team)
        ]
        rules = replace(self.task.rules, forbidden=(*self.task.rules.forbidden, *apart))
        self.usual = replace(self.task, method=DEFAULT_METHOD, options=NO_OPTIONS, rules=rules, rounds_free=None)

    def best(self) -> tuple[list[Game], Sequence[Board]]:
        """The boards that go, and those that come: the first choice without a finding, else with the fewest."""
        choices = []
        for touched in [None, *self._near()]:
            numbers = {*self.free, *(touched.numbers if touched else ())}
            try:
                drawn = pair(self.usual.with_present(numbers)).boards
            except PairingError:  # too few, or nobody of them may meet: a bye each
                if touched:
                    continue
                drawn = tuple(Board(number, None, NOBODY_STARTS, "") for number in numbers)
            rest = [board for board in self.boards if board is not touched]
            pairing = Pairing(self.task.round, self.task.method, self.task.seed, (*rest, *drawn))
            findings = [each for each in check(self.task, pairing) if each.rule != "starts"]  # `seat` decides them
            choices.append((len(findings), [self.games[touched.first]] if touched else [], drawn))
            if not findings:
                break
        return min(choices, key=lambda choice: choice[0])[1:]

    def _near(self) -> list[Board]:
        """The boards whose players may be paired with the free ones, the nearest in the standings first."""
        ranks = {player.number: player.rank for player in self.task.contestants}
        at = sum(map(ranks.__getitem__, self.free)) / len(self.free)
        open_boards = [board for board in self.boards if board.second and not self.games[board.first].outcome]
        near = sorted(open_boards, key=lambda board: abs(sum(map(ranks.__getitem__, board.numbers)) / 2 - at))
        return [] if self.in_table else near
