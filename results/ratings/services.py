"""A division's ratings, worked out from its games every time and never incremented; and a list made of them for the next event."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from results.rating_lists.models import RatingList
from results.rating_lists.services.making import NewRating, make_list
from results.ratings.engine.explain import explain
from results.ratings.engine.model import PlayerRating, RatedGame, RatedPlayer, RatingError, RatingSystem, RatingTask
from results.ratings.engine.systems import system
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.languages import translated
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
    """Ratings of a division by one system. after: the round they stand after."""

    played: History
    system: RatingSystem
    after: int
    table: tuple[PlayerRating, ...]

    @property
    def rows(self) -> list[tuple[Entry, PlayerRating]]:
        """With the people, the highest new rating first."""
        table = sorted(self.table, key=lambda row: (-row.new, row.number))
        return [(self.played.by_number[row.number], row) for row in table]

    @property
    def has_deviations(self) -> bool:
        return any(row.deviation is not None for row in self.table)

    def why(self, number: int) -> tuple[Entry, PlayerRating, tuple[str, ...]] | None:
        """One player's rating, game by game; None for a number that is not in the division."""
        match = next((row for row in self.rows if row[0].number == number), None)
        return (*match, tuple(map(translated, explain(match[1], self.played.names)))) if match else None


def rate_division(
    division: Division, key: str, *, after: int | None = None, played: History | None = None
) -> DivisionRatings:
    """Rate by the system `key` after round `after` (None: the last with a result).

    played: the division's history, where it is there already; then there is no query.
    Raises Refused for an unknown system, a round outside the division, or games that cannot be rated.
    """
    played = history(division) if played is None else played
    if after is not None and not 0 <= after <= division.planned_rounds:
        raise Refused(
            f"{division} has rounds 1 to {division.planned_rounds}; there is no round {after}.", code="unknown_round"
        )
    last = played.last_round if after is None else after
    try:
        return DivisionRatings(played, system(key), last, _table(played, last, key))
    except RatingError as error:
        raise Refused(str(error), code="not_rated") from error


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
    return _table(played, played.last_round, key)


def _table(played: History, last: int, key: str) -> tuple[PlayerRating, ...]:
    planned = next((row.planned_length for row in played.rounds if row.number == last), None)
    return played.part(_table_after, last, key, planned or played.division.planned_rounds, _byes(played))


def _table_after(
    played: History, last: int, key: str, length: int, _byes: Sequence[tuple[int, int]]
) -> tuple[PlayerRating, ...]:
    return system(key).rate(rating_task(played, length, last))


def rating_task(played: History, length: int, last: int) -> RatingTask:
    """What every rating of a division is worked out from: the games up to round `last` of an event of so many rounds.

    Everybody is rated, those left out of the standings too: they may have rated games.
    """
    byes = Counter(dict(_byes(played)))
    players = tuple(
        RatedPlayer(
            entry.number, entry.rating, entry.lifetime_games, entry.deviation, entry.last_played, byes=byes[entry.pk]
        )
        for entry in played.entries
    )
    return RatingTask(players, rated_games(played), length, last, played.division.tournament.ends_on)


def _byes(played: History) -> tuple[tuple[int, int], ...]:
    """How many each entry has that has any, by primary key."""
    return tuple(sorted(Counter(game.first_id for game in played.games if game.outcome == Game.Outcome.BYE).items()))


def rated_games(played: History) -> tuple[RatedGame, ...]:
    """Decided games of two players that are rated (NSA III.G; WESPA 2.3.6(b))."""
    return tuple(_game(played, game) for game in played.games if played.account(game).rated)


def _game(played: History, game: Game) -> RatedGame:
    first_halves, spread, second_halves, _ = played.values_of(game)
    return RatedGame(
        played.round_numbers[game.round_id],
        played.by_id[game.first_id].number,
        played.by_id[game.second_id or 0].number,
        first_halves,
        spread,
        second_halves=second_halves,
        scoreless=0 in (game.first_score, game.second_score),
    )


def lengths_in_force(division: Division) -> dict[int, int]:
    """The planned length at the end of each round: segments of ratings depend on it.

    A round that is not closed has today's length; a correction of an old round leaves its length alone.
    """
    closed = dict(division.rounds.values_list("number", "planned_length"))
    return {number: closed.get(number) or division.planned_rounds for number in range(1, division.planned_rounds + 1)}


def rating_facts(ratings: DivisionRatings) -> list[dict[str, Any]]:
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
        for row in ratings.table
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
    new = {row.number: _new_rating(ratings.played.by_number[row.number], row) for row in ratings.table if row.games}
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
