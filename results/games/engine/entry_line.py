"""The director's keyboard: one typed line to one result, with every doubt asked before it counts.

    12 431 388      player mode: player 12 scored 431, the opponent 388
    7 431 388       table mode: at table 7 the starter scored 431
    12 43           spread mode: player 12 won by 43
    12 431 388 43   both: player 12 won 431-388, and the difference is checked
    p12 ... t7 ...  player 12 or table 7 in any mode
    mens 431 388    the one player of the round whose name has words that begin so, in any mode
    u ? m           undo, help, change the mode

Pure: the round comes in as a plain view, the answer goes out as plain data; nothing is stored here.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from itertools import takewhile
from typing import NamedTuple

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.engine.account import explain
from tdsuite.tournaments.engine.names import begins, name_words
from .round_view import (
    BoardPlayer,
    BoardView,
    RoundView,
    account_typed,
    dispute_question,
    echo_of,
    lines_question,
    there_text,
)

LOWEST_SCORE, HIGHEST_SCORE = -200, 1500
NO_BOARDS = "No board of this round is published yet: publish its pairings first."
MOST_LISTED = 6  # players that a name may mean
# Scores under LOW or over HIGH are asked about, and games won by more than WIDE. Of 84,422 games of 272 rated fields 252
# were won by more than 350 points, one in 335; by more than 300 one in 107.
LOW, HIGH, WIDE = 100, 850, 350


class Mode(StrEnum):
    """What the first numbers of a line mean."""

    PLAYER = "player"
    TABLE = "table"
    SPREAD = "spread"
    BOTH = "both"


SHAPES = {
    Mode.PLAYER: ("player score score", "12 431 388", 2),
    Mode.TABLE: ("table score score", "7 431 388", 2),
    Mode.SPREAD: ("winner spread", "12 43", 1),
    Mode.BOTH: ("winner score score spread", "12 431 388 43", 3),
}


class EntryError(ValueError):
    """The line cannot be a result; the message says what to type instead."""


class Doubt(StrEnum):
    """Why a result is asked about before it is stored."""

    SWAPPED = "swapped"
    NEGATIVE = "negative"
    HIGH = "high"
    LOW = "low"
    MARGIN = "margin"
    TIE = "tie"
    ALREADY = "already"
    REPEATED = "repeated"
    STARTER_UNKNOWN = "starter_unknown"
    LINES = "lines"
    GONE = "gone"
    DISPUTED = "disputed"


class Action(StrEnum):
    """A command instead of a result."""

    UNDO = "undo"
    HELP = "help"
    MODE = "mode"


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to confirm, as a sentence with a question mark."""

    doubt: Doubt
    text: str


@dataclass(frozen=True, slots=True)
class ParsedResult:
    """A result for one board.

    Scores are None in spread mode, where only the difference is known. Scores and first_spread (first's score minus
    second's) are as typed.  working: the account read out, where lines stand with the game. Store it at once when
    `questions` is empty, else after a yes to all of them.
    """

    board: BoardView
    first_score: int | None
    second_score: int | None
    first_spread: int
    echo: str  # what counts then: round, table, both names and both new records
    questions: tuple[Question, ...] = ()
    working: tuple[str, ...] = ()

    @property
    def asks_lines(self) -> bool:
        """Whether it is asked if the lines that stand are in the typed scores."""
        return any(question.doubt is Doubt.LINES for question in self.questions)


@dataclass(frozen=True, slots=True)
class Command:
    action: Action
    mode: Mode | None = None  # only for Action.MODE; None there = ask which


class _Figures(NamedTuple):
    """One side's score, the other's, and the difference; scores None where only the difference is known."""

    own: int | None
    other: int | None
    margin: int

    @property
    def scores(self) -> tuple[int, int] | None:
        return None if self.own is None or self.other is None else (self.own, self.other)


COMMANDS = {
    "u": Action.UNDO,
    "undo": Action.UNDO,
    "?": Action.HELP,
    "h": Action.HELP,
    "help": Action.HELP,
    "m": Action.MODE,
    "mode": Action.MODE,
}
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "\u00a0": " "})
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}", re.ASCII)
_FIGURE = re.compile(r"[+-]?[0-9]", re.ASCII)
_PREFIX = re.compile(r"(?P<kind>[pt])\s*(?P<rest>[0-9].*)", re.IGNORECASE | re.DOTALL)
_NAMED_TABLE = re.compile(r"t\s+(?P<rest>.*)", re.IGNORECASE | re.DOTALL)


