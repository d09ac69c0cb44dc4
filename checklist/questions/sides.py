"""More questions about who starts: laps, round 1, and the field as a whole.  They are asked only where the file names starters."""

from collections.abc import Iterator

from checklist.questions.model import (
    FORFEITS,
    DivisionFacts,
    Failure,
    Question,
    Weight,
)
from tdsuite.formats.model import StartsBy

ENOUGH_BOARDS = 8  # of a round: by chance one side has all starts once in 128
ENOUGH_OF_A_PLAYER = 4  # games
ENOUGH_PLAYERS = 8


def _laps(facts: DivisionFacts) -> Iterator[Failure]:
    count = len(facts.numbers)
    lap = count - 1 + count % 2
    if not facts.round_robin or not facts.starts_known or len(facts.rounds) < 2 * lap or len(facts.rounds) % lap:
        return
    for number in facts.numbers:
        for began in range(1, len(facts.rounds), lap):
            balance = sum(facts.sides[number].get(round_, 0) for round_ in range(began, began + lap))
            if abs(balance) > 1:
                words = f"within one of even in rounds {began} to {began + lap - 1}, not {abs(balance)}"
                yield Failure(began + lap - 1, (number,), words)


def _round_one(facts: DivisionFacts) -> Iterator[Failure]:
    rating = {row.number: row.rating or 0 for row in facts.division.players}
    ahead = []  # whether the higher rated start, on boards of two rated players
    for game in facts.pairs:
        first, second = (rating.get(number, 0) for number in game.players)
        assigned = game.starts_by in (StartsBy.ASSIGNED, StartsBy.BALANCE) and game.outcome not in FORFEITS
        if game.round == 1 and assigned and first and second and first != second:
            ahead.append(first > second)
    if len(ahead) >= ENOUGH_BOARDS and len(set(ahead)) == 1:
        words = "higher" if ahead[0] else "lower"
        yield Failure(1, (), f"starts for players of both halves: the {words} rated start on all {len(ahead)} boards")


def _half_their_games(facts: DivisionFacts) -> Iterator[Failure]:
    if not facts.starts_known:
        return
    records = [facts.start_record(number, facts.division.rounds + 1) for number in facts.numbers]
    enough = [record for record in records if record.games >= ENOUGH_OF_A_PLAYER]
    uneven = sum(abs(record.balance) >= 2 for record in enough)
    if len(enough) >= ENOUGH_PLAYERS and uneven * 3 > len(enough):
        yield Failure(0, (), f"two thirds of the players within one start of even; {uneven} of {len(enough)} are not")


QUESTIONS = (
    Question(316, Weight.SLIGHT, "In a round robin of several laps everybody is within one of even in each lap.", "WESPA 2.1(b)", _laps),
    Question(317, Weight.SLIGHT, "In round 1 of 8 boards or more neither the higher nor the lower rated start on all.", "suite", _round_one),
    Question(318, Weight.SERIOUS, "At most a third of 8 players or more (4 games or more each) end two or more starts from even.", "WESPA 2.1(b)", _half_their_games),
)  # fmt: skip
