"""A division's ratings, worked out from its games every time and never incremented; and a list made of them for the next event."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from results.rating_lists.models import RatingList
from results.rating_lists.services.making import NewRating, make_list
from results.ratings.engine.explain import explain
from results.ratings.engine.model import PlayerRating, RatedGame, RatedPlayer, RatingError, RatingSystem, RatingTask
from results.ratings.engine.systems import rate_by_round, system
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.languages import translated
from tdsuite.tournaments.models import Division, Entry, Game
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

    played: History
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
    played: History | None = None,
) -> DivisionRatings:
    """Rate by the system `key` after round `after` (None: the last with a result), or after every round.

    lengths: planned rounds in force from a round on, instead of what the record of decisions says, such as {1: 28, 28: 31}.
    played: the division's history, where it is there already; then there is no query.
    Raises Refused for an unknown system, a round outside the division, or games that cannot be rated.
    """
    played = history(division) if played is None else played
    if after is not None and not 0 <= after <= division.planned_rounds:
        raise Refused(
            f"{division} has rounds 1 to {division.planned_rounds}; there is no round {after}.", code="unknown_round"
        )
    last = played.last_round if after is None else after
    in_force = spread_out(lengths, division.planned_rounds) if lengths else _lengths(played)
    try:
        chosen, length = system(key), in_force.get(last, division.planned_rounds)
        if every_round:
            tables = tuple(rate_by_round(chosen, rating_task(played, length, last), last, in_force))
        else:
            tables = ((last, _table(played, last, key, length)),)
    except RatingError as error:
        raise Refused(str(error), code="not_rated") from error
    return DivisionRatings(played, chosen, in_force, tables)


def ratings_now(played: History) -> tuple[RatingSystem, tuple[PlayerRating, ...]] | None:
    """The ratings after the last round by the division's own system, from its history alone; None where there is none, or its games
    cannot be rated. No query.
    """
    chosen = chosen_system(played.division)
    if chosen is None or not played.last_round:
        return None
    try:
        return chosen, ratings_by(played, chosen.key)
    except RatingError:
        return None


def ratings_by(played: History, key: str) -> tuple[PlayerRating, ...]:
    """The ratings after the last round by one system, from the division's history alone. No query. Raises RatingError."""
    last = played.last_round
    planned = next((row.planned_length for row in played.rounds if row.number == last), None)
    return _table(played, last, key, planned or played.division.planned_rounds)


def _table(played: History, last: int, key: str, length: int) -> tuple[PlayerRating, ...]:
    return played.part(_table_after, last, key, length, _byes(played))


def _table_after(
    played: History, last: int, key: str, length: int, _byes: Sequence[tuple[int, int]]
) -> tuple[PlayerRating, ...]:
    return system(key).rate(rating_task(played, length, last))


def rating_task(played: History, length: int, last: int) -> RatingTask:
    """What every rating of a division is worked out from: the games up to round `last` of an event of so many rounds.

    Everybody is rated, those left out of the standings too: they may have rated games.
    """
    players = played.part(_rated_players, 0, _byes(played))
    return RatingTask(players, rated_games(played), length, last, played.division.tournament.ends_on)


def _byes(played: History) -> tuple[tuple[int, int], ...]:
    """How many each entry has that has any, by primary key."""
    byes = Counter(chain.from_iterable(played.part(_byes_in, number) for number in played.by_round))
    return tuple(sorted(byes.items()))


def _byes_in(played: History, number: int) -> list[int]:
    """The entries, by primary key."""
    return [game.first_id for game in played.games_in(number) if game.outcome == Game.Outcome.BYE]


def _rated_players(played: History, _before: int, byes_of: Sequence[tuple[int, int]]) -> tuple[RatedPlayer, ...]:
    byes = Counter(dict(byes_of))
    return tuple(
        RatedPlayer(
            entry.number, entry.rating, entry.lifetime_games, entry.deviation, entry.last_played, byes=byes[entry.pk]
        )
        for entry in played.entries
    )


def rated_games(played: History) -> tuple[RatedGame, ...]:
    """Decided games of two players that are rated (NSA III.G; WESPA 2.3.6(b))."""
    return tuple(chain.from_iterable(played.part(_rated_in, number) for number in played.by_round))


def _rated_in(played: History, number: int) -> tuple[RatedGame, ...]:
    return tuple(_game(played, game) for game in played.games_in(number) if played.account(game).rated)


def _game(played: History, game: Game) -> RatedGame:
    first_halves, spread, second_halves, _ = played.values_of(game)
    first, second = played.by_id[game.first_id].number, played.by_id[game.second_id or 0].number
    at = played.round_numbers[game.round_id], first, second
    return _rated_game(at, (first_halves, second_halves), spread, 0 in (game.first_score, game.second_score))


