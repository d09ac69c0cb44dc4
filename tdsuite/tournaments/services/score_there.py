"""A line that comes after a game's result: what an official says of that result, and whether it changes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tdsuite.platform.words.sentences import Sentence
from ..models import Game
from ..reads import account_of_game
from .accounts import keep_counted
from .decision import Refused
from .games import lines_on, signed_scores
from .roads import Road


@dataclass(frozen=True, slots=True)
class ScoreMeaning:
    """What an official says of a result that is there before a line with points comes, or goes.

    Attributes:
        included: the written scores have the points already, so the result stays as it counts; False: they do not, so it
            changes; None: not given.
        finding: the director's ruling on a result that both players signed; "" leaves that as it is.
    """

    included: bool | None = None
    finding: str = ""


NOT_GIVEN = ScoreMeaning()


@dataclass(frozen=True, slots=True)
class ScoreBefore:
    """The result that a game has before a line comes.

    Attributes:
        counts: as people read it; totals: both players' scores, None where only the spread is known.
        signed: by both players, so it is final.
        rule: that says so.
    """

    table: str
    counts: str
    totals: tuple[int, int] | None
    signed: bool
    rule: str


class ScoreThere(Refused):
    """The game has its result, and what that means for the points was not given."""

    code = "score_there"

    def __init__(self, score: ScoreBefore) -> None:
        sentence = Sentence(
            "{table} has its result, {score}. Say whether the points for this are in it already: then it stays so.",
            table=score.table,
            score=score.counts,
        )
        super().__init__(sentence, totals=score.totals)


def score_before(game: Game) -> ScoreBefore | None:
    """The result of a game that was scored; None before."""
    if game.outcome not in Game.SCORED:
        return None
    account = account_of_game(game, lines_on(game))
    totals = account.totals
    counts = f"{totals[0]}–{totals[1]}" if totals else f"{account.spread[0]:+d}" if account.spread else ""
    table = str(Sentence("Table {table}", table=game.table)) if game.table else str(game)
    final = game.round.division.book_in_force.results.signed_sheet
    return ScoreBefore(table, counts, totals, any(signed_scores(game)), final.rule)


def may_change(score: ScoreBefore, meaning: ScoreMeaning, *, asks: bool = True) -> bool:
    """Whether a line may come to a game with this result, or go: what both signed changes by the director's finding alone.

    Raises:
        ScoreThere: no meaning was given (not where `asks` is False: then it may not).
    """
    if score.signed:
        return bool(meaning.finding.strip())
    if meaning.included is None and asks:
        raise ScoreThere(score)
    return meaning.included is not None


@contextmanager
def lines_change(game: Game, meaning: ScoreMeaning, *, road: Road) -> Iterator[None]:
    """Lines of a game change inside; where its written scores have them already, it counts afterwards as before."""
    counted = account_of_game(game, lines_on(game)) if meaning.included and game.outcome in Game.SCORED else None
    yield
    if counted is not None:
        keep_counted(game, counted, road=road)
