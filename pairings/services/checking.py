"""Drafts, published boards and imported rounds judged by the rules of their division, whoever made them.

A finding never blocks what a director may decide: it is shown as a warning, with its rule.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from pairings.engine.checking.checker import check, check_block, check_places
from pairings.engine.matching.broken_rules import Finding, check_rules
from pairings.engine.methods.registry import METHODS
from pairings.engine.model import Board, Pairing, PairingTask, rounds_from
from tdsuite.platform.words.sentences import clauses_of
from tdsuite.tournaments.engine.starts import StartMode
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from ..models import DraftBoard, PairingRun
from .automatic_drafts import planned_line
from .engine_tasks import SoFar, pairing_task, plan_line, source_of
from .explanations import as_drafted, run_of_round, stored_task
from .round_boards import RoundBoards
from .tables import CHANGED


def draft_findings(run: PairingRun) -> list[Finding]:
    """What is wrong with the boards of a draft by the rules that it was made from; what it warns of already is left out."""
    try:
        task = stored_task(run)
    except Refused:
        return []
    pairings = [_pairing(task, number, run.draft_boards(number)) for number in run.rounds]
    if run.is_one_round and not any(board.changed for board in run.draft_boards()):
        pairings[0] = replace(pairings[0], schedule=rounds_from(run.schedule))
    findings = check(task, pairings[0]) if run.is_one_round else check_block(task, pairings)
    return [finding for finding in findings if finding.message not in run.warnings]


def round_findings(row: Round, seats: RoundBoards) -> list[Finding]:
    """What is wrong with published boards that a director changed, before or after they were published."""
    if not seats.unpaired and not any(CHANGED in clauses_of(game.reason) for game in seats.rows):
        return []  # as the engine paired them, or as they were imported and reported then
    run = run_of_round(row)
    lines = boards_of_games(seats.rows, {entry.pk: entry.number for entry in seats.entries})
    if run is not None and {frozenset(board.numbers) for board in lines} == {
        frozenset(board.numbers) for board in run.draft_boards(row.number)
    }:
        return draft_findings(run) if not as_drafted(run, row.number) and run.is_one_round else []
    try:
        line = plan_line(row.division, row.number, run.method if run is not None else None)
        task, _ = pairing_task(history(row.division), row.number, line=line, seed=0)
    except (Refused, KeyError):
        return []
    playing = {number for board in lines for number in board.numbers} | {entry.number for entry in seats.unpaired}
    task = task.with_present(playing)
    return _known(task, check(task, _pairing(task, row.number, lines)))


def imported_findings(division: Division) -> Iterator[tuple[int, Finding]]:
    """What is wrong with the published rounds of a division that came out of files, each with its round.

    Who must not meet and who stands on which board is judged in every round; byes, repeats and starts only where the
    division's plan says how the round was paired.
    """
    played = history(division)
    entries = {pk: entry.number for pk, entry in played.by_id.items()}
    numbers = sorted(set(played.round_numbers.values()))
    lines = {number: planned_line(division, number) or plan_line(division, number, "manual") for number in numbers}
    lines = {number: line for number, line in lines.items() if line.method in METHODS}
    last = max((source_of(line, number) or 0 for number, line in lines.items()), default=0)
    so_far = SoFar(played, played.standings_by_round(last))
    by_round = {number: list(games) for number, games in groupby(played.games, lambda game: game.round.number)}
    for number, line in lines.items():
        task, _ = pairing_task(played, number, line=line, seed=0, so_far=so_far)
        in_play = {
            player.number for player in task.contestants
        }  # without who never came, and has forfeits all the same
        boards = [board for board in boards_of_games(by_round[number], entries) if in_play.issuperset(board.numbers)]
        pairing = _pairing(task, number, boards)
        if line.method != "manual":
            findings = _known(task, check(task, pairing))
        else:
            findings = check_places(task, pairing) or check_rules(task, pairing.boards)
        for finding in findings:
            yield number, finding


def _pairing(task: PairingTask, number: int, boards: Iterable[DraftBoard | Board]) -> Pairing:
    rows = tuple(Board(board.first, board.second, board.starts_by, board.reason) for board in boards)
    return Pairing(number, task.method, task.seed, rows)


def _known(task: PairingTask, findings: Iterable[Finding]) -> list[Finding]:
    """Without starts that tiles or compared records decided after the round was paired."""
    return [finding for finding in findings if finding.rule != "starts" or task.start_mode is StartMode.ASSIGNED]


def boards_of_games(games: Iterable[Game], numbers: Mapping[int, int]) -> list[Board]:
    """The boards of a round's games; a match of several games between the same two is one board.

    numbers: of the entries, by primary key.
    """
    return [
        Board(numbers[game.first_id], numbers[game.second_id] if game.second_id else None, game.starts_by, game.reason)
        for game in games
        if game.match_game <= 1
    ]