@lru_cache(8192)  # after a result all games of its round but one are the same
def _rated_game(at: tuple[int, int, int], halves: tuple[int, int], spread: int, scoreless: bool) -> RatedGame:
    """at: round, first and second player."""
    return RatedGame(*at, halves[0], spread, second_halves=halves[1], scoreless=scoreless)


def lengths_in_force(division: Division) -> dict[int, int]:
    """The planned length at the end of each round: segments of ratings depend on it.

    A round that is not closed has today's length; a correction of an old round leaves its length alone.
    """
    return _in_force(division, dict(division.rounds.values_list("number", "planned_length")))


def _lengths(played: History) -> dict[int, int]:
    return _in_force(played.division, {row.number: row.planned_length for row in played.rounds})


def _in_force(division: Division, closed: Mapping[int, int | None]) -> dict[int, int]:
    return {number: closed.get(number) or division.planned_rounds for number in range(1, division.planned_rounds + 1)}


def spread_out(lengths: Mapping[int, int], last: int) -> dict[int, int]:
    """{1: 28, 28: 31} as a length for each round up to `last`."""
    filled: dict[int, int] = {}
    current = lengths[min(lengths)]
    for number in range(1, last + 1):
        current = lengths.get(number, current)
        filled[number] = current
    return filled


def rating_facts(ratings: DivisionRatings, table: Sequence[PlayerRating]) -> list[dict[str, Any]]:
    """A table for programs, one mapping a player.  Ratings are None where there is none."""
    return [
        {
            "number": row.number,
            "name": ratings.played.names[row.number],
            "games": row.games,
            "wins": row.wins if row.wins % 1 else int(row.wins),
            "expected": round(row.expected, 4),
            "old": row.old or None,
            "new": row.new or None,
            **({"deviation": row.deviation} if row.deviation is not None else {}),
        }
        for row in table
    ]


def list_new_ratings(
    *, by: Actor, division: Division, key: str, name: str = "", base: RatingList | None = None
) -> RatingList:
    """Make a rating list of the division's ratings by the system `key`, which the next event is filled from.

    Everybody with a rated game is in it, with the deviation where the system has one, the rated games of their life and the
    event's last day.

    Args:
        base: a list whose other players stay in the new one as they are.

    Raises:
        Refused: as `rate_division` and `make_list`, or code ``results_missing`` or ``nothing_to_list``.
        NotAllowed: the actor may not change the roster.
    """
    require(by, division.tournament, Can.EDIT_ROSTER)
    if awaited := Game.objects.of_division(division).awaiting_result().first():
        sentence = f"Round {awaited.round.number} still waits for results. Enter them, then make the list."
        raise Refused(sentence, code="results_missing")
    ratings = rate_division(division, key)
    table = ratings.tables[0][1]
    new = {row.number: _new_rating(ratings.played.by_number[row.number], row) for row in table if row.games}
    if not new:
        raise Refused(f"Nobody in {division} has a rated game.", code="nothing_to_list")
    return make_list(by=by, division=division, new_ratings=new, system=ratings.system.key, name=name, base=base)


def _new_rating(entry: Entry, row: PlayerRating) -> NewRating:
    """Games that nobody knows stay unknown, except where a missing deviation says that the system met the player first here."""
    first = not entry.rating or (row.deviation is not None and entry.deviation is None)
    games = 0 if first and entry.lifetime_games is None else entry.lifetime_games
    return NewRating(
        rating=row.new,
        games=None if games is None else games + row.games + row.byes,
        deviation=row.deviation,
        last_played=entry.division.tournament.ends_on,
    )


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """One table of ratings with its people, highest new rating first. after: the round it stands after."""

    played: History
    system: RatingSystem
    after: int
    rows: tuple[tuple[Entry, PlayerRating], ...]

    @property
    def has_deviations(self) -> bool:
        return any(row.deviation is not None for _, row in self.rows)

    def why(self, number: int) -> tuple[Entry, PlayerRating, tuple[str, ...]] | None:
        """One player's rating, game by game; None for a number that is not in the division."""
        match = next((row for row in self.rows if row[0].number == number), None)
        return (*match, tuple(map(translated, explain(match[1], self.played.names)))) if match else None


def ratings_page(
    division: Division, chosen: RatingSystem, after: int | None = None, played: History | None = None
) -> RatingsPage:
    """Ratings after a round, the last one with a result unless said; `played` and errors as of `rate_division`."""
    division_ratings = rate_division(division, chosen.key, after=after, played=played)
    number, table = division_ratings.tables[0]
    rows = sorted(table, key=lambda row: (-row.new, row.number))
    return RatingsPage(
        division_ratings.played,
        division_ratings.system,
        number,
        tuple((division_ratings.played.by_number[row.number], row) for row in rows),
    )
