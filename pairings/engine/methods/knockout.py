"""Knockout: seeds in a bracket, byes for the highest seeds where places are empty, matches of one or several games.

Every stage takes as many rounds as a match can have games.  A match is decided as soon as its winner is, and its last
games are then not played.  Level after all games, the better spread in the match goes through; level there too, the
higher seed.
"""

from dataclasses import dataclass, replace

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.errors import BadRequest, BadRound
from pairings.engine.matching.broken_rules import check_rules
from pairings.engine.matching.matched import matched_boards, part_forced
from pairings.engine.model import Board, Contestant, Pairing, PairingTask
from pairings.engine.options import Eliminated
from pairings.engine.presence import present_players
from pairings.engine.rules import BYE
from tdsuite.platform.words.sentences import Sentence, clauses
from . import swiss
from .schedules import OPPONENT_ABSENT, Players, in_table, standings_before

STAGES = {2: Sentence("final"), 4: Sentence("semi-final"), 8: Sentence("quarter-final")}

Slot = Contestant | None


@dataclass(frozen=True, slots=True)
class Match:
    """Two places of a stage. player, opponent: the higher seed first; None for an empty place."""

    player: Slot
    opponent: Slot
    winner: Slot  # None while it is open
    games: int  # how many were played


def pair_knockout(task: PairingTask) -> Pairing:
    """Pair one round; the next depends on its results.  Raises PairingError."""
    present_players(task)
    begun = task.round - task.schedule_round
    if task.schedule_round and not any(player.results for player in task.contestants):
        raise BadRequest("A knockout needs the results of its earlier rounds, and none were given. Pair it by hand.")
    order, games = standings_before(task, begun) if task.options.by_standings else in_table(task), task.options.best_of
    order = order[: task.options.bracket_size or len(order)]
    seeds = {player.number: at for at, player in enumerate(order, start=1)}
    stage, alive = task.schedule_round // games, bracket_of(order)
    for number in range(stage):
        if len(alive) == 1:  # over before the last of the rounds planned for it
            break
        alive = [match.winner for match in matches(task, alive, seeds, begun + number * games, whole=True)]
    if len(alive) == 1:
        raise BadRound(f"The knockout is over: {alive[0].number if alive[0] else 'nobody'} has won it.")
    now = matches(task, alive, seeds, begun + stage * games, whole=False)
    boards = [board for match in now if (board := _board(task, match, len(alive), seeds)) is not None]
    out = _eliminated(task, {slot.number for slot in alive if slot is not None})
    broken = [f"Round {task.round}, by the bracket: {rule.message}" for rule in check_rules(task, boards + out)]
    return make_pairing(task, boards + out, warnings=[*_warnings(now), *broken])


def bracket_of(seeds: Players) -> list[Slot]:
    """The places of the first stage: the two highest seeds can meet in the final only, the four highest in the
    semi-finals, and so on; the highest seeds meet the empty places."""
    places = [0]
    while len(places) < len(seeds):
        doubled = 2 * len(places)
        places = [seat for upper in places for seat in (upper, doubled - 1 - upper)]
    return [seeds[at] if at < len(seeds) else None for at in places]


def matches(task: PairingTask, alive: list[Slot], seeds: dict[int, int], first: int, *, whole: bool) -> list[Match]:
    """The matches of a stage that began in round `first`.  seeds: by number.  whole: the stage is over, so every match has a winner."""
    stage = []
    for upper, lower in zip(alive[::2], alive[1::2], strict=True):
        if upper is None or lower is None:
            stage.append(Match(upper, lower, upper or lower, 0))
        else:
            left, right = sorted((upper, lower), key=lambda player: seeds[player.number])
            stage.append(_match(task, left, right, first, whole=whole))
    return stage


def _match(task: PairingTask, left: Contestant, right: Contestant, first: int, *, whole: bool) -> Match:
    best_of = task.options.best_of
    games = [number for number in left.rounds_met(right.number) if first <= number < first + best_of]
    halves = [sum(player.results[number - 1][0] for number in games) for player in (left, right)]
    spread = sum(left.results[number - 1][1] for number in games)
    is_decided = max(halves) > best_of or len(games) == best_of
    if not is_decided and left.absent != right.absent:  # who has left before the match was decided is out of it
        return Match(left, right, right if left.absent else left, len(games))
    if is_decided or whole:
        keys = [(halves[0], spread, not left.absent), (halves[1], -spread, not right.absent)]
        return Match(left, right, left if keys[0] >= keys[1] else right, len(games))
    return Match(left, right, right if left.absent else None, len(games))


def _board(task: PairingTask, match: Match, places: int, seeds: dict[int, int]) -> Board | None:
    """The match's next board; None where it is decided or nobody is left in it."""
    stage = STAGES.get(places) or Sentence("round of {number}", number=places)
    first, second = match.player, match.opponent
    if first is None or second is None or first.absent or second.absent:
        through = match.winner
        if through is None or through.absent or match.games:
            return None
        empty = first is None or second is None
        why = Sentence("an empty place in the bracket") if empty else OPPONENT_ABSENT
        return make_bye(through, clauses(Sentence("bye: {why}", why=stage), why))
    if match.winner is not None:
        return None
    if task.options.best_of > 1:
        game = {"number": match.games + 1, "last": task.options.best_of}
        stage = Sentence("{where}, game {number} of {last}", where=stage, **game)
    who = Sentence("seeds {number} and {other}", number=seeds[first.number], other=seeds[second.number])
    return make_board(task, first, second, clauses(stage, who))


def _eliminated(task: PairingTask, alive: set[int]) -> list[Board]:
    """What those play who are out of the bracket."""
    if task.options.eliminated is Eliminated.OUT:
        return []
    out = tuple(contestant for contestant in task.present() if contestant.number not in alive)
    free = {
        BYE,
        *(contestant.number for contestant in out),
    }  # a board asked for with somebody of the bracket is not theirs to play
    forced = tuple(pair for pair in task.rules.forced if free.issuperset(pair))
    task = replace(task, rules=replace(task.rules, forced=forced))
    asked, rest = part_forced(task, out)
    players = tuple(sorted(rest, key=lambda player: player.score_order))
    return asked + matched_boards(task, players, swiss.levels, swiss.likely, swiss.why)[0]


def _warnings(now: list[Match]) -> list[str]:
    decided = [match for match in now if match.winner is not None and match.games]
    if not decided:
        return []
    pairs = ", ".join(
        f"{match.player.number}-{match.opponent.number}" for match in decided if match.player and match.opponent
    )
    return [f"Decided before their last game, and not on a board: {pairs}."]