def parse_line(
    text: str, view: RoundView, mode: Mode, *, previous: ParsedResult | None = None, with_lines: bool = False
) -> ParsedResult | Command:
    """Read one typed line. `previous` is the result of the line before, to notice a line typed or pasted twice.

    with_lines: the echo takes the lines that stand with the game to be in the typed scores; the questions are the same.

    Raises EntryError with what to type instead; never returns a result that does not belong to a board of `view`.
    """
    line = " ".join(text.translate(_DASHES).replace(",", " ").split())
    if not line:
        raise EntryError(f"Type {SHAPES[mode][0]}, such as {SHAPES[mode][1]}. ? shows all commands.")
    command = _command(line)
    if command is not None:
        return command
    by_table, prefixed, line = _reference(line, mode)
    head, figures_typed = _head(line)
    numbers = _numbers_of(figures_typed, mode)
    board, first_is_first = _board(head, by_table, prefixed, view)
    if board.second is None:
        raise EntryError(
            f"{board.first.name} ({board.first.number}) has a bye in round {view.number}: nothing to enter."
        )
    figures, reversed_names = _figures(numbers, mode, prefixed or head[:1].isalpha(), line)
    if not first_is_first:
        figures = _Figures(figures.other, figures.own, -figures.margin)
    named = board.first if first_is_first else board.second
    questions = [Question(Doubt.SWAPPED, doubt.format(name=named.name)) for doubt in reversed_names]
    asked = score_questions((board.first.name, board.second.name), figures[:2], figures.margin)
    questions += [question for question in asked if question.doubt is not Doubt.TIE or not board.standing]
    questions += _board_questions(board, figures, by_table, previous)
    account = account_typed(board, figures.scores, figures.margin, with_lines=with_lines)
    working = explain(account, board.names) if account.lines else ()  # else the written scores are all there is
    return ParsedResult(board, *figures, echo_of(view, board, account), tuple(questions), working)


def boards_meant(text: str, view: RoundView, mode: Mode) -> tuple[BoardView, ...]:
    """The boards that the beginning of a line may mean, before its figures are typed; none for a command."""
    line = " ".join(text.translate(_DASHES).replace(",", " ").split())
    if not line or line.casefold().partition(" ")[0] in COMMANDS:
        return ()
    by_table, prefixed, line = _reference(line, mode)
    head, _ = _head(line)
    if by_table and (tables := _at_table(head, view)):
        return (_open_one(tables),)
    if head.isascii() and head.isdigit() and not by_table:
        boards = [board for board in view.boards if int(head[:9]) in {seat.number for seat in _seats(board)}]
        return (_open_one(boards),) if boards else ()
    return () if prefixed else tuple(dict.fromkeys(_board_of(seat, view) for seat in _named(head, view)))


def help_lines(mode: Mode) -> tuple[str, ...]:
    """What the ? command shows; the current mode first."""
    order = [mode, *(other for other in Mode if other is not mode)]
    shapes = [f"{mode_name.value}: {SHAPES[mode_name][0]}, such as {SHAPES[mode_name][1]}" for mode_name in order]
    return (
        f"Now {shapes[0]}",
        *(f"m {shape}" for shape in shapes[1:]),
        "p12 431 388: player 12 in any mode · t7 431 388: table 7, starter first, in any mode",
        "mens 431 388: the player whose name has a word that begins so, in any mode",
        "here ada, late ada, no ada: at the table, late with the clock started, not there",
        "swap 10 12: two players change places · move 24 30: player 24's game to table 30; both show what it costs first",
        "u: undo the last line · 7 y: answer the question of table 7 · ?: this help",
    )


def score_questions(names: tuple[str, str], scores: tuple[int | None, int | None], margin: int) -> list[Question]:
    """What is asked about the figures of a game, wherever they are entered.

    names, scores: the two players in one order; None where only the difference is known.  margin: first's minus second's.
    """
    asked: list[tuple[Doubt, Sentence]] = []
    for name, score in zip(names, scores, strict=True):
        if score is None:
            continue
        if score < 0:
            asked.append((Doubt.NEGATIVE, Sentence("{name} scored {score}, below zero?", name=name, score=score)))
        elif score > HIGH:
            over = Sentence("{name} scored {score}, over {limit}?", name=name, score=score, limit=HIGH)
            asked.append((Doubt.HIGH, over))
        elif score < LOW:
            asked.append((Doubt.LOW, Sentence("{name} scored only {score}?", name=name, score=score)))
    if not asked and abs(margin) > WIDE:
        winner = names[0] if margin > 0 else names[1]
        wide = Sentence("{name} won by {margin}, over {limit}?", name=winner, margin=abs(margin), limit=WIDE)
        asked.append((Doubt.MARGIN, wide))
    if margin == 0:
        asked.append((Doubt.TIE, Sentence("A tie between {first} and {second}?", first=names[0], second=names[1])))
    return [Question(doubt, text) for doubt, text in asked]


