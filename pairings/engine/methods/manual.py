"""By hand: the director's list is checked, completed with starts, and taken as it is."""

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.errors import BadManualPairing
from pairings.engine.matching.broken_rules import check_rules
from pairings.engine.matching.matched import repeat_warnings
from pairings.engine.model import Board, Contestant, ManualBoard, Pairing, PairingTask
from pairings.engine.presence import bye_order, present_players
from pairings.engine.reasons import by_meetings
from tdsuite.platform.words.sentences import Sentence, clauses

BY_DIRECTOR = Sentence("set by the director")


def pair_manual(task: PairingTask) -> Pairing:
    """Take the director's list.  Every present player must stand in it once.  Raises BadManualPairing."""
    players = {player.number: player for player in present_players(task)}
    absent = {player.number for player in task.contestants if player.absent}
    placed: dict[int, int] = {}
    boards = []
    for place, line in enumerate(task.manual, start=1):
        _check_line(place, line, players, absent, placed)
        boards.append(_board(task, line, players))
    if left := sorted(set(players) - set(placed)):
        raise BadManualPairing(
            0, f"On no board: {', '.join(map(str, left))}. Give each a board or a bye, or mark them absent."
        )
    # A rule that the list breaks is a warning alone: the director's list stands above the director's rules.
    warnings = [
        *repeat_warnings(task, boards),
        *_bye_warnings(task, boards, tuple(players.values())),
        *[finding.message for finding in check_rules(task, boards)],
    ]
    return make_pairing(task, boards, warnings=warnings)


def _check_line(
    place: int, line: ManualBoard, players: dict[int, Contestant], absent: set[int], placed: dict[int, int]
) -> None:
    if line.first == line.second:
        raise BadManualPairing(place, f"player {line.first} cannot meet themselves.")
    for number in (line.first, line.second):
        if number is None:
            continue
        if number in absent:
            raise BadManualPairing(place, f"player {number} is absent this round. Mark them present first.")
        if number not in players:
            raise BadManualPairing(place, f"there is no player {number} in this division.")
        if number in placed:
            raise BadManualPairing(place, f"player {number} stands on board {placed[number]} too.")
        placed[number] = place


def _board(task: PairingTask, line: ManualBoard, players: dict[int, Contestant]) -> Board:
    contestant = players[line.first]
    if line.second is None:
        return make_bye(contestant, Sentence("bye: {why}", why=BY_DIRECTOR))
    two = players[line.second]
    reason = clauses(BY_DIRECTOR, by_meetings(task.meetings(contestant, two), task.repeats, 0))
    return make_board(task, contestant, two, reason)


def _bye_warnings(task: PairingTask, boards: list[Board], players: tuple[Contestant, ...]) -> list[str]:
    byes = [board.first for board in boards if board.is_bye]
    lines = []
    if len(byes) > len(players) % 2:
        lines.append(f"{len(byes)} byes where {len(players) % 2} would do: {', '.join(map(str, byes))}.")
    by_number = {player.number: player for player in players}
    for number, due in zip(byes, bye_order(players, task.rules), strict=False):
        if by_number[number].byes > due.byes and not by_number[number].volunteers:
            lines.append(f"Byes so far: {number} {by_number[number].byes}, {due.number} only {due.byes}.")
    return lines
