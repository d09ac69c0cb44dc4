"""Round robin: everyone meets everyone, by the Berger tables (FIDE Handbook C.05, annex 1); any number of cycles.

An odd field has an empty place in the table, and whoever would meet it has the bye.  Rounds paired together have their
starts solved together (`side_balance`).
"""

from pairings.engine.boards import NOBODY_STARTS, make_bye, make_pairing
from pairings.engine.errors import BadRound, TooFewPlayers
from pairings.engine.model import Board, Contestant, Pairing, PairingTask
from pairings.engine.presence import FEWEST_PLAYERS, check_task
from pairings.engine.reasons import rounds_text
from pairings.engine.side_balance import balanced_starts
from tdsuite.tournaments.engine.starts import StartMode

Seat = tuple[Contestant, Contestant | None]


def pair_round_robin(task: PairingTask) -> Pairing:
    """Pair one round of the table.  Raises PairingError."""
    return pair_block(task, 1)[0]


def pair_block(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
    """Pair `rounds` rounds from task.round on, from place task.schedule_round of the table.  Raises PairingError.

    The table holds everyone who is present or has played, in the order of the entry list, so that it stays the same
    when a player leaves: the opponents of an absent player have a bye.
    """
    check_task(task)
    if rounds < 1:
        raise BadRound(f"A block of {rounds} rounds cannot be paired; ask for at least one.")
    if len(task.present()) < FEWEST_PLAYERS:
        raise TooFewPlayers(len(task.present()))
    table = tuple(sorted(filter(_in_table, task.contestants), key=lambda player: player.entry_order))
    seats = [_seats(table, task.schedule_round + turn) for turn in range(rounds)]
    games = [(one, two) for row in seats for one, two in row if two is not None]
    starters = iter(_starters(games))
    rows: list[list[tuple[Contestant, Contestant | None]]] = []
    by_number = {player.number: player for player in table}
    for row in seats:
        rows.append([(one, None) for one, two in row if two is None])
        for _ in range(len(row) - len(rows[-1])):
            first, second = next(starters)
            rows[-1].append((by_number[first], by_number[second]))
    return tuple(_round(task, turn, row, len(table)) for turn, row in enumerate(rows))


def berger_round(places: int, number: int) -> list[tuple[int, int]]:
    """Round `number`, from 0, of the Berger table for an even number of places, first starter first, places from 0."""
    circle, last = places - 1, places - 1
    base = number * (places // 2) % circle
    fixed = (base, last) if number % 2 == 0 else (last, base)
    return [fixed, *(((base + step) % circle, (base - step) % circle) for step in range(1, places // 2))]


def rounds_of_cycle(players: int) -> int:
    """How many rounds a cycle takes: everyone else, and a bye where the field is odd."""
    return players - 1 + players % 2


def _in_table(player: Contestant) -> bool:
    return not player.absent or player.byes > 0 or any(player.opponents)


def _seats(table: tuple[Contestant, ...], index: int) -> list[Seat]:
    """The boards of one round with the preferred starter first; an absent player's opponent sits alone."""
    cycle, number = divmod(index, rounds_of_cycle(len(table)))
    row: list[Seat] = []
    for upper, lower in berger_round(len(table) + len(table) % 2, number):
        first, second = (upper, lower) if cycle % 2 == 0 else (lower, upper)
        here = [table[place] for place in (first, second) if place < len(table) and not table[place].absent]
        if len(here) == 2:
            row.append((here[0], here[1]))
        elif here:
            row.append((here[0], None))
    return row


def _starters(games: list[tuple[Contestant, Contestant]]) -> list[tuple[int, int]]:
    """Each game with its starter first.  Two who met before the block start in turn, unless that upsets the balance."""
    wished = [
        (two.number, one.number) if two.number in one.last_starts else (one.number, two.number) for one, two in games
    ]
    before = {player.number: player.record.balance for game in games for player in game}
    return balanced_starts(wished, before)


def _round(task: PairingTask, turn: int, row: list[Seat], players: int) -> Pairing:
    place = task.schedule_round + turn
    cycle, number = divmod(place, rounds_of_cycle(players))
    where = f"round robin, round {number + 1} of {rounds_of_cycle(players)}"
    if cycle:
        where = f"{where}, cycle {cycle + 1}"
    boards = []
    for one, two in row:
        if two is None:
            why = "your turn to sit out" if players % 2 else "your opponent is absent"
            boards.append(make_bye(one, f"bye: {where}; {why}"))
            continue
        boards.append(_board(task, one, two, where))
    return make_pairing(task, boards, warnings=_warnings(task, boards, turn), round_number=task.round + turn)


def _board(task: PairingTask, first: Contestant, second: Contestant, where: str) -> Board:
    met = first.rounds_met(second.number)
    reason = f"{where}; you also met in {rounds_text(met)}" if met else where
    if task.start_mode == StartMode.DRAW:
        return Board(first.number, second.number, "draw", reason, "tiles are drawn for every game")
    starts_by = "balance" if task.start_mode == StartMode.BALANCE else "assigned"
    return Board(first.number, second.number, starts_by, reason, "starts are balanced over the whole round robin")


def _warnings(task: PairingTask, boards: list[Board], turn: int) -> list[str]:
    lines = []
    absent = sorted(player.number for player in task.contestants if player.absent)
    if absent and turn == 0:
        lines.append(f"Absent, and in none of these rounds: {', '.join(map(str, absent))}.")
    byes = [board.first for board in boards if board.starts_by == NOBODY_STARTS]
    if len(byes) > 1:
        lines.append(
            f"Round {task.round + turn}: {len(byes)} byes, as opponents are absent: {', '.join(map(str, byes))}."
        )
    return lines
