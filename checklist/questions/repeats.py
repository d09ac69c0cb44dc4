"""Questions about who meets whom again, and about who stands how far apart."""

from collections import Counter
from collections.abc import Iterator

from checklist.questions.model import DivisionFacts, Failure, Question, Weight, at, pair_of
from pairings.engine.matching.matching import largest_matching
from tdsuite.formats.model import FileGame

MOST_COUNTED = 120  # players of a round in which the fewest repeats are counted by a largest matching


def _boards(facts: DivisionFacts) -> Iterator[tuple[FileGame, tuple[int, ...]]]:
    """Each board with the earlier rounds in which its two met; none of a round robin."""
    for game in facts.pairs if not facts.round_robin else ():
        yield game, tuple(round_ for round_ in facts.meetings[pair_of(game)] if round_ < game.round)


def _unmet(facts: DivisionFacts, game: FileGame) -> list[int]:
    """Who plays in the same round and has met neither of a board's players before."""
    playing = {number for board in facts.rounds[game.round] if board.second for number in board.players}

    def met(number: int, other: int) -> bool:
        return any(round_ < game.round for round_ in facts.meetings.get((min(number, other), max(number, other)), ()))

    return [
        number
        for number in sorted(playing - set(game.players))
        if not any(met(player, number) for player in game.players)
    ]


def _running(facts: DivisionFacts) -> Iterator[Failure]:
    for game, earlier in _boards(facts):
        if game.round - 1 in earlier and (unmet := _unmet(facts, game)):
            yield at(game, f"other opponents: they met in round {game.round - 1}; player {unmet[0]} has met neither")


def _third(facts: DivisionFacts) -> Iterator[Failure]:
    for game, earlier in _boards(facts):
        if len(earlier) == 2 and (unmet := _unmet(facts, game)):
            yield at(game, f"other opponents: this is meeting 3; player {unmet[0]} has met neither")


def _fourth(facts: DivisionFacts) -> Iterator[Failure]:
    for game, earlier in _boards(facts):
        if len(earlier) >= 3:
            rounds = ", ".join(map(str, earlier))
            yield at(game, f"at most three meetings of the same two: they met in rounds {rounds}")


def _avoidable(facts: DivisionFacts) -> Iterator[Failure]:
    by_round: dict[int, list[tuple[FileGame, bool]]] = {}
    for game, earlier in _boards(facts):
        by_round.setdefault(game.round, []).append((game, bool(earlier)))
    for round_, boards in by_round.items():
        playing = sorted({number for game, _ in boards for number in game.players})
        again = [game for game, repeated in boards if repeated]
        if not again or len(playing) > MOST_COUNTED or len(playing) < 2 * len(boards):
            continue
        edges = [
            (first, second)
            for first in range(len(playing))
            for second in range(first + 1, len(playing))
            if not any(met < round_ for met in facts.meetings.get((playing[first], playing[second]), ()))
        ]
        fewest = len(boards) - len(largest_matching(len(playing), edges))
        if len(again) > fewest:
            players = tuple(number for game in again for number in game.players)
            yield Failure(round_, players, f"{fewest} repeats would do, not {len(again)}")


def _early(facts: DivisionFacts) -> Iterator[Failure]:
    half = facts.division.rounds // 2
    for game, earlier in _boards(facts):
        if earlier and game.round <= half and len(facts.numbers) > facts.division.rounds:
            yield at(game, f"no repeat before round {half + 1}: they met in round {earlier[-1]}")


def _tenth(facts: DivisionFacts) -> Iterator[Failure]:
    boards = list(_boards(facts))
    again = [game for game, earlier in boards if earlier]
    if len(facts.numbers) > facts.division.rounds and len(again) * 10 > len(boards):
        yield Failure(0, (), f"at most a tenth of the games as repeats, not {len(again)} of {len(boards)}")


def _far_apart(facts: DivisionFacts) -> Iterator[Failure]:
    wide = len(facts.numbers) >= 2 * facts.division.rounds
    for game, _ in _boards(facts) if wide else ():
        before = facts.before(game.round)
        rows = [before[number] for number in game.players if number in before]
        if len(rows) == 2 and abs(rows[0].halves - rows[1].halves) > 6:
            yield at(game, f"opponents within three wins, not {rows[0].record} against {rows[1].record}")


