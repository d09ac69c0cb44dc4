"""Questions about what the event's rulebook says of forfeits and penalties, and about the scores of the event as a whole."""

from collections import Counter
from collections.abc import Iterator

from checklist.questions.forfeits import played_scores
from checklist.questions.model import DivisionFacts, Failure, Question, Weight, at
from tdsuite.formats.model import FileGame, Outcome
from tdsuite.formats.standings import sides_of
from tdsuite.tournaments.rulebooks.outcomes import Rated
from tdsuite.tournaments.rulebooks.penalties import PenaltyKind, PenaltyScheme

ENOUGH_SCORES, LOWEST_MEAN, HIGHEST_MEAN = 40, 250, 500
ENOUGH_GAMES = 40
COSTS = ("overtime", "challenge")


def _late(facts: DivisionFacts) -> Iterator[Failure]:
    margin = facts.book.starting.lateness_forfeit.margin.value if facts.book is not None else 0
    for game in facts.pairs:
        spreads = [abs(spread) for spread in (game.first_spread, game.second_spread) if spread is not None]
        if game.outcome is Outcome.LATENESS and margin and spreads and max(spreads) < margin:
            yield at(game, f"a margin of {margin} or more, as the event's rulebook says, not {max(spreads)}")


def _too_long(facts: DivisionFacts) -> Iterator[Failure]:
    forfeit = facts.book.ending.overtime_forfeit.value if facts.book is not None else None
    most = forfeit.after // 6 if forfeit is not None else 0  # 10 points a minute
    for game in facts.pairs:
        for line in game.lines:
            if most and game.outcome is Outcome.PLAYED and line.kind == "overtime" and -line.points > most:
                yield at(game, f"a forfeit: {-line.points} points of overtime are more than {most}")


def _give_nothing(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        for line in game.lines:
            if line.kind in COSTS and line.points > 0:
                yield at(game, f"points off for {line.kind}, not {line.points:+d}")


def _fits(points: int, scheme: PenaltyScheme) -> bool:
    """Whether a challenge may cost this."""
    if scheme.kind in (PenaltyKind.POINTS_PER_WORD, PenaltyKind.POINTS_PER_TURN):
        return points % scheme.amounts[0] == 0 and (
            points == scheme.amounts[0] or scheme.kind is PenaltyKind.POINTS_PER_WORD
        )
    return points in scheme.amounts if scheme.kind is PenaltyKind.RISING else points == 0


def _as_chosen(facts: DivisionFacts) -> Iterator[Failure]:
    scheme = facts.book.during.challenge.scheme.value if facts.book is not None else None
    for game in facts.division.games:
        for line in game.lines if scheme is not None else ():
            if scheme is not None and line.kind == "challenge" and line.points < 0 and not _fits(-line.points, scheme):
                yield at(game, f"what the event's rules say a challenge costs ({scheme.label}), not {-line.points}")


def _rated_by_the_book(facts: DivisionFacts) -> Iterator[Failure]:
    if facts.book is None:
        return
    book = facts.book.results.forfeit_rated
    says = {Outcome.OVERTIME: book.overtime.value, Outcome.RESIGNED: book.resigned.value}
    for game in facts.pairs:
        if game.outcome in says and game.rated_in_file is not None:
            rated = says[game.outcome] is not Rated.NO  # both began
            if game.rated_in_file is not rated:
                yield at(
                    game, "a rated game, as the rulebook has it: it began" if rated else "a game that is not rated"
                )


def _ejected(facts: DivisionFacts) -> Iterator[Failure]:
    bottom = {row.number for row in facts.division.players if row.at_bottom}
    for game in facts.pairs if bottom else ():
        for side in sides_of(game):
            if side.entry in bottom and side.halves:
                yield at(
                    game, f"a loss of {side.entry}, who was ejected: games already played are the opponents', or void"
                )


def _mean(facts: DivisionFacts) -> Iterator[Failure]:
    scores = [score for _, both in played_scores(facts) for score in both]
    if len(scores) >= ENOUGH_SCORES and not LOWEST_MEAN <= sum(scores) / len(scores) <= HIGHEST_MEAN:
        mean = sum(scores) / len(scores)
        yield Failure(
            0, (), f"a mean score of {LOWEST_MEAN} to {HIGHEST_MEAN}, not {mean:.0f}: look whether these are scores"
        )


def _margins(facts: DivisionFacts) -> Iterator[Failure]:
    margins = Counter(abs(first - second) for _, (first, second) in played_scores(facts))
    if margins.total() >= ENOUGH_GAMES:
        margin, count = margins.most_common(1)[0]
        if count * 5 > margins.total():
            yield Failure(
                0, (), f"margins of all kinds, not {margin} in {count} of {margins.total()} games: are they stand-ins?"
            )


def _twice_running(facts: DivisionFacts) -> Iterator[Failure]:
    own: dict[tuple[int, int], tuple[tuple[int, int], FileGame]] = {}
    for game, (first, second) in played_scores(facts):
        for number, scores in zip(game.players, ((first, second), (second, first)), strict=True):
            before = own.get((number, game.round - 1))
            if before is not None and before[0] == scores:
                yield at(
                    game,
                    f"other scores for {number} than in round {game.round - 1}: look whether one was entered twice",
                )
            own[number, game.round] = (scores, game)


QUESTIONS = (
    Question(415, Weight.SERIOUS, "A game forfeited by lateness is lost by what the event’s rulebook says, or more.", "WESPA 2.3.6(a), NSA III.G.1", _late),
    Question(416, Weight.SERIOUS, "Who is ten minutes over time has forfeited, where the event’s rulebook says so.", "WESPA 5.3.3", _too_long),
    Question(417, Weight.SERIOUS, "Overtime and challenges take points, and give none.", "WESPA 3.10.15, 5.3.2, NSA III.C.2", _give_nothing),
    Question(418, Weight.SERIOUS, "A challenge costs what the event’s own rules say.", "WESPA 3.10.15(b), (c)", _as_chosen),
    Question(419, Weight.SERIOUS, "A game resigned, or lost on time, is rated as the event’s rulebook says.", "NSA III.G", _rated_by_the_book),
    Question(420, Weight.SERIOUS, "Who was ejected has won no game: those already played are the opponents’, or void in a round robin.", "WESPA 6.2.4(a)", _ejected),
    Question(433, Weight.SLIGHT, "The mean of 40 scores or more is 250 to 500.", "suite", _mean),
    Question(434, Weight.SLIGHT, "Of 40 games or more, no margin is that of more than a fifth.", "suite", _margins),
    Question(435, Weight.SLIGHT, "Nobody has the same two scores in two rounds running.", "suite", _twice_running),
)  # fmt: skip
