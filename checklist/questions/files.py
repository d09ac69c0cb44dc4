"""Questions about the file: each problem that its reader finds belongs to one of them; and what its roster should hold."""

from collections.abc import Callable, Iterator

from checklist.questions.model import DivisionFacts, Failure, Question, Weight
from tdsuite.formats.model import Problem, Stops


def _field(*names: str, stops: frozenset[Stops], text: str = "") -> Callable[[Problem], bool]:
    """Whether a problem is about one of these fields, stops one of these, and has this in its message.

    tourney.js has no lines, so a field is named after its division and player there.
    """
    return lambda problem: (
        problem.field.rpartition(", ")[2] in names and problem.stops in stops and text in problem.message
    )


NUMBERS = ("national_id", "naspa_id", "wespa_id", "absp_id")
HIGHEST_PLAUSIBLE = 2500  # rating points


def _full_names(facts: DivisionFacts) -> Iterator[Failure]:
    for row in facts.division.players:
        if row.number is not None and not {" ", ","} & set(row.name.strip()):
            yield Failure(0, (row.number,), "a family name and a forename")


def _numbers_of_their_own(facts: DivisionFacts) -> Iterator[Failure]:
    for kind in NUMBERS:
        holders: dict[str, list[int]] = {}
        for row in facts.division.players:
            if getattr(row, kind):
                holders.setdefault(getattr(row, kind), []).append(row.number or 0)
        for number, players in holders.items():
            if len(players) > 1:
                yield Failure(0, tuple(players), f"a membership number each, not {number} for {len(players)} players")


def _rounds_of_the_roster(facts: DivisionFacts) -> Iterator[Failure]:
    last = max(facts.rounds, default=0)
    for row in facts.division.players:
        rounds = [*row.absences, *([row.withdrawn_from] if row.withdrawn_from else [])]
        wrong = [round_ for round_ in rounds if not 1 <= round_ <= max(last + 1, facts.planned_rounds + 1)]
        if wrong and row.number is not None:
            yield Failure(0, (row.number,), f"absent, or gone, in a round of the event, not in round {wrong[0]}")


def _ratings(facts: DivisionFacts) -> Iterator[Failure]:
    for row in facts.division.players:
        if row.number is not None and (row.rating or 0) >= HIGHEST_PLAUSIBLE:
            yield Failure(0, (row.number,), f"a rating below {HIGHEST_PLAUSIBLE:,}, not {row.rating}")


GAMES, NOTE, ANY = frozenset({Stops.GAMES}), frozenset({Stops.NOTHING}), frozenset(Stops)
ERROR = frozenset({Stops.GAMES, Stops.EVERYTHING})

QUESTIONS = (
    Question(601, Weight.GRAVE, "Both players’ lines of a game name each other, and nobody meets themselves or a player who is not there.", "suite", about=_field("opponent", stops=GAMES)),
    Question(602, Weight.GRAVE, "A game has both scores or neither, and scores that can be.", "suite", about=_field("score", "scores", stops=ERROR)),
    Question(603, Weight.SERIOUS, "Of the two players of a game one starts and the other replies.", "WESPA 2.1, NSA I.C", about=_field("starter", stops=ANY)),
    Question(604, Weight.SERIOUS, "Both players of a game are at the same board, and nobody else is.", "suite", about=_field("board", stops=ANY)),
    Question(605, Weight.SERIOUS, "A game’s marked result is that of its scores.", "suite", about=_field("result", stops=ANY)),
    Question(606, Weight.GRAVE, "Every player has a name and a number of their own.", "suite", about=_field("name", "number", stops=ERROR)),
    Question(607, Weight.GRAVE, "The games of a document fit together: no unknown player, nobody twice, each outcome with what it is worth.", "suite", about=_field("games", "lines", stops=ERROR)),
    Question(608, Weight.GRAVE, "The file has rounds that can be, and each of them once.", "suite", about=_field("round", "rounds", stops=ERROR)),
    Question(609, Weight.SLIGHT, "No names are so alike that they may be one person.", "suite", about=_field("name", stops=NOTE, text="looks like")),
    Question(610, Weight.SLIGHT, "Every player is named in full: family name and forename.", "suite", _full_names),
    Question(611, Weight.SERIOUS, "No two players have one membership number.", "suite", _numbers_of_their_own),
    Question(612, Weight.SERIOUS, "Players are absent, or leave, in rounds of the event.", "suite", _rounds_of_the_roster),
    Question(613, Weight.SLIGHT, "Every rating is below 2,500.", "suite", _ratings),
    Question(614, Weight.SERIOUS, "No row of players stands for a bye.", "suite", about=_field("name", stops=NOTE, text="is read as byes")),
    Question(615, Weight.SERIOUS, "Every row of a .TOU has a score and an opponent for each round.", "suite", about=_field("rounds", stops=NOTE, text="rounds; missed")),
    Question(699, Weight.GRAVE, "The file can be read whole, without any other error.", "suite", about=lambda problem: problem.stops is not Stops.NOTHING),
)  # fmt: skip