def asked_digest(key: int, questions: Iterable[Question]) -> str:
    """What a yes has to name: these questions about this game, and no others. 16 hex digits.

    A line typed twice is left out: whether it is one depends on what was typed since.
    """
    text = "\n".join(
        f"{question.doubt} {question.text}" for question in questions if question.doubt is not Doubt.REPEATED
    )
    return blake2b(f"{key}\n{text}".encode(), digest_size=8).hexdigest()


def _command(line: str) -> Command | None:
    word, _, rest = line.casefold().partition(" ")
    action = COMMANDS.get(word)
    if action is None:
        return None
    if action is not Action.MODE:
        if rest:
            raise EntryError(f"{word} stands alone: type {word} and nothing after it.")
        return Command(action)
    if not rest:
        return Command(action)
    modes = [mode for mode in Mode if mode.value.startswith(rest)]
    if len(modes) != 1:
        raise EntryError(f"There is no mode {rest!r}: type m player, m table, m spread or m both.")
    return Command(action, modes[0])


def _reference(line: str, mode: Mode) -> tuple[bool, bool, str]:
    """(the first word is a table, a prefix was typed, the line without it)."""
    if match := _PREFIX.fullmatch(line):
        return match["kind"].casefold() == "t", True, match["rest"]
    if match := _NAMED_TABLE.fullmatch(line):
        return True, True, match["rest"]
    return mode is Mode.TABLE, False, line


def _head(line: str) -> tuple[str, list[str]]:
    """What names the board, a word or the words of a name, and the figures. A hyphen between digits parts them; after a
    gap it is a minus."""
    head, *rest = re.sub(r"(?<=[0-9])-(?=[0-9])|(?<=[0-9]) - (?=[0-9])", " ", line).split() or [""]
    if head[:1].isalpha():
        words = list(takewhile(lambda word: not _FIGURE.match(word), rest))
        head, rest = " ".join([head, *words]), rest[len(words) :]
    return head, rest


def _numbers_of(figures: Sequence[str], mode: Mode) -> list[int]:
    for token in figures:
        if not _NUMBER.fullmatch(token):
            raise EntryError(f"{token!r} is not a number: type {SHAPES[mode][0]}, such as {SHAPES[mode][1]}.")
    return [int(token) for token in figures]


def _board(head: str, by_table: bool, prefixed: bool, view: RoundView) -> tuple[BoardView, bool]:
    """The board meant, and whether the first figure belongs to its `first`. In a match: the first game still open."""
    if not view.boards:
        raise EntryError(NO_BOARDS)
    if by_table:
        if board_views := _at_table(head, view):
            return _open_one(board_views), True
        if prefixed or not head[:1].isalpha():
            tables = {board.table for board in view.boards if board.second is not None}
            raise EntryError(f"Table {head}: this round has {_listed('table', tables)}.")
    players = {seat.number for board in view.boards for seat in _seats(board)}
    if not head.isascii() or not head.isdigit():
        named = _named(head, view) if not prefixed else []
        if len(named) > 1:
            raise EntryError(f"{head!r} may be {_people(named, view)}: type more of the name, or the number.")
        if not named:
            raise EntryError(
                f"No player {head!r} in this round: type a number from {_ranges(players)}, or the first letters of a"
                " name."
            )
        number = named[0].number
    else:
        number = int(head[:9])
    here = [board for board in view.boards if number in {seat.number for seat in _seats(board)}]
    if not here:
        raise EntryError(f"Player {number} is not in this round; players in it: {_ranges(players)}.")
    board = _open_one(here)
    return board, board.first.number == number


def _at_table(head: str, view: RoundView) -> list[BoardView]:
    keys = {table_key(head), f"t{table_key(head)}"}  # a table may be called T7
    return [board for board in view.boards if board.second and table_key(board.table) in keys]


def _named(head: str, view: RoundView) -> list[BoardPlayer]:
    """The players whose names have words that begin as the words typed do; whoever is called just so stands alone."""
    players = {seat.number: seat for board in view.boards for seat in _seats(board)}
    begun = [seat for seat in players.values() if begins(head, seat.name)]
    just_so = [seat for seat in begun if set(name_words(head)) == set(name_words(seat.name))]
    return just_so if len(just_so) == 1 else begun


def _people(players: Sequence[BoardPlayer], view: RoundView) -> str:
    """ "3 Bo Lindqvist (table 7), 12 Bo Silva (table 8)", so many as help."""
    listed = [
        f"{player.number} {player.printed_name}"
        + (f" (table {table})" if (table := _board_of(player, view).table) else "")
        for player in players[:MOST_LISTED]
    ]
    more = len(players) - len(listed)
    return ", ".join(listed) + (f" and {more} more" if more else "")


