"""What the rows of a division say to the statistics engine."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from results.prizes.engine.statistics import (
    OF_A_ROUND,
    Averages,
    Facts,
    Kind,
    Line,
    PlayedGame,
    StartersShare,
    closest_games,
    listing,
    mean_score,
    starters_share,
)
from results.ratings.engine.model import RatingError, RatingSystem
from results.ratings.services import chosen_system, ratings_by
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.reads import HAS_SIDES, History
from .high_claims import Ranked, confirmed


def facts_of(history: History, *, rating_system: str = "") -> Facts:
    """A division's facts after its last round with a result. rating_system: for the rating gains; empty = leave them out."""
    return history.part(_facts, history.whole, rating_system)


def _facts(history: History, _whole: int, rating_system: str) -> Facts:
    history.standings_by_round()  # in one pass where none is known yet
    return replace(
        facts_of_games(history),
        ranks=tuple(history.part(ranks_after, number) for number in range(history.last_round + 1)),
        changes=_changes(history, rating_system) if rating_system else {},
    )


def facts_of_games(history: History) -> Facts:
    """Without ranks and rating changes: for the lists of single games."""
    games = tuple(chain.from_iterable(history.part(played_in, number) for number in history.by_round))
    ratings = {entry.number: entry.rating for entry in history.entries}
    return Facts(games, ratings, closest=closest_games(history.division.planned_rounds))


def ranks_after(history: History, number: int) -> dict[int, int]:
    """By number, after a round; after round 0 the seeding."""
    return {row.number: row.rank for row in history.standings(number)}


def played_in(history: History, number: int) -> tuple[PlayedGame, ...]:
    """A round's games that were played to a score, with every adjustment; those handed in as a spread alone have no scores."""
    return tuple(
        _played(history, game)
        for game in history.games_in(number)
        if game.outcome in Game.SCORED and game.first_score is not None and game.second_score is not None
    )


def _played(history: History, game: Game) -> PlayedGame:
    final = history.final_score(game)
    first = history.by_id[game.first_id].number
    return PlayedGame(
        key=game.pk,
        round=history.round_numbers[game.round_id],
        first=first,
        second=history.by_id[game.second_id or 0].number,
        first_score=final.first or 0,
        second_score=final.second or 0,
        starter=first if game.starts_by in HAS_SIDES else None,
    )


def _changes(history: History, key: str) -> dict[int, int]:
    """As the ratings page has them; nobody gains where the games cannot be rated."""
    try:
        return {row.number: row.change for row in ratings_by(history, key) if row.change is not None}
    except RatingError:
        return {}


TITLES: Mapping[Kind, str | Promise] = {
    Kind.HIGH_WIN: gettext_lazy("High win"),
    Kind.LOW_WIN: gettext_lazy("Low win"),
    Kind.HIGH_LOSS: gettext_lazy("High loss"),
    Kind.LOW_LOSS: gettext_lazy("Low loss"),
    Kind.HIGH_COMBINED: gettext_lazy("High combined score"),
    Kind.HIGH_SPREAD: gettext_lazy("High spread"),
    Kind.UPSET: gettext_lazy("Upset"),
    Kind.TUFF_LUCK: gettext_lazy("Tuff luck"),
    Kind.LUCKY_STIFF: gettext_lazy("Lucky stiff"),
    Kind.HIGH_AVERAGE: gettext_lazy("High average"),
    Kind.LOW_AVERAGE_AGAINST: gettext_lazy("Low average against"),
    Kind.COMEBACK: gettext_lazy("Comeback"),
    Kind.OVERSEED: gettext_lazy("Places above the seed"),
    Kind.RATING_GAIN: gettext_lazy("Rating gain"),
}
LINES_OF_THE_EVENT = 3
PLAYER = re.compile(r"player ([0-9]+)")


@dataclass(frozen=True, slots=True)
class ListedLine:
    """One line of a list with its people. shared: another line has the same place."""

    place: int
    shared: bool
    people: tuple[Entry, ...]
    value: str
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """One list, best first; the same object as long as it says the same."""

    kind: Kind
    title: str
    lines: tuple[ListedLine, ...]


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """Everything of an event, or of one round of it. averages: best first; mean: points a player a game, None without games."""

    lists: tuple[Listed, ...]
    averages: tuple[tuple[Entry, Averages], ...]
    mean: float | None
    starters: StartersShare
    system: RatingSystem | None
    high: Mapping[str, Sequence[Ranked]]


def statistics_page(history: History, number: int | None = None) -> StatisticsPage:
    """All lists; of one round only those that a round has. One query besides those of `history`."""
    chosen = chosen_system(history.division)
    if number is None:
        facts = facts_of(history, rating_system=chosen.key if chosen else "")
    else:
        facts = facts_of_games(history).in_round(number)
    kinds = tuple(Kind) if number is None else OF_A_ROUND
    most = LINES_OF_THE_EVENT if number is None else 1
    return StatisticsPage(
        lists=tuple(_listed(history, kind, lines) for kind in kinds if (lines := listing(kind, facts, most))),
        averages=tuple(
            (history.by_number[row.number], row)
            for row in sorted(facts.averages.values(), key=lambda row: (-row.average_for, row.number))
        ),
        mean=mean_score(facts.games),
        starters=starters_share(facts.games),
        system=chosen,
        high=confirmed(history.division, number),
    )


def _listed(history: History, kind: Kind, lines: Sequence[Line]) -> Listed:
    """In the reader's language."""
    places = [line.place for line in lines]
    is_whole = not any(line.value % 1 for line in lines)
    return Listed(
        kind,
        str(TITLES[kind]),
        tuple(
            ListedLine(
                line.place,
                places.count(line.place) > 1,
                tuple(history.by_number[number] for number in line.players),
                str(int(line.value)) if is_whole else number_format(Decimal(f"{line.value:.2f}")),
                with_names(line.why, history.names),
            )
            for line in lines
        ),
    )


def with_names(text: str, names: Mapping[int, str]) -> str:
    """ "against player 7" with the player's name in place of the number, in the reader's language."""

    def named(text: str) -> str:
        return PLAYER.sub(lambda match: names.get(int(match[1]), match[0]), text)

    return translated(text, named) if isinstance(text, Sentence) else named(text)
