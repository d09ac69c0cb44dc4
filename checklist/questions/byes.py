"""Questions about byes."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from checklist.questions.model import FORFEITS, DivisionFacts, Failure, Question, Weight, at
from tdsuite.formats.model import FileGame, Outcome

WORTH = {Outcome.BYE: (2, "a win"), Outcome.HALF_BYE: (1, "half a win"), Outcome.ZERO_BYE: (0, "nothing")}


def _byes(facts: DivisionFacts) -> Iterator[FileGame]:
    """Every bye, in order of rounds."""
    for games in facts.rounds.values():
        yield from filter(facts.is_bye, games)


def _two_in_a_round(facts: DivisionFacts) -> Iterator[Failure]:
    for round_, games in facts.rounds.items():
        byes = tuple(game.first for game in games if facts.is_bye(game))
        if len(byes) > 1:
            yield Failure(round_, byes, f"at most one bye, not {len(byes)}: two of them could play each other")


def _second_bye(facts: DivisionFacts) -> Iterator[Failure]:
    for bye in _byes(facts):
        earlier = [round_ for round_ in facts.byes[bye.first] if round_ < bye.round]
        playing = {number for game in facts.rounds[bye.round] if game.second for number in game.players}
        fewer = [number for number in playing if not any(before < bye.round for before in facts.byes.get(number, ()))]
        if earlier and fewer:
            yield at(bye, f"a bye for one of {len(fewer)} players who have had none; this is bye {len(earlier) + 1}")


def _running(facts: DivisionFacts) -> Iterator[Failure]:
    for bye in _byes(facts):
        if bye.round - 1 in facts.byes[bye.first]:
            yield at(bye, f"an opponent: round {bye.round - 1} was a bye too")


def _spread_of_the_event(facts: DivisionFacts) -> Iterator[Failure]:
    counts = Counter(bye.first_spread for bye in _byes(facts) if bye.first_spread is not None)
    if counts:
        usual = counts.most_common(1)[0][0]
        for bye in _byes(facts):
            if bye.first_spread not in (None, usual):
                yield at(bye, f"{usual:+d} as for other byes, not {bye.first_spread:+d}")


def _spread_of_the_book(facts: DivisionFacts) -> Iterator[Failure]:
    for bye in _byes(facts):
        spread = facts.spread_without_opponent(bye)
        if spread not in (None, 50):
            yield at(bye, f"+50, not {spread:+d}")


def _worth(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        if game.second is None and game.outcome in WORTH and game.first_halves is not None:
            halves, words = WORTH[game.outcome]
            if game.first_halves != halves:
                yield at(game, f"{words}: {halves} half wins, not {game.first_halves}")


def _rated(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        if game.second is None and game.rated_in_file:
            yield at(game, "not rated")


def _in_the_lower_half(facts: DivisionFacts) -> Iterator[Failure]:
    for bye in _byes(facts):
        if bye.round == 1 or facts.round_robin:
            continue
        ranks = {number: row.rank for number, row in facts.before(bye.round).items()}
        playing = {number for game in facts.rounds[bye.round] for number in game.players}
        without = sorted(
            (number for number in playing if not any(before < bye.round for before in facts.byes.get(number, ()))),
            key=lambda number: ranks.get(number, 0),
        )
        if bye.first in without and without.index(bye.first) < len(without) // 2:
            yield at(bye, f"a player of the lower half of those without a bye, such as {without[-1]}")


def _none_when_even(facts: DivisionFacts) -> Iterator[Failure]:
    for bye in _byes(facts):
        games = facts.rounds[bye.round]
        placed = {number for game in games for number in game.players}
        free = [row.number or 0 for row in facts.division.players if row.number not in placed]
        idle = [number for number in free if facts.is_there(number, bye.round)]
        byes = sum(map(facts.is_bye, games))
        if byes == 1 and len(idle) % 2 == 1:
            yield at(bye, f"an opponent: player {idle[0]} is there in round {bye.round} and stands on no board")


def _after_leaving(facts: DivisionFacts) -> Iterator[Failure]:
    left = {row.number: row.withdrawn_from for row in facts.division.players if row.withdrawn_from}
    for bye in _byes(facts):
        if bye.first in left and bye.round >= (left[bye.first] or 0):
            yield at(bye, f"no win: the player left before round {left[bye.first]}")


def _board(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        if game.second is None and game.board is not None:
            yield at(game, "no board for a player without an opponent")


def _part_of_a_win(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        if (
            game.second is None
            and game.outcome in (Outcome.HALF_BYE, Outcome.ZERO_BYE)
            and (game.first_spread or 0) > 0
        ):
            yield at(game, f"no spread for a bye that is not a win, not {game.first_spread:+d}")


def _of_a_round_robin(facts: DivisionFacts) -> Iterator[Failure]:
    throughout = [number for number in facts.numbers if len(facts.own_rounds[number]) == len(facts.rounds)]
    if facts.round_robin and len(facts.numbers) % 2 and len(facts.rounds) % len(facts.numbers) == 0:
        laps = len(facts.rounds) // len(facts.numbers)
        for number in throughout:
            if len(facts.byes.get(number, ())) != laps:
                yield Failure(0, (number,), f"{laps} byes, one a lap, not {len(facts.byes.get(number, ()))}")


def _of_round_one(facts: DivisionFacts) -> Iterator[Failure]:
    ratings = {row.number: row.rating or 0 for row in facts.division.players}
    games = facts.rounds.get(1, ())
    playing = sorted((ratings.get(number, 0) for game in games if game.second for number in game.players), reverse=True)
    for bye in games:
        if facts.is_bye(bye) and playing and not facts.round_robin:
            rating = ratings.get(bye.first, 0)
            if rating > playing[len(playing) // 2]:
                yield at(bye, f"a player of the lower half by rating, not one of {rating}")


def _spread_over_the_field(facts: DivisionFacts) -> Iterator[Failure]:
    throughout = [number for number in facts.numbers if len(facts.own_rounds[number]) == len(facts.rounds)]
    counts = {number: len(facts.byes.get(number, ())) for number in throughout}
    fewest = min(counts.values(), default=0)
    for number, count in counts.items():
        if count >= fewest + 2:
            yield Failure(
                0, (number,), f"at most {fewest + 1} byes, as others who were there in every round, not {count}"
            )


def _won_by_forfeit(facts: DivisionFacts) -> dict[int, list[int]]:
    """The rounds in which a player won against an opponent who did not play."""
    won: dict[int, list[int]] = {}
    for game in facts.pairs:
        for number, halves in zip(game.players, (game.first_halves, game.second_halves), strict=True):
            if game.outcome in FORFEITS and halves == 2:
                won.setdefault(number, []).append(game.round)
    return won


def _after_a_win_by_forfeit(facts: DivisionFacts) -> Iterator[Failure]:
    won = _won_by_forfeit(facts)
    for bye in _byes(facts):
        rounds = [round_ for round_ in won.get(bye.first, ()) if round_ < bye.round]
        playing = {number for game in facts.rounds[bye.round] if game.second for number in game.players}
        free = [(*facts.byes.get(number, ()), *won.get(number, ())) for number in playing]
        if rounds and not facts.round_robin and any(not any(round_ < bye.round for round_ in own) for own in free):
            yield at(
                bye, f"a bye for somebody who has had no win without a game; this player had one in round {rounds[0]}"
            )


def _scores(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.division.games:
        if game.second is None and (game.first_score is not None or any(line.points for line in game.lines)):
            yield at(game, "no score, and no points given or taken: there was no game")


def _spread_of_the_choices(facts: DivisionFacts) -> Iterator[Failure]:
    spread = facts.book.results.bye.spread.value if facts.book is not None else None
    for bye in _byes(facts):
        if spread is not None and bye.first_spread not in (None, spread):
            yield at(bye, f"{spread:+d}, as the event's rules say, not {bye.first_spread:+d}")


def _volunteers(facts: DivisionFacts) -> Iterator[Failure]:
    rules = facts.division.document.pairing_rules if facts.division.document is not None else None
    if not rules or rules.volunteers is UNSET:
        return
    boards = [] if rules.boards is UNSET else rules.boards
    forced = {(board.player, board.round) for board in boards if board.ask == "forced" and not board.opponent}
    for bye in _byes(facts):
        playing = {number for game in facts.rounds[bye.round] if game.second for number in game.players}
        due = [number for number in rules.volunteers if number in playing and not facts.byes.get(number)]
        if due and bye.first not in rules.volunteers and (bye.first, bye.round) not in forced:
            yield at(bye, f"a bye for {due[0]}, who would rather have it and never had one")


QUESTIONS = (
    Question(101, Weight.SERIOUS, "No round has two byes.", "suite", _two_in_a_round),
    Question(102, Weight.SERIOUS, "Nobody has a second bye while somebody who plays has had none.", "suite", _second_bye),
    Question(103, Weight.SERIOUS, "Nobody has a bye in two rounds running.", "suite", _running),
    Question(104, Weight.SERIOUS, "Every bye of the event counts the same spread.", "suite", _spread_of_the_event),
    Question(105, Weight.SLIGHT, "A bye counts a spread of +50.", "NSA III.G.3", _spread_of_the_book),
    Question(106, Weight.GRAVE, "A bye counts as a win, a half bye as half of one, a zero bye as none.", "NSA III.G.3", _worth),
    Question(107, Weight.SERIOUS, "A bye is not rated.", "NSA III.G", _rated),
    Question(108, Weight.SLIGHT, "From round 2 a bye goes to the lower half of those who have had none.", "suite", _in_the_lower_half),
    Question(109, Weight.SERIOUS, "Nobody has a bye while an odd number of players who are there have neither game nor bye.", "suite", _none_when_even),
    Question(110, Weight.SERIOUS, "Who has left the event has no bye.", "suite", _after_leaving),
    Question(111, Weight.SLIGHT, "A bye has no board.", "suite", _board),
    Question(112, Weight.SLIGHT, "A bye that counts as half a win or as none gives no spread.", "suite", _part_of_a_win),
    Question(113, Weight.SERIOUS, "In a round robin of an odd number everybody has one bye a lap.", "suite", _of_a_round_robin),
    Question(114, Weight.SLIGHT, "In round 1 a bye goes to the lower half by rating, but in a round robin.", "suite", _of_round_one),
    Question(115, Weight.SERIOUS, "Of those who are there in every round nobody has two byes more than another.", "suite", _spread_over_the_field),
    Question(116, Weight.SLIGHT, "Nobody has a bye after a win by forfeit while somebody who plays has had neither, but in a round robin.", "suite", _after_a_win_by_forfeit),
    Question(117, Weight.SERIOUS, "Nobody without an opponent has a score, or points given or taken.", "NSA III.G.3", _scores),
    Question(118, Weight.SERIOUS, "A bye counts the spread that the event’s own rules say.", "NSA III.G.3", _spread_of_the_choices),
    Question(119, Weight.SLIGHT, "A bye goes to who would rather have it, where the file names such players and one of them plays and never had one.", "suite", _volunteers),
)  # fmt: skip
