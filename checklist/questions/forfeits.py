"""Questions about forfeits, players who left, and the scores of games that were played."""

from collections import Counter
from collections.abc import Iterator

from checklist.questions.model import FORFEITS, DivisionFacts, Failure, Question, Weight, at
from tdsuite.formats.model import FileGame, Outcome
from tdsuite.formats.standings import PLAYED, margin_of

MARGINS = (50, 75, 100, 150)  # NSA III.G.1; WESPA 2.3.6(a), 5.3.3, 6.2.4
ONE_SIDED = frozenset({Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.LATENESS, Outcome.PENALTY_UNPLAYED})


def _stated(facts: DivisionFacts) -> Iterator[tuple[FileGame, tuple[int, int], tuple[int, int]]]:
    """Forfeits of two players, with the half wins and the spreads that the file states for both."""
    for game in facts.division.games:
        halves, spreads = (game.first_halves, game.second_halves), (game.first_spread, game.second_spread)
        if game.second is None or game.outcome not in FORFEITS:
            continue
        if halves[0] is not None and halves[1] is not None and spreads[0] is not None and spreads[1] is not None:
            yield game, (halves[0], halves[1]), (spreads[0], spreads[1])


def _one_winner(facts: DivisionFacts) -> Iterator[Failure]:
    for game, halves, _ in _stated(facts):
        if game.outcome in ONE_SIDED and game.outcome is not Outcome.NO_SHOW and sorted(halves) != [0, 2]:
            yield at(game, f"a win for one and a loss for the other, not {halves[0]} and {halves[1]} half wins")


def _mirrored(facts: DivisionFacts) -> Iterator[Failure]:
    for game, halves, spreads in _stated(facts):
        if sorted(halves) == [0, 2] and spreads[0] != -spreads[1]:
            yield at(game, f"the same margin both ways, not {spreads[0]:+d} and {spreads[1]:+d}")


def _winner_ahead(facts: DivisionFacts) -> Iterator[Failure]:
    for game, halves, spreads in _stated(facts):
        if any(
            (half == 2 and spread < 0) or (half == 0 and spread > 0)
            for half, spread in zip(halves, spreads, strict=True)
        ):
            yield at(game, "a positive spread for the winner and a negative one for the loser")


def _double(facts: DivisionFacts) -> Iterator[Failure]:
    for game, halves, spreads in _stated(facts):
        if game.outcome is Outcome.DOUBLE_FORFEIT and (any(halves) or max(spreads) > 0):
            yield at(game, "a loss for both, and no positive spread")


