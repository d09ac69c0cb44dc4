"""Questions about the standings that the file itself states, and about what they are made from."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from checklist.questions.model import FORFEITS, DivisionFacts, Failure, Question, Weight, at
from tdsuite.formats.event_json.document import DocumentRound, DocumentStanding
from tdsuite.formats.model import FileGame, Outcome
from tdsuite.formats.standings import PLAYED
from tdsuite.tournaments.engine.account import half_text
from tdsuite.tournaments.engine.standings import Standing


def _lines(facts: DivisionFacts) -> Iterator[tuple[int, DocumentStanding, Standing]]:
    """Each line of the table that the file states, with that counted afresh; only where spread alone decides."""
    document = facts.division.document
    if document is None or not 0 < document.standings.after < len(facts.tables):
        return
    if (document.tie_breaks or ["spread"]) != ["spread"]:
        return
    counted = {row.number: row for row in facts.tables[document.standings.after]}
    for line in document.standings.table:
        if line.player in counted:
            yield document.standings.after, line, counted[line.player]


def _wins(facts: DivisionFacts) -> Iterator[Failure]:
    for after, line, row in _lines(facts):
        if (line.halves, line.losing_halves) != (row.halves, row.losing_halves):
            stated = f"{half_text(line.halves)}-{half_text(line.losing_halves)}"
            yield Failure(after, (line.player,), f"{row.record}, not {stated}")


def _spread(facts: DivisionFacts) -> Iterator[Failure]:
    for after, line, row in _lines(facts):
        if line.spread != row.spread:
            yield Failure(after, (line.player,), f"a spread of {row.spread:+d}, not {line.spread:+d}")


def _rank(facts: DivisionFacts) -> Iterator[Failure]:
    for after, line, row in _lines(facts):
        if line.rank != row.rank:
            yield Failure(after, (line.player,), f"rank {row.rank}, not {line.rank}")


def _everybody(facts: DivisionFacts) -> Iterator[Failure]:
    document = facts.division.document
    if document is None or not 0 < document.standings.after < len(facts.tables):
        return
    times = Counter(line.player for line in document.standings.table)
    for row in facts.tables[document.standings.after]:
        if times[row.number] != 1:
            yield Failure(document.standings.after, (row.number,), f"one line in the table, not {times[row.number]}")


def _order(facts: DivisionFacts) -> Iterator[Failure]:
    document = facts.division.document
    if document is None:
        return
    lines = document.standings.table
    for above, line in pairwise(lines):
        if line.rank < above.rank:
            yield Failure(document.standings.after, (line.player,), f"its line above that of rank {above.rank}")


def _unranked_winner(facts: DivisionFacts) -> Iterator[Failure]:
    for game in facts.pairs:
        for number in game.players:
            if number in facts.division.left_out and game.outcome in PLAYED:
                yield at(game, f"a rank for {number}, who played this game")


def _late_results(facts: DivisionFacts) -> Iterator[Failure]:
    open_rounds = [game.round for game in facts.pairs if game.outcome is Outcome.AWAITED]
    decided = [game.round for game in facts.pairs if game.outcome in PLAYED]
    for game in facts.pairs:
        if game.outcome is Outcome.AWAITED and any(round_ > game.round for round_ in decided):
            yield at(game, f"a result: round {max(decided)} has results, and {len(open_rounds)} are awaited")


def _reasons(facts: DivisionFacts) -> Iterator[Failure]:
    for line in facts.division.adjustments:
        if facts.division.document is not None and not line.reason.strip():
            yield Failure(line.round, (line.number,), f"a reason for {line.points:+d} points of spread")


def _paired_after(facts: DivisionFacts) -> Iterator[Failure]:
    document = facts.division.document
    for round_ in document.rounds if document is not None else ():
        if round_.paired_after is not None and round_.paired_after >= round_.number:
            yield Failure(round_.number, (), f"standings of an earlier round, not of round {round_.paired_after}")


def _players_of_a_round(facts: DivisionFacts) -> Iterator[Failure]:
    for number in facts.numbers:
        for round_ in facts.rounds:
            if round_ not in facts.own_rounds[number] and facts.is_there(number, round_):
                yield Failure(round_, (number,), "a game, a bye or a forfeit: the player plays before and after")


def _twice(facts: DivisionFacts) -> Iterator[Failure]:
    for round_, games in facts.rounds.items():
        times = Counter((number, game.match_game) for game in games for number in set(game.players))
        for (number, _), count in times.items():
            if count > 1:
                yield Failure(round_, (number,), f"one game or bye, not {count}")


def _as_many_games(facts: DivisionFacts) -> Iterator[Failure]:
    for round_, games in facts.rounds.items():
        times = Counter(number for game in games for number in set(game.players))
        for number, count in times.items():
            if count < max(game.match_game for game in games):
                yield Failure(round_, (number,), f"as many games or byes as others have, not {count}")


def _empty_round(facts: DivisionFacts) -> Iterator[Failure]:
    for round_, games in facts.rounds.items():
        if not games:
            yield Failure(round_, (), "games: a later round has some")


def _boards_in_order(facts: DivisionFacts) -> Iterator[Failure]:
    for round_, games in facts.rounds.items():
        boards = sorted(game.board for game in games if game.second and game.board and game.match_game == 1)
        if boards and boards != list(range(boards[0], boards[0] + len(boards))):
            yield Failure(round_, (), f"boards without gaps, each once, not {', '.join(map(str, boards))}")


def _document_rounds(facts: DivisionFacts) -> tuple[DocumentRound, ...]:
    """The rounds as the document has them, with when each was scheduled, began and ended; none from other formats."""
    return tuple(facts.division.document.rounds) if facts.division.document is not None else ()


def _after_the_last(facts: DivisionFacts) -> Iterator[Failure]:
    document, complete = facts.division.document, facts.division.complete_rounds
    if (
        document is not None
        and document.standings.table
        and document.standings.after not in (complete, facts.division.rounds)
    ):
        yield Failure(0, (), f"the standings after round {complete}, not {document.standings.after}")


def _closed_complete(facts: DivisionFacts) -> Iterator[Failure]:
    for round_ in _document_rounds(facts):
        awaited = [game for game in round_.games if game.outcome == "awaited"]
        if round_.status == "closed" and awaited:
            yield Failure(
                round_.number, (awaited[0].first,), f"every result of a closed round; {len(awaited)} are missing"
            )


def _not_begun(facts: DivisionFacts) -> Iterator[Failure]:
    for round_ in _document_rounds(facts):
        played = [game for game in round_.games if game.outcome == "played"]
        if round_.status in ("draft", "published") and round_.started_at is None and played:
            yield Failure(
                round_.number, (played[0].first,), f"a round that has begun: {len(played)} games of it are played"
            )


def _one_after_the_other(facts: DivisionFacts) -> Iterator[Failure]:
    begun = [round_ for round_ in _document_rounds(facts) if round_.started_at is not None]
    for earlier, later in pairwise(sorted(begun, key=lambda round_: round_.number)):
        if earlier.started_at and later.started_at and later.started_at < earlier.started_at:
            yield Failure(later.number, (), f"a start after that of round {earlier.number}")


def _ends_after_its_start(facts: DivisionFacts) -> Iterator[Failure]:
    for round_ in _document_rounds(facts):
        if round_.started_at and round_.closed_at and round_.closed_at < round_.started_at:
            yield Failure(round_.number, (), "a round that is closed after it began")


def _decided_in_time(facts: DivisionFacts) -> Iterator[Failure]:
    began = {round_.number: round_.scheduled_at or round_.started_at for round_ in _document_rounds(facts)}
    for game in facts.pairs:
        start = began.get(game.round)
        if start is not None and game.decided_at is not None and game.outcome in PLAYED and game.decided_at < start:
            yield at(game, "a result that is younger than the start of its round")


def _never_played(facts: DivisionFacts) -> Iterator[Failure]:
    for number in facts.numbers:
        games = [game for game in facts.division.games if number in game.players]
        forfeits = [game for game in games if game.outcome in FORFEITS]
        absent = len(games) == len(forfeits) > 1 and all(_lost(game, number) for game in games)
        if absent and number not in facts.division.left_out:
            yield Failure(0, (number,), f"no rank: all {len(games)} games are lost by forfeit")


def _lost(game: FileGame, number: int) -> bool:
    return (game.first_halves if game.first == number else game.second_halves) == 0


def _beyond_the_plan(facts: DivisionFacts) -> Iterator[Failure]:
    for round_ in _document_rounds(facts):
        if round_.number > facts.planned_rounds and round_.games:
            yield Failure(round_.number, (), f"at most the {facts.planned_rounds} rounds that are planned")


def _postponed(facts: DivisionFacts) -> Iterator[Failure]:
    last = max((game.round for game in facts.pairs if game.outcome in PLAYED), default=0)
    for game in facts.pairs:
        if game.outcome in (Outcome.POSTPONED, Outcome.ADJOURNED) and game.round < last:
            yield at(game, f"its result before round {last} is played: it counts for who meets whom")


def _one_table_each(facts: DivisionFacts) -> Iterator[Failure]:
    for round_, games in facts.rounds.items():
        counts = Counter(game.table for game in games if game.table and game.match_game == 1)
        for table, count in counts.items():
            if count > 1:
                yield Failure(round_, (), f"one board at table {table}, not {count}")


QUESTIONS = (
    Question(501, Weight.GRAVE, "The stated wins and losses are those of the games.", "suite", _wins),
    Question(502, Weight.GRAVE, "The stated spread is that of the games, with caps and adjustments.", "suite", _spread),
    Question(503, Weight.GRAVE, "The stated ranks follow wins, then spread; equal players share a rank and the next one skips.", "suite", _rank),
    Question(504, Weight.GRAVE, "Everybody with a rank has one line in the stated standings.", "suite", _everybody),
    Question(505, Weight.SLIGHT, "The stated standings are in the order of their ranks.", "suite", _order),
    Question(506, Weight.SERIOUS, "Nobody who played is without a rank.", "suite", _unranked_winner),
    Question(507, Weight.SLIGHT, "No result is missing once a later round has results.", "suite", _late_results),
    Question(508, Weight.SLIGHT, "Spread points given or taken have a reason.", "NSA Guideline 7", _reasons),
    Question(509, Weight.GRAVE, "A round is paired from the standings of an earlier one.", "suite", _paired_after),
    Question(510, Weight.GRAVE, "The stated standings are those after the last round with all its results.", "suite", _after_the_last),
    Question(511, Weight.GRAVE, "A round is closed only with all its results.", "suite", _closed_complete),
    Question(512, Weight.SERIOUS, "A round that has not begun has no games that were played.", "suite", _not_begun),
    Question(513, Weight.SERIOUS, "Rounds begin one after the other.", "suite", _one_after_the_other),
    Question(514, Weight.SERIOUS, "A round is closed after it began.", "suite", _ends_after_its_start),
    Question(515, Weight.SERIOUS, "No result is older than its round.", "suite", _decided_in_time),
    Question(516, Weight.SLIGHT, "Who lost every game by forfeit has no rank.", "suite", _never_played),
    Question(517, Weight.SERIOUS, "No round is played beyond those that are planned.", "suite", _beyond_the_plan),
    Question(518, Weight.SLIGHT, "No game is still postponed or adjourned once a later round is played.", "suite", _postponed),
    Question(521, Weight.SERIOUS, "Everybody has a game, a bye or a forfeit in each round between their first and their last.", "suite", _players_of_a_round),
    Question(522, Weight.GRAVE, "Nobody has two games, or a game and a bye, in one round.", "suite", _twice),
    Question(523, Weight.SERIOUS, "No round is empty before one with games.", "suite", _empty_round),
    Question(524, Weight.SLIGHT, "The boards of a round are numbered without gaps.", "suite", _boards_in_order),
    Question(525, Weight.SERIOUS, "No two boards of a round stand at one table.", "suite", _one_table_each),
    Question(529, Weight.SLIGHT, "In a round of matches everybody has as many games or byes as the others.", "suite", _as_many_games),
)  # fmt: skip
