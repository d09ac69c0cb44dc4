"""Questions about who starts.  They are asked only where the file names starters."""

from collections.abc import Iterator

from checklist.questions.model import FORFEITS, KNOWN_STARTS, DivisionFacts, Failure, Question, Weight, at, pair_of
from tdsuite.formats.model import FileGame, StartsBy
from tdsuite.formats.standings import PLAYED, margin_of
from tdsuite.tournaments.engine.starts import NO_SIDE, StartRecord

ENOUGH_GAMES, LOWEST_SHARE, HIGHEST_SHARE = 100, 0.4, 0.7


def assigned_boards(facts: DivisionFacts) -> Iterator[tuple[FileGame, StartRecord, StartRecord]]:
    """Each game whose starter is assigned, with both players' records before it; none of a round robin's own structure."""
    for game in facts.pairs if facts.starts_known and not facts.round_robin else ():
        assigned = game.starts_by in (StartsBy.ASSIGNED, StartsBy.BALANCE)
        if assigned and game.second is not None and game.outcome not in FORFEITS:
            yield game, facts.start_record(game.first, game.round), facts.start_record(game.second, game.round)


def _off(facts: DivisionFacts, least: int) -> Iterator[Failure]:
    for number in facts.numbers:
        record = facts.start_record(number, facts.division.rounds + 1)
        if abs(record.balance) >= least:
            yield Failure(0, (number,), f"within {least - 1} of even, not {record.starts} starts of {record.games}")


