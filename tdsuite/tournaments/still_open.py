"""How much of a division is still to come, and which places its players can still finish in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tdsuite.platform.words.sentences import Sentence
from .engine.reach import SWING, Left, Reach, reach
from .engine.standings import Standing
from .engine.tie_breaks import TieBreak
from .models import Game, Round
from .reads import History

NO_LIMIT = 10**6  # more points than spread can ever move, more rounds than an event has


@dataclass(frozen=True, slots=True)
class ToCome:
    """What is left after a round.  rounds: their numbers.  by_number: what each player has left, withdrawn players nothing.
    by_spread: whether spread is what first parts players with equal wins."""

    rounds: tuple[int, ...]
    by_number: Mapping[int, Left]
    by_spread: bool

    @property
    def games(self) -> int:
        """The most that a player has left."""
        return max((left.games for left in self.by_number.values()), default=0)

    @property
    def moves(self) -> int:
        """How far the spread between two players can move, in points."""
        return 2 * max((left.moves for left in self.by_number.values()), default=0)

    @property
    def is_even(self) -> bool:
        """Whether everybody has as many games left."""
        return len({left.games for left in self.by_number.values()}) <= 1


def to_come(history: History, number: int) -> ToCome:
    """What each player has left after round `number`: unfinished games up to it, and the rounds after it until they withdraw.

    Whoever has no game yet in a round that is not closed may still get one, so no mark comes too early.
    """
    games: dict[int, Counter[int]] = {entry.pk: Counter() for entry in history.entries}  # entry: round: games
    under_way: dict[int, set[int]] = {}  # round: entries with a game or bye
    published = {row.pk: row for row in history.rounds if row.number <= number and row.is_published}
    open_rounds = {row.number for row in published.values() if row.status != Round.Status.CLOSED}
    counts = history.counts
    open_or_waiting = [row for pk, row in published.items() if row.number in open_rounds or counts[pk].unfinished]
    for row, game in ((each, game) for each in open_or_waiting for game in history.games_by_round.get(each.pk, ())):
        if game.outcome not in Game.UNFINISHED and row.number not in open_rounds:
            continue
        players = list(filter(None, (game.first_id, game.second_id)))
        for entry_id in players:
            games[entry_id][row.number] += game.second_id is not None and game.outcome in Game.UNFINISHED
        if row.number in open_rounds:
            under_way.setdefault(row.number, set()).update(players)
    later = range(number + 1, history.division.planned_rounds + 1)
    planned = [int(line.get("options", {}).get("games", 1)) for line in history.division.pairing_plan]
    games_a_round = max([1, *planned, *(each.match for each in counts.values())])
    for entry in history.entries:
        without = [each for each, seated in under_way.items() if entry.pk not in seated]
        until = entry.withdrawn_from or NO_LIMIT
        games[entry.pk].update({each: games_a_round for each in (*without, *later) if each < until})
    by_spread = history.tie_breaks[:1] == (TieBreak.SPREAD,)
    rounds = sorted({each for counts in games.values() for each, count in counts.items() if count})
    swings = {each: min(SWING, history.options.cap(each) or SWING) for each in rounds}
    left = {
        entry.number: Left(
            games[entry.pk].total(),
            sum(swing * games[entry.pk][each] for each, swing in swings.items()) if by_spread else NO_LIMIT,
        )
        for entry in history.entries
    }
    return ToCome(tuple(rounds), left, by_spread)


def reaches(history: History, table: Sequence[Standing], number: int) -> Mapping[int, Reach]:
    """The places each player can still finish in; nothing once no game is left, or for who stands at the bottom."""
    left = to_come(history, number)
    if not left.rounds:
        return {}
    return reach([row for row in table if not history.by_number[row.number].at_bottom], left.by_number)


def settled(history: History, table: Sequence[Standing], number: int, places: int) -> Mapping[int, str]:
    """By number, what a player has already for certain, in words; whom nothing is certain of is left out. places: with a prize."""
    if number == 0:
        return {}
    in_words = {number: _in_words(place, places) for number, place in reaches(history, table, number).items()}
    return {number: words for number, words in in_words.items() if words}


def _in_words(place: Reach, places: int) -> str:
    if place.clinched:
        return Sentence("place {place} clinched", place=place.best)
    return Sentence("sure of a prize") if place.sure_of(places) else ""


def is_to_come(game: Game) -> bool:
    """Whether two players of a published round have not finished."""
    return game.second_id is not None and game.outcome in Game.UNFINISHED and game.round.is_published
