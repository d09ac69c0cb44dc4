"""Two sides whose players meet across: team round robin, and interleaved, where the two halves of one field meet.

In a match between two teams of s players (the smaller one filled up with empty places) player p of the first meets
player p + k of the second in the k-th round of the match, counted round; after s rounds everyone has met everyone.
"""

from pairings.engine.errors import BadRequest
from pairings.engine.model import Contestant, PairingTask
from pairings.engine.options import Halves
from tdsuite.platform.words.sentences import Sentence, catalogued
from .round_robin import SIT_OUT, berger_round, round_of
from .schedules import Players, Schedule, ScheduleSeat, in_table


def match_row(left: Players, right: Players, turn: int, where: str) -> list[ScheduleSeat]:
    """Round `turn`, from 0, of a match between two teams; the starts alternate down the boards and from round to round."""
    size = max(len(left), len(right))
    row = []
    for at in range(size):
        upper = left[at] if at < len(left) else None
        lower = right[(at + turn) % size] if (at + turn) % size < len(right) else None
        first, second = (upper, lower) if (at + turn) % 2 == 0 else (lower, upper)
        if first is None:
            first, second = second, None
        if first is not None:
            row.append(ScheduleSeat(first, second, where, SIT_OUT))
    return row


def teams_of(players: Players) -> list[Players]:
    """The players team by team, each team in the order given, teams in the order of their first players.

    Raises BadRequest where a player has no team or there is only one.
    """
    if alone := [player.number for player in players if not player.team]:
        raise BadRequest(f"Without a team: {', '.join(map(str, alone))}. Give each player a team, or use round robin.")
    teams: dict[str, list[Contestant]] = {}
    for player in players:
        teams.setdefault(player.team, []).append(player)
    if len(teams) < 2:
        raise BadRequest("A team round robin needs at least two teams.")
    return [tuple(team) for team in teams.values()]


def team_schedule(task: PairingTask) -> Schedule:
    teams = teams_of(in_table(task))
    games = task.options.team_games or max(len(team) for team in teams)
    matches = len(teams) - 1 + len(teams) % 2

    def row(index: int) -> list[ScheduleSeat]:
        match, turn = divmod(index, games)
        seats: list[ScheduleSeat] = []
        for upper, lower in berger_round(len(teams) + len(teams) % 2, match % matches):
            of_match = Sentence("team match {number} of {last}", number=match % matches + 1, last=matches)
            where = round_of(of_match, turn, games)
            if max(upper, lower) < len(teams):
                seats.extend(match_row(teams[upper], teams[lower], turn, where))
            else:
                sitting = teams[min(upper, lower)]
                seats.extend(ScheduleSeat(player, None, where, Sentence("your team sits out")) for player in sitting)
        return seats

    return Schedule(row, 0, catalogued("starts are balanced over the team matches"))


def halves_schedule(task: PairingTask) -> Schedule:
    table = in_table(task)
    if task.options.halves is Halves.ALTERNATE:
        first, second = table[::2], table[1::2]
    else:
        half = (len(table) + 1) // 2
        first, second = table[:half], table[half:]
    size = len(first)
    return Schedule(
        lambda index: match_row(
            first, second, index % size, round_of(Sentence("the two halves meet"), index % size, size)
        ),
        0,
        catalogued("starts are balanced over the rounds of the two halves"),
    )