def _two_off(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _off(facts, 2)


def _three_off(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _off(facts, 3)


def _structure(facts: DivisionFacts) -> Iterator[Failure]:
    if facts.round_robin and len(facts.pairs) == len(facts.meetings):
        yield from _off(facts, 2)


def _runs(facts: DivisionFacts, length: int) -> Iterator[Failure]:
    for number, sides in facts.sides.items():
        run, last = 0, NO_SIDE
        for round_ in sorted(sides):
            if sides[round_] == NO_SIDE:
                continue
            run = run + 1 if sides[round_] == last else 1
            last = sides[round_]
            if run == length:
                words = "starts" if last > 0 else "replies"
                yield Failure(round_, (number,), f"fewer than {length} {words} running")


def _four_running(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _runs(facts, 4)


def _five_running(facts: DivisionFacts) -> Iterator[Failure]:
    yield from _runs(facts, 5)


def _two_more(facts: DivisionFacts) -> Iterator[Failure]:
    for game, first, second in assigned_boards(facts):
        if first.starts >= second.starts + 2:
            yield at(game, f"{game.second} starts: {second.starts} starts so far against {first.starts}")


def _fewer(facts: DivisionFacts) -> Iterator[Failure]:
    for game, first, second in assigned_boards(facts):
        if first.starts > second.starts:
            yield at(game, f"{game.second} starts: {second.starts} starts so far against {first.starts}")


def _replies(facts: DivisionFacts) -> Iterator[Failure]:
    for game, first, second in assigned_boards(facts):
        if first.starts == second.starts and first.replies < second.replies:
            yield at(game, f"{game.second} starts: {second.replies} replies so far against {first.replies}")


def _worse_for_both(facts: DivisionFacts) -> Iterator[Failure]:
    for game, first, second in assigned_boards(facts):
        if first.balance > 0 > second.balance:
            yield at(game, f"{game.second} starts: the start takes both players further from even")


def _meet_again(facts: DivisionFacts) -> Iterator[Failure]:
    first_starts: dict[tuple[int, int], list[int]] = {}
    for game in facts.pairs:
        if game.starts_by in KNOWN_STARTS and game.outcome not in FORFEITS:
            starters = first_starts.setdefault(pair_of(game), [])
            starters.append(game.first)
            if len(starters) == 2 and starters[0] == starters[1]:
                yield at(game, f"{game.second} starts: {game.first} did when the two met before")


def _missing(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.pairs if facts.starts_known else ():
        if game.outcome in PLAYED and game.starts_by not in KNOWN_STARTS:
            yield at(game, "a starter, as other games of the file have")


def _on_the_way(facts: DivisionFacts) -> Iterator[Failure]:
    for number, sides in facts.sides.items():
        balance = 0
        for round_ in sorted(sides):
            balance += sides[round_]
            if abs(balance) == 3 and abs(balance - sides[round_]) < 3:
                yield Failure(round_, (number,), f"within two of even after every round, not {abs(balance)}")


def _of_all_meetings(facts: DivisionFacts) -> Iterator[Failure]:
    starters: dict[tuple[int, int], list[int]] = {}
    for game in facts.pairs:
        if game.starts_by in KNOWN_STARTS and game.outcome not in FORFEITS:
            starters.setdefault(pair_of(game), []).append(game.first)
    for pair, names in starters.items():
        counts = sorted(names.count(number) for number in pair)
        if len(names) > 2 and counts[1] - counts[0] > 1:
            yield Failure(
                0, pair, f"starts of the two within one, not {counts[1]} and {counts[0]} in {len(names)} meetings"
            )


def _in_a_match(facts: DivisionFacts) -> Iterator[Failure]:
    before: dict[tuple[int, tuple[int, int]], FileGame] = {}
    for game in sorted(facts.division.games, key=lambda game: (game.round, game.match_game)):
        if game.second is None or game.starts_by not in KNOWN_STARTS or game.outcome in FORFEITS:
            continue
        earlier = before.get((game.round, pair_of(game)))
        if earlier is not None and earlier.match_game == game.match_game - 1 and earlier.first == game.first:
            yield at(game, f"{game.second} starts game {game.match_game}: {game.first} started the one before")
        before[game.round, pair_of(game)] = game


def _share_of_wins(facts: DivisionFacts) -> Iterator[Failure]:
    margins = [
        margin_of(game) or 0 for game in facts.pairs if game.outcome in PLAYED and game.starts_by in KNOWN_STARTS
    ]
    if len(margins) >= ENOUGH_GAMES:
        share = sum((margin > 0) + (margin == 0) / 2 for margin in margins) / len(margins)
        if not LOWEST_SHARE <= share <= HIGHEST_SHARE:
            yield Failure(
                0,
                (),
                f"starters who win 40 to 70 % of {len(margins)} games, not {share:.0%}: look whether the winner is written first",
            )


QUESTIONS = (
    Question(301, Weight.SLIGHT, "Nobody ends two or more starts from even.", "suite", _two_off),
    Question(302, Weight.SERIOUS, "Nobody ends three or more starts from even.", "suite", _three_off),
    Question(303, Weight.SERIOUS, "In a round robin of one meeting each everybody is within one of even.", "suite", _structure),
    Question(304, Weight.SLIGHT, "Nobody starts, or replies, four times running.", "suite", _four_running),
    Question(305, Weight.SERIOUS, "Nobody starts, or replies, five times running.", "suite", _five_running),
    Question(306, Weight.SERIOUS, "Nobody starts who has had two starts more than the opponent, but in a round robin.", "WESPA 2.1(b)(ii), NSA I.C", _two_more),
    Question(307, Weight.SLIGHT, "Who has had fewer starts starts, but in a round robin.", "WESPA 2.1(b)(ii), NSA I.C", _fewer),
    Question(308, Weight.SLIGHT, "With equal starts, who has had more replies starts, but in a round robin.", "NSA I.C", _replies),
    Question(309, Weight.SLIGHT, "No start takes both players further from even, but in a round robin.", "suite", _worse_for_both),
    Question(310, Weight.SLIGHT, "Two who meet twice start once each.", "suite", _meet_again),
    Question(311, Weight.SLIGHT, "Where the file names starters, it names that of every game that was played.", "suite", _missing),
    Question(312, Weight.SLIGHT, "Nobody is three starts from even at any time.", "suite", _on_the_way),
    Question(313, Weight.SLIGHT, "Of two who meet three times or more, neither starts two times more than the other.", "suite", _of_all_meetings),
    Question(314, Weight.SLIGHT, "In a match of several games the two start in turn.", "suite", _in_a_match),
    Question(315, Weight.SLIGHT, "Of 100 games or more, starters win 40 to 70 % (54.3 % of 158,230 real games).", "suite", _share_of_wins),
)  # fmt: skip
