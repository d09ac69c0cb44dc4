"""The end of an event: who won, the prizes, the records, what ratings became of it. For the public page, its picture and the paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from results.prizes.engine.statistics import Kind, Line, listing
from results.ratings.engine.model import PlayerRating, RatingSystem
from results.ratings.services import ratings_now
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.reads import History, histories_of
from .ceremony import EventPage, event_page
from .statistics import TITLES, facts_of_games

PODIUM = 3  # places
NAMED = 3  # games that share a record whose players are named
GAINS = 3  # largest gains of a rating that are named
RECORDS = (Kind.HIGH_WIN, Kind.HIGH_LOSS, Kind.HIGH_SPREAD, Kind.HIGH_COMBINED)


@dataclass(frozen=True, slots=True)
class Finish:
    """Where a player ended.  rating: None where the division is not rated."""

    entry: Entry
    standing: Standing
    rating: PlayerRating | None


def on_podium(standing: Standing, entry: Entry) -> bool:
    """Whether a player came first, second or third."""
    return standing.rank <= PODIUM and not entry.at_bottom


@dataclass(frozen=True, slots=True)
class RecordGame:
    """The best of one kind, of one game or of several that share it.

    Attributes:
        people: whose it is, both players of a game for the combined score; of games that share it everybody once, nobody where
            they are more than three.
        other: the opponent; None where both have it or several games share it.
        round, score: of the game; of games that share it the first that is listed.
        shared: so many games have it.
    """

    title: str
    value: int
    people: tuple[Entry, ...]
    other: Entry | None
    round: int
    score: str
    shared: int = 1


@dataclass(frozen=True, slots=True)
class DivisionEnd:
    """A division after its last round.

    Attributes:
        finishes: in the order of the table.
        podium: the first three places, all who share one; nobody who is left out of the table.
        gains: the largest gains of a rating, the largest first.
    """

    division: Division
    rounds: int
    finishes: tuple[Finish, ...]
    records: tuple[RecordGame, ...]
    system: RatingSystem | None
    podium: tuple[Finish, ...]
    gains: tuple[Finish, ...]


@dataclass(frozen=True, slots=True)
class EventEnd:
    """An event after its last round: its divisions in order, and the prizes."""

    divisions: tuple[DivisionEnd, ...]
    prizes: EventPage


def event_end(tournament: Tournament, pasts: Sequence[History] | None = None) -> EventEnd:
    """Everything of the end of an event, in as many queries for many divisions and players as for few.

    pasts: the histories of its divisions in order, where they are there already.
    """
    pasts = histories_of(tournament) if pasts is None else pasts
    return EventEnd(tuple(division_end(played) for played in pasts), event_page(tournament, pasts))


def division_end(played: History) -> DivisionEnd:
    """The end of one division, in the reader's language. No query."""
    return played.part(_division_end, played.whole, get_language())


def _division_end(played: History, _whole: int, _language: str | None) -> DivisionEnd:
    system, ratings = ratings_now(played) or (None, ())
    by_number = {row.number: row for row in ratings}
    table = played.standings() if played.last_round else ()
    finishes = tuple(Finish(played.by_number[row.number], row, by_number.get(row.number)) for row in table)
    risen = [(row.rating.change or 0, row) for row in finishes if row.rating and (row.rating.change or 0) > 0]
    return DivisionEnd(
        played.division,
        played.last_round,
        finishes,
        records_of(played),
        system,
        podium=tuple(row for row in finishes if on_podium(row.standing, row.entry)),
        gains=tuple(row for _, row in sorted(risen, key=lambda each: -each[0])[:GAINS]),
    )


def records_of(played: History) -> tuple[RecordGame, ...]:
    """High win, high loss, high spread and high combined score, each once however many games share it."""
    facts = facts_of_games(played)
    kinds = [(kind, listing(kind, facts, 1)) for kind in RECORDS]
    return tuple(_record(played, kind, lines) for kind, lines in kinds if lines)


def _record(played: History, kind: Kind, lines: Sequence[Line]) -> RecordGame:
    first, alone = lines[0], len(lines) == 1
    game, number = first.games[0], first.players[0]
    players = dict.fromkeys(player for line in lines for player in line.players) if len(lines) <= NAMED else ()
    return RecordGame(
        str(TITLES[kind]),
        int(first.value),
        tuple(played.by_number[player] for player in players),
        played.by_number[game.opponent(number)] if alone and len(first.players) == 1 else None,
        game.round,
        f"{game.score(number)}–{game.score(game.opponent(number))}",
        len(lines),
    )