def _board_of(player: BoardPlayer, view: RoundView) -> BoardView:
    return _open_one([board for board in view.boards if player in _seats(board)])


def _seats(board: BoardView) -> tuple[BoardPlayer, ...]:
    return (board.first,) if board.second is None else (board.first, board.second)


def _open_one(boards: Sequence[BoardView]) -> BoardView:
    return next((board for board in boards if not board.outcome), boards[-1])


def _figures(numbers: Sequence[int], mode: Mode, prefixed: bool, line: str) -> tuple[_Figures, list[str]]:
    """The figures as seen from the player named or the starter, and doubts about who won ("{name}" is that one)."""
    shape, example, count = SHAPES[mode]
    if len(numbers) != count and not (prefixed and len(numbers) == 2):
        what = "Too much" if len(numbers) > count else "Something is missing"
        raise EntryError(f"{what} in {line!r}: type {shape}, such as {example}.")
    if len(numbers) == 1:
        spread = numbers[0]
        if abs(spread) > HIGHEST_SCORE:
            raise EntryError(f"{spread} cannot be a spread: type the winner and the difference, such as 12 43.")
        lost = [f"The winner comes first: did {{name}} lose by {-spread}?"] if spread < 0 else []
        return _Figures(None, None, spread), lost
    own, other = numbers[0], numbers[1]
    for score in (own, other):
        if not LOWEST_SCORE <= score <= HIGHEST_SCORE:
            raise EntryError(f"{score} cannot be a score: type {shape}, such as {example}.")
    if len(numbers) == 2:
        return _Figures(own, other, own - other), []
    spread = abs(numbers[2])
    if abs(own - other) != spread:
        raise EntryError(
            f"{own} and {other} differ by {abs(own - other)}, not {spread}: check the sheet and type the line again."
        )
    if own < other and numbers[2] < 0:
        return _Figures(own, other, own - other), [f"The winner comes first: did {{name}} lose {own}-{other}?"]
    if own < other:
        return _Figures(other, own, other - own), [f"The winner's score comes first: did {{name}} win {other}-{own}?"]
    return _Figures(own, other, own - other), []


def _board_questions(
    board: BoardView, figures: _Figures, by_table: bool, previous: ParsedResult | None
) -> list[Question]:
    own, other, margin = figures
    questions = [Question(Doubt.GONE, f"{name} has left: was table {board.table} played?") for name in board.gone]
    if by_table and board.starts_by in ("draw", "compare", "none"):
        text = f"Who started at table {board.table} is not known: does the first figure belong to {board.first.name}?"
        questions.append(Question(Doubt.STARTER_UNKNOWN, text))
    if board.dispute:
        questions.append(Question(Doubt.DISPUTED, dispute_question(board, figures.scores, margin)))
    if board.outcome:
        same = (board.first_score, board.second_score) == (own, other) and own is not None
        ask = "enter it again" if same and not board.lines else "replace it"
        going = f", with lines that go with it ({board.describe_lines(board.going)})" if board.going else ""
        text = f"Table {board.table} already has {there_text(board)}{going}: {ask}?"
        questions.append(Question(Doubt.ALREADY, text))
    if previous is not None and previous.board.key != board.key and own is not None:
        before = {previous.first_score, previous.second_score}
        if before == {own, other} and abs(previous.first_spread) == abs(margin):
            scores = f"{max(own, other or 0)}-{min(own, other or 0)}"
            text = f"{scores} is the line before too (table {previous.board.table}): is it right here as well?"
            questions.append(Question(Doubt.REPEATED, text))
    if board.lines and (lines := lines_question(board, figures.scores, margin)):
        questions.append(Question(Doubt.LINES, lines))
    return questions


def table_key(table: str) -> str:
    """Table names match without case, blanks and leading zeros."""
    return "".join(table.casefold().split()).lstrip("0") or "0"


def _ranges(numbers: Iterable[int]) -> str:
    """ "1-12, 14" for the numbers 1 to 12 and 14."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and parts[-1][-1] == number - 1:
            parts[-1][1:] = [number]
        else:
            parts.append([number])
    return ", ".join("-".join(map(str, part)) for part in parts) or "none"


def _listed(word: str, names: Iterable[str]) -> str:
    """ "tables 1-12" or "tables A1, A2": numbers as ranges, other names in order."""
    known = sorted(set(names))
    if known and all(name.isascii() and name.isdigit() for name in known):
        return f"{word}{'s' if len(known) > 1 else ''} {_ranges(map(int, known))}"
    return f"{word}s {', '.join(known)}" if known else f"no {word}s"
