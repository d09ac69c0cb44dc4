"""A division's ratings, worked out from its games every time; nothing is stored and nothing is incremented."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from results.engine.ratings.explain import explain
from results.engine.ratings.model import (
    PlayerRating,
    RatedGame,
    RatedPlayer,
    RatingError,
    RatingSystem,
    RatingTask,
)
from results.engine.ratings.systems import rate_by_round, system
from tdsuite.audit.models import Record
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused

OPTION = "rating_system"  # in a division's standings options


def chosen_system(division: Division) -> RatingSystem | None:
    """The system this division is rated by; None where its organiser chose none."""
    try:
        return system(str(division.standings_options.get(OPTION) or ""))
    except RatingError:
        return None


@dataclass(frozen=True, slots=True)
class DivisionRatings:
    """Ratings of a division by one system after each round asked for. lengths: planned rounds in force at each round."""

    past: History
    system: RatingSystem
    lengths: Mapping[int, int]
    tables: tuple[tuple[int, tuple[PlayerRating, ...]], ...]


def rate_division(
    division: Division,
    key: str,
    *,
    after: int | None = None,
    every_round: bool = False,
    lengths: Mapping[int, int] | None = None,
) -> DivisionRatings:
    """Rate by the system `key` after round `after` (None: the last with a result), or after every round.

    lengths: planned rounds in force from a round on, instead of what the record of decisions says, such as {1: 28, 28: 31}.
    Raises Refused for an unknown system, a round outside the division, or games that cannot be rated.
    """
    past = history(division)
    if after is not None and not 0 <= after <= division.planned_rounds:
        raise Refused(f"{division} has rounds 1 to {division.planned_rounds}; there is no round {after}.")
    last = past.last_round if after is None else after
    in_force = spread_out(lengths, division.planned_rounds) if lengths else lengths_in_force(division)
    try:
        chosen = system(key)
        task = RatingTask(rated_players(past), rated_games(past), in_force.get(last, division.planned_rounds), last)
        if every_round:
            tables = tuple(rate_by_round(chosen, task, last, in_force))
        else:
            tables = ((last, chosen.rate(task)),)
    except RatingError as error:
        raise Refused(str(error)) from error
    return DivisionRatings(past, chosen, in_force, tables)


def rated_players(past: History) -> tuple[RatedPlayer, ...]:
    """Every entry, those left out of the standings too: they may have rated games."""
    return tuple(_player(entry) for entry in past.entries)


def _player(entry: Entry) -> RatedPlayer:
    return RatedPlayer(entry.number, entry.rating, entry.lifetime_games)


def rated_games(past: History) -> tuple[RatedGame, ...]:
    """Decided games of two players that are rated (NSA III.G; WESPA 2.3.6(b))."""
    return tuple(_game(past, game) for game in past.games if past.account(game).rated)


def _game(past: History, game: Game) -> RatedGame:
    first_halves, spread, second_halves, _ = past.values_of(game)
    return RatedGame(
        round=past.round_numbers[game.round_id],
        first=past.by_id[game.first_id].number,
        second=past.by_id[game.second_id or 0].number,
        halves=first_halves,
        spread=spread,
        second_halves=second_halves,
    )


def lengths_in_force(division: Division) -> dict[int, int]:
    """The planned length at the end of each round, from the record of decisions: segments of ratings depend on it.

    A round that is not closed has today's length; a correction of an old round leaves its length alone.
    """
    changes: list[tuple[datetime, int, int]] = []
    for at, before, after in (
        Record.objects.about(division)
        .filter(action="division.changed")
        .order_by("seq")
        .values_list("at", "before", "after")
    ):
        if "planned_rounds" in after:
            changes.append((at, int(before["planned_rounds"]), int(after["planned_rounds"])))
    closed = dict(Round.objects.filter(division=division).exclude(closed_at=None).values_list("number", "closed_at"))
    now = timezone.now()
    return {
        number: _length_at(closed.get(number) or now, changes, division.planned_rounds)
        for number in range(1, division.planned_rounds + 1)
    }


def _length_at(moment: datetime, changes: list[tuple[datetime, int, int]], today: int) -> int:
    """The first later change says what it was before; without one it is what it is today."""
    return next((before for at, before, _ in changes if at > moment), today)


def spread_out(lengths: Mapping[int, int], last: int) -> dict[int, int]:
    """{1: 28, 28: 31} as a length for each round up to `last`."""
    filled: dict[int, int] = {}
    current = lengths[min(lengths)]
    for number in range(1, last + 1):
        current = lengths.get(number, current)
        filled[number] = current
    return filled


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """One table of ratings with its people, highest new rating first. after: the round it stands after."""

    past: History
    system: RatingSystem
    after: int
    rows: tuple[tuple[Entry, PlayerRating], ...]

    def why(self, number: int) -> tuple[Entry, PlayerRating, tuple[str, ...]] | None:
        """One player's rating, game by game; None for a number that is not in the division."""
        found = next((one for one in self.rows if one[0].number == number), None)
        return (*found, explain(found[1], self.past.names)) if found else None


def ratings_page(division: Division, chosen: RatingSystem, after: int | None = None) -> RatingsPage:
    """Ratings after a round, the last one with a result unless said. Raises Refused as `rate_division`."""
    found = rate_division(division, chosen.key, after=after)
    number, table = found.tables[0]
    rows = sorted(table, key=lambda row: (-row.new, row.number))
    return RatingsPage(found.past, found.system, number, tuple((found.past.by_number[row.number], row) for row in rows))
