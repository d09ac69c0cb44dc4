"""Questions about the file: each problem that its reader finds belongs to one of them."""

from collections.abc import Callable

from pairings.engine.checking.questions.model import Question, Weight
from tdsuite.formats.model import Problem, Stops


def _field(*names: str, stops: frozenset[Stops], text: str = "") -> Callable[[Problem], bool]:
    """Whether a problem is about one of these fields, stops one of these, and has this in its message.

    tourney.js has no lines, so a field is named after its division and player there.
    """
    return lambda problem: (
        problem.field.rpartition(", ")[2] in names and problem.stops in stops and text in problem.message
    )


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
    Question(699, Weight.GRAVE, "The file can be read whole, without any other error.", "suite", about=lambda problem: problem.stops is not Stops.NOTHING),
)  # fmt: skip