def _margin(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        spread = facts.spread_without_opponent(game)
        if game.outcome in ONE_SIDED and spread is not None and abs(spread) not in MARGINS:
            yield at(game, f"a margin of 50, 75, 100 or 150, not {abs(spread)}")


def _rated(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        if game.second is not None and game.outcome in FORFEITS and game.rated_in_file:
            yield at(game, "not rated: no tile was drawn")


def _void(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        worth = (game.first_halves, game.second_halves, game.first_spread, game.second_spread)
        if game.outcome is Outcome.VOID and (any(worth) or game.rated_in_file):
            yield at(game, "nothing for either player, and no rating: the game is void")


def _three_running(facts: DivisionFacts) -> Iterator[Failure]:
    lost: dict[int, list[int]] = {}
    for game in facts.division.games:
        if game.second is not None and game.outcome in ONE_SIDED:
            loser = game.first if (game.first_halves or 0) < (game.second_halves or 0) else game.second
            lost.setdefault(loser, []).append(game.round)
    for number, rounds in lost.items():
        for round_ in rounds:
            if {round_ - 2, round_ - 1, round_} <= set(rounds):
                yield Failure(round_, (number,), "no opponent any more after two forfeits running: the player has left")


def _after_leaving(facts: DivisionFacts) -> Iterator[Failure]:
    left = {row.number: row.withdrawn_from for row in facts.division.players if row.withdrawn_from}
    for game in facts.pairs:
        for number in game.players:
            if number in left and game.round >= (left[number] or 0):
                yield at(game, f"no board for {number}, who left before round {left[number]}")


def _absent(facts: DivisionFacts) -> Iterator[Failure]:
    away = {(row.number, round_) for row in facts.division.players for round_ in row.absences}
    for game in facts.pairs:
        for number in game.players:
            if (number, game.round) in away and game.outcome in PLAYED:
                yield at(game, f"no game for {number}, who is absent in round {game.round}")


def _scores(game: FileGame) -> tuple[int, int] | None:
    if game.outcome not in PLAYED or game.first_score is None or game.second_score is None:
        return None
    return game.first_score, game.second_score


def played_scores(facts: DivisionFacts) -> Iterator[tuple[FileGame, tuple[int, int]]]:
    for game in facts.pairs:
        if scores := _scores(game):
            yield game, scores


def _negative(facts: DivisionFacts) -> Iterator[Failure]:
    for game, scores in played_scores(facts):
        if min(scores) < 0:
            yield at(game, f"no score below zero in a game that was played, not {min(scores)}")


def _nil(facts: DivisionFacts) -> Iterator[Failure]:
    for game, scores in played_scores(facts):
        if scores == (0, 0):
            yield at(game, "the scores, or a game that is void: 0 to 0 counts as a tie")


def _too_high(facts: DivisionFacts) -> Iterator[Failure]:
    for game, scores in played_scores(facts):
        if max(scores) >= 800:
            yield at(game, f"a score below 800, not {max(scores)}: look at the sheet")


def _low_win(facts: DivisionFacts) -> Iterator[Failure]:
    for game, scores in played_scores(facts):
        if 0 < max(scores) < 200:
            yield at(game, f"a winner of 200 or more, not {max(scores)}: look at the sheet")


def _wide(facts: DivisionFacts) -> Iterator[Failure]:
    for game, _ in played_scores(facts):
        if abs(margin_of(game) or 0) > 450:
            yield at(game, f"a margin of 450 or less, not {abs(margin_of(game) or 0)}: look at the sheet")


def _same_twice(facts: DivisionFacts) -> Iterator[Failure]:
    seen: dict[tuple[int, tuple[int, ...]], FileGame] = {}
    for game, scores in played_scores(facts):
        key = (game.round, tuple(sorted(scores)))
        other = seen.setdefault(key, game)
        if other is not game and any(scores):
            players = " and ".join(map(str, other.players))
            yield at(game, f"other scores than {players} in the same round: look whether a sheet was entered twice")


def _winner_is_there(facts: DivisionFacts) -> Iterator[Failure]:
    rows = {row.number: row for row in facts.division.players}
    for game, halves, _ in _stated(facts):
        for number, own in zip(game.players, halves, strict=True):
            row = rows.get(number)
            if (
                own == 2
                and row is not None
                and (game.round in row.absences or (row.withdrawn_from or 99) <= game.round)
            ):
                yield at(game, f"no win for {number}, who was not there either")


def _no_scores(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        if game.second is not None and game.outcome in FORFEITS and (game.first_score or game.second_score):
            yield at(game, f"no scores, not {game.first_score} to {game.second_score}: no tile was drawn")


def _lost_by(facts: DivisionFacts, outcomes: frozenset[Outcome], least: int) -> Iterator[Failure]:
    for game in facts.pairs:
        spreads = [spread for spread in (game.first_spread, game.second_spread) if spread is not None]
        if game.outcome in outcomes and spreads and max(map(abs, spreads)) < least:
            yield at(game, f"a margin of {least} or more, not {max(map(abs, spreads))}")


def _over_time(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _lost_by(facts, frozenset({Outcome.OVERTIME}), 100)


def _resigned(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _lost_by(facts, frozenset({Outcome.RESIGNED}), 50)


def _low_loss(facts: DivisionFacts) -> Iterator[Failure]:
    for game, scores in played_scores(facts):
        if 0 <= min(scores) < 100 and max(scores) > 0:
            yield at(game, f"a loser of 100 or more, not {min(scores)}: look at the sheet")


def _both_scores(facts: DivisionFacts) -> Iterator[Failure]:
    for game, scores in played_scores(facts):
        if any(scores) and not 400 <= sum(scores) <= 1100:
            yield at(game, f"scores that add up to 400 to 1,100, not {sum(scores)}: look at the sheet")


def _ties(facts: DivisionFacts) -> Iterator[Failure]:
    played = [scores for _, scores in played_scores(facts)]
    ties = sum(first == second for first, second in played)
    if len(played) >= 40 and ties * 20 > len(played):
        yield Failure(0, (), f"a tie in twenty games at most, not {ties} in {len(played)}: 1 game in 200 is one")


def _last_digits(facts: DivisionFacts) -> Iterator[Failure]:
    digits = Counter(score % 10 for _, scores in played_scores(facts) for score in scores)
    if digits.total() >= 40:
        digit, count = digits.most_common(1)[0]
        if count * 2 > digits.total():
            yield Failure(
                0, (), f"last digits of all kinds, not {count} of {digits.total()} scores that end in {digit}"
            )


def _lines(facts: DivisionFacts, kind: str, step: int) -> Iterator[Failure]:
    for game in facts.division.games:
        for line in game.lines:
            if line.kind == kind and line.points % step:
                yield at(game, f"{kind} in steps of {step} points, not {line.points}")


def _overtime_lines(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _lines(facts, "overtime", 10)


def _challenge_lines(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _lines(facts, "challenge", 5)


QUESTIONS = (
    Question(401, Weight.GRAVE, "A forfeit has one winner and one loser.", "NSA III.G.1, WESPA 2.3.6", _one_winner),
    Question(402, Weight.GRAVE, "The winner of a forfeit gains what the loser loses.", "NSA III.G.1, WESPA 2.3.6(a)", _mirrored),
    Question(403, Weight.GRAVE, "The spread of a forfeit has the sign of its result.", "NSA III.G.1, WESPA 2.3.6(a)", _winner_ahead),
    Question(404, Weight.GRAVE, "In a double forfeit both lose.", "NSA III.G.1", _double),
    Question(405, Weight.SLIGHT, "A forfeit is by 50, 75, 100 or 150.", "NSA III.G.1, WESPA 2.3.6(a), 5.3.3, 6.2.4", _margin),
    Question(406, Weight.SERIOUS, "A forfeit without a tile drawn is not rated.", "NSA III.G, WESPA 2.3.6(b)", _rated),
    Question(407, Weight.GRAVE, "A void game counts nothing and is not rated.", "WESPA 6.2.4", _void),
    Question(408, Weight.SERIOUS, "Nobody is paired a third time running after two forfeits running.", "suite", _three_running),
    Question(409, Weight.SERIOUS, "Who has left the event has no board.", "suite", _after_leaving),
    Question(410, Weight.SERIOUS, "Who is absent in a round plays no game in it.", "suite", _absent),
    Question(411, Weight.SERIOUS, "Nobody wins by forfeit who is absent or has left.", "suite", _winner_is_there),
    Question(412, Weight.SERIOUS, "A game forfeited before a tile was drawn has no scores.", "NSA III.G, WESPA 2.3.6", _no_scores),
    Question(413, Weight.SERIOUS, "A game forfeited on time is lost by 100 or more.", "WESPA 5.3.3", _over_time),
    Question(414, Weight.SERIOUS, "A game that was resigned is lost by 50 or more.", "WESPA 5.7(c), NSA III.G.2", _resigned),
    Question(421, Weight.SERIOUS, "No game that was played has a score below zero.", "suite", _negative),
    Question(422, Weight.SERIOUS, "No game stands as 0 to 0.", "suite", _nil),
    Question(423, Weight.SLIGHT, "Every score is below 800.", "suite", _too_high),
    Question(424, Weight.SLIGHT, "Every winner has 200 points or more.", "suite", _low_win),
    Question(425, Weight.SLIGHT, "No game is won by more than 450.", "suite", _wide),
    Question(426, Weight.SLIGHT, "No two games of a round have the same two scores.", "suite", _same_twice),
    Question(427, Weight.SLIGHT, "Every loser has 100 points or more.", "suite", _low_loss),
    Question(428, Weight.SLIGHT, "The two scores of a game add up to 400 to 1,100.", "suite", _both_scores),
    Question(429, Weight.SLIGHT, "Of 40 games or more, at most one in twenty is a tie.", "suite", _ties),
    Question(430, Weight.SLIGHT, "Of 40 scores or more, no last digit has more than half.", "suite", _last_digits),
    Question(431, Weight.SERIOUS, "Overtime costs 10 points a minute or part.", "WESPA 5.3.2, NSA III.C.2", _overtime_lines),
    Question(432, Weight.SLIGHT, "What a challenge costs is in steps of 5 points.", "WESPA 3.10.15", _challenge_lines),
)  # fmt: skip