def _leader_in_the_last_round(facts: DivisionFacts) -> Iterator[Failure]:
    last = facts.division.rounds
    if facts.round_robin or last < 4 or len(facts.numbers) < 12:
        return
    before = facts.before(last)
    wins = sorted((row.halves for row in before.values()), reverse=True)
    if len(wins) > 1 and wins[0] - wins[1] > 2:
        return  # nobody catches the leader: see 219
    for game in facts.pairs:
        ranks = sorted(before[number].rank for number in game.players if number in before)
        if game.round == last and len(ranks) == 2 and ranks[0] == 1 and ranks[1] > len(before) // 2:
            yield at(game, f"the leader meets somebody of the upper half in the last round, not rank {ranks[1]}")


def _two_rounds_on(facts: DivisionFacts) -> Iterator[Failure]:
    for game, earlier in _boards(facts):
        if game.round - 2 in earlier and (unmet := _unmet(facts, game)):
            yield at(game, f"other opponents: they met in round {game.round - 2}; player {unmet[0]} has met neither")


def _laps(facts: DivisionFacts) -> Iterator[Failure]:
    lap = len(facts.numbers) - 1 + len(facts.numbers) % 2
    for game in facts.pairs if facts.round_robin else ():
        earlier = [round_ for round_ in facts.meetings[pair_of(game)] if round_ < game.round]
        if game.round <= lap and earlier:
            yield at(game, f"somebody new: the two met in round {earlier[0]}, and not all have met yet")


def _alike_in_round_one(facts: DivisionFacts, kind: str) -> Iterator[Failure]:
    of = {row.number: getattr(row, kind).strip() for row in facts.division.players}
    sizes = Counter(of[number] for number in facts.numbers if number in of)
    for game in facts.pairs:
        first, second = (of.get(number, "") for number in game.players)
        if game.round == 1 and first and first == second and sizes[first] * 2 <= len(facts.numbers):
            yield at(game, f"an opponent of another {kind} than {first}")


def _teams(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _alike_in_round_one(facts, "team")


def _clubs(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _alike_in_round_one(facts, "club")


def _countries(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _alike_in_round_one(facts, "country")


QUESTIONS = (
    Question(201, Weight.SERIOUS, "Nobody meets the opponent of the round before while another is there whom neither has met.", "suite", _running),
    Question(202, Weight.SERIOUS, "No two meet a third time while another is there whom neither has met.", "suite", _third),
    Question(203, Weight.SLIGHT, "No two meet a fourth time, but in a round robin.", "suite", _fourth),
    Question(204, Weight.SERIOUS, "A round has no more repeats than it must (up to 120 players).", "suite", _avoidable),
    Question(205, Weight.SLIGHT, "With more players than rounds nobody meets again in the first half.", "suite", _early),
    Question(206, Weight.SLIGHT, "With more players than rounds at most a tenth of the games are repeats.", "suite", _tenth),
    Question(207, Weight.SLIGHT, "In round 1 players of one team do not meet, unless it is more than half of the field.", "suite", _teams),
    Question(208, Weight.SLIGHT, "With twice as many players as rounds nobody meets a player more than three wins away, but in a round robin.", "suite", _far_apart),
    Question(209, Weight.SLIGHT, "In the last round the leader meets somebody of the upper half (12 players and 4 rounds or more).", "suite", _leader_in_the_last_round),
    Question(210, Weight.SLIGHT, "Nobody meets the opponent of two rounds before while another is there whom neither has met.", "suite", _two_rounds_on),
    Question(211, Weight.SLIGHT, "In a round robin nobody meets again before everybody has met.", "suite", _laps),
    Question(212, Weight.SLIGHT, "In round 1 players of one club do not meet, unless it is more than half of the field.", "suite", _clubs),
    Question(213, Weight.SLIGHT, "In round 1 players of one country do not meet, unless it is more than half of the field.", "suite", _countries),
)  # fmt: skip
