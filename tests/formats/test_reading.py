"""Which reader a file gets, and that no file whatever makes one crash."""

import re

import pytest
from hypothesis import given, settings, strategies as st

from results.rating_lists.formats.model import Body
from results.rating_lists.formats.reading import read_rating_list
from tdsuite.formats.assemble import HIGHEST_SCORE
from tdsuite.formats.model import FileFormat, ImportedFile, Outcome, Stops
from tdsuite.formats.reading import detect, read_file, read_table
from tdsuite.formats.tables.roster import read_roster
from tdsuite.formats.tou.reader import read_tou
from tdsuite.formats.tsh.reader import read_tsh
from tdsuite.tournaments.engine.standings import standings_by_round
from tests.formats.standings import adjustments, counted_sides, entrants
from tests.oracles.files import oracle

T_FILE = "Winterbourne, Ada 1725 2 0; 431 50; penalty 0 -5\nLindqvist, Bo 1650 1 0; 402 -50; class A\n"
TOU_FILE = "*M14.03.2026 Riverside\r\n*A\r\n   0\r\nAda Winterbourne     2001   1\r\n*** END OF FILE ***\r\n"


@pytest.mark.parametrize(
    ("filename", "text", "expected"),
    [
        ("A.t", T_FILE, FileFormat.TSH), ("pasted.txt", T_FILE, FileFormat.TSH), ("", T_FILE, FileFormat.TSH),
        ("A.t", "Winterbourne, Ada 1725\n", FileFormat.TSH), ("B.T", "", FileFormat.TSH),
        ("x.txt", "# note\nWinterbourne, Ada 1725; ;\n", FileFormat.TSH),
        ("x.txt", "config a = 1\n#begin_file name=A.t\n", FileFormat.TSH), ("x.tou", "anything", FileFormat.TOU),
        ("x.txt", TOU_FILE, FileFormat.TOU), ("x.txt", "*A\nAda 2001 1\n*** END OF FILE ***\n", FileFormat.TOU),
        ("config.tsh", "anything\n", FileFormat.TSH_CONFIG),
        ("x.txt", "config event_name = 'Riverside'\ndivision A A.t\n", FileFormat.TSH_CONFIG),
        ("r.csv", "Name;Rating\nAda;1725\n", FileFormat.CSV), ("r.csv", "Ada;1725;\n", FileFormat.CSV),
        ("paste", "Ada Winterbourne 1725\n", FileFormat.CSV),
        ("paste", "Name;Rating\nAda Winterbourne;1725\n", FileFormat.CSV), ("paste", "", FileFormat.CSV),
    ],
)  # fmt: skip
def test_detect_goes_by_content_then_by_name(filename: str, text: str, expected: FileFormat):
    assert detect(filename, text.encode()) is expected


def test_what_is_not_text_is_unreadable_whatever_its_name():
    assert detect("A.t", b"PK\x03\x04") is FileFormat.UNREADABLE
    read = read_file("A.t", b"PK\x03\x04")
    assert (read.format, read.usable, len(read.problems)) == (FileFormat.UNREADABLE, False, 1)


@pytest.mark.parametrize(
    ("filename", "name", "division"),
    [
        ("A.t", None, "A"), ("old/journal\\B.t", None, "B"), ("A.t", "Premier", "Premier"), ("", None, "A"),
        (".t", None, ".t"),
    ],
)  # fmt: skip
def test_a_division_is_called_like_the_files_stem_unless_a_name_is_given(filename: str, name: str, division: str):
    assert read_file(filename, T_FILE.encode(), name=name).divisions[0].name == division


def test_a_hopeless_file_lists_500_problems_the_gravest_first():
    lines = [f"Family{number}, Given 1500 0; 0" for number in range(400)] + ["Given 1500 0; x"] * 3
    read = read_file("A.t", "\n".join(lines).encode())
    assert len(read.problems) == 5  # few enough: as the reader gave them
    read = read_file("r.csv", ("Name,Rating\n" + "Ada Winterbourne,99999\n" + "Bo,x\n" * 600).encode())
    assert len(read.problems) == 501
    assert {problem.stops for problem in read.problems[:500]} == {Stops.EVERYTHING}
    assert re.fullmatch(r"File: \d+ more like these are not listed\.", read.problems[500].text)
    assert not read.usable


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a\n" * 20_001, "it has 20001 lines; at most 20000 can be read."),
        (T_FILE + "\n" * 20_001, "it has 20003 lines; at most 20000 can be read."),
        ("a," * 200_001, "it has 200001 cells; at most 200000 can be read."),
    ],
)
def test_a_file_that_would_keep_somebody_waiting_is_refused_before_it_is_read(text: str, says: str) -> None:
    (problem,) = read_file("a.txt", text.encode()).problems
    assert (problem.message, problem.fatal, read_table("a.txt", text.encode())) == (says, True, None)


def test_an_events_json_may_have_any_number_of_lines() -> None:
    text = '{"format": "tdsuite-event",' + "\n" * 20_001 + "}"
    assert not [problem for problem in read_file("event.json", text.encode()).problems if "lines" in problem.message]


@pytest.mark.parametrize("headings", ["Name,Rating", "Round,Winner,Winners Score,Opponent,Opponents Score"])
@pytest.mark.parametrize("columns", [251, 20_000])
def test_a_table_of_more_columns_than_a_sheet_has_is_refused_by_every_reader(headings: str, columns: int) -> None:
    more = [f"Column {number}" for number in range(headings.count(",") + 1, columns)]
    data = ",".join([headings, *more, "\nAda Winterbourne,1725"]).encode()
    says = f"Line 1, file: it has {columns + 1} columns; at most 250 can be read. Is this the right file?"
    for problems in (read_file("a.csv", data).problems, read_rating_list(data, body=Body.NASPA).problems):
        assert next(problem.text for problem in problems if problem.fatal) == says
    assert read_table("a.csv", data) is None


NAMES_AND_NUMBERS = [
    "Winterbourne, Ada", "Bo", "BYE", "1725", "0", "1", "2", "3", "-50", "50", "2431", "+2", "+", "2-10",
]  # fmt: skip
MARKS = ["*", "*M14.03.2026 X", "*M99", "*** END OF FILE ***", "#begin_file name=A.t", "#end_file", "Name", "Rating"]
KEYS = ["p12", "board", "off", "penalty", "class"]
PARTINGS = [";", ",", "\t", "|", '"', "\n", "\n", "\r\n", " ", "  ", "\x00", "é", "²", "\u2028", "x" * 30]
PIECES = st.sampled_from([*NAMES_AND_NUMBERS, *MARKS, *KEYS, *PARTINGS])
JUNK = st.lists(PIECES, max_size=80).map(" ".join)


def sane(read: ImportedFile) -> None:
    """What every reader promises about its answer."""
    for problem in read.problems:
        assert problem.message
        assert problem.line is None or problem.line >= 1
        assert re.match(r"[A-Z]", problem.text)
        assert problem.remedy or problem.stops is Stops.NOTHING
    if not read.usable:
        assert read.problems
        return
    for division in read.divisions:
        numbers = [row.number for row in division.players if row.number is not None]
        assert len(numbers) == len(set(numbers))
        assert all(re.search(r"\w", row.name) and re.search(r"\w", row.filing_name) for row in division.players)
        if read.games_usable:
            seen = [(game.round, number) for game in division.games for number in (game.first, game.second) if number]
            assert len(seen) == len(set(seen))
            assert {number for _, number in seen} <= set(numbers)
            boards = [(game.round, game.board) for game in division.games if game.second is not None]
            assert len(boards) == len(set(boards))
            assert None not in {board for _, board in boards}
            assert all(abs(game.first_score or 0) <= HIGHEST_SCORE for game in division.games)
            assert all((game.outcome is Outcome.AWAITED) <= (game.first_score is None) for game in division.games)
            tables = standings_by_round(
                entrants(division), counted_sides(division), division.rounds, adjustments=adjustments(division)
            )
            assert len(tables) == division.rounds + 1


@settings(max_examples=300, deadline=None)
@given(JUNK)
def test_no_junk_makes_a_reader_raise(text: str):
    for read in (read_tsh(text), read_tou(text), read_roster(text)):
        sane(read)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["A.t", "x.tou", "r.csv", "x.txt", "config.tsh", "", "/"]), st.binary(max_size=400))
def test_no_bytes_make_the_door_raise(filename: str, data: bytes):
    read = read_file(filename, data)
    assert read.format is detect(filename, data)
    sane(read)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_real_file_with_one_piece_broken_never_raises(data: st.DataObject):
    source = data.draw(st.sampled_from([T_FILE, TOU_FILE, "Name,Rating\nAda Winterbourne,1725\nBo Lindqvist,1650\n"]))
    at = data.draw(st.integers(0, len(source)))
    cut = data.draw(st.integers(0, 8))
    sane(read_file("x.txt", (source[:at] + data.draw(PIECES) + source[at + cut :]).encode()))


def texts(name: str, data: bytes) -> list[str]:
    return [problem.text for problem in read_file(name, data).problems]


def test_games_in_which_both_went_first_are_counted_where_there_are_many():
    def said(players: int) -> list[str]:
        opponents = [at + 1 if at % 2 else at - 1 for at in range(1, players + 1)]
        rows = [f"{'ABCDEFGHIJKL'[at] * 9}, Ann 1500 {meets}; {400 + at}; p12 1" for at, meets in enumerate(opponents)]
        return texts("many.t", "\n".join(rows).encode())

    assert len(said(10)) == 5
    assert said(12) == [
        "Line 1, starter: in 6 games both players went first, or both second, and the starters are left open. One: round 1: "
        "this player and player 2 on line 2 both went first. Correct the starters on the boards if you know them."
    ]


TWO_PLAYERS = b"Winterbourne, Ada 1500 2; 400\r\nLindqvist, Bo 1400 1; 300\r\n"


@pytest.mark.parametrize("name", ["a.t", "a.csv", "a.tsv", "a", "a.txt"])
@pytest.mark.parametrize(
    "data", [TWO_PLAYERS, TWO_PLAYERS + b"\x1a", b"Winterbourne, Ada 1500;\nLindqvist, Bo 1400;\n"]
)
def test_a_t_file_is_one_under_any_name(name: str, data: bytes):
    read = read_file(name, data)
    rows = [(row.name, row.rating) for row in read.divisions[0].players]
    assert (read.format, rows) == (FileFormat.TSH, [("Ada Winterbourne", 1500), ("Bo Lindqvist", 1400)])


@pytest.mark.parametrize("name", ["a.t", "a.tou", "a.csv", "a.js", "a.json", "a"])
def test_an_empty_file_is_called_empty(name: str):
    for data in (b"", b" \r\n", b"\xef\xbb\xbf\n", b"\x1a"):
        assert texts(name, data) == ["File: it is empty. Save it again where it was made, or choose another."]


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        (
            "a.csv", b"Round,Winner,Score,Loser,Score\n1,Ada W,474,Bo L,380\n",
            "Line 1, header: it is a table of games, but no column is called Winners score or Opponents score. "
            "Call the columns Round, Winner, Winners Score, Opponent, Opponents Score.",
        ),
        (
            "a.csv", b"Winner;Winners Score;Opponent;Opponents Score\nAda W;474;Bo L;380\n",
            "Line 1, header: it is a table of games, but no column is called Round. "
            "Call the columns Round, Winner, Winners Score, Opponent, Opponents Score.",
        ),
        (
            "a.tou", b"*M14.03.2026 Spring\n*A\nAda Winterbourne     2431  +2 240\nBo Lindqvist          402   1 2415  +1\n*** END OF FILE ***\n",
            "Line 3, rounds: round 2: '240' has no opponent, or no score, beside it. Give each round a score and an opponent.",
        ),
        (
            "a.t", b"Winterbourne, Ada 1500 2; 84\nLindqvist, Bo 1400 1; -54\n",
            "Line 1, score: round 1: 84 to -54 is read as a forfeit and is not rated. Change the board if it was played.",
        ),
    ],
)  # fmt: skip
def test_a_message_names_the_word_and_what_to_type(name: str, data: bytes, problem: str):
    assert problem in texts(name, data)


ODD_SHAPES = {
    "big-rating.t": "Line 1, rating: 20200110 is a day, not a rating. Put the rating there; where the columns are those of a rating list, load it as one.",
    "config.tsh": "File: this is tsh's config file; it holds no players. Load the division files it names, such as A.t.",
    "end-1a.t": 2, "ghost-1.tou": 5, "ghost-2.tou": 5, "ghost-3.tou": 5, "ghost-4.tou": 5, "ghost-5.tou": 5, "ghost-6.tou": 5, "ghost-7.tou": 5,
    "h.t": 18, "head-comment-crlf-1a.tourney.js": 4, "head-comment.tourney.js": 4, "head-spaces.tourney.js": 4,
    "heading.RT": "File: these are lines of a rating list, not of a roster. Load it as a rating list; as a roster, give columns such as Name,Rating.",
    "pairs-names.t": 4, "pairs-names.tourney.js": 4, "pairs-sum.t": 4, "pairs-sum.tourney.js": 4, "person-named-bye.tou": 6,
    "pretty.tourney.js": 4, "school-caps.tourney.js": 18, "tags.t": 4,
    "typo.tou": "Line 4, score: round 2: '25-28' is not a score. Write the score, 2000 more for a win and 1000 more for a tie: 2450.",
}  # fmt: skip


@pytest.mark.oracle
def test_every_odd_shape_is_read_or_refused_with_the_sentence_that_mends_it():
    """The players that come of it, or the sentence; a list of ratings is one, and no roster."""
    files = [path for path in oracle("tsh-pairs").rglob("*") if path.suffix in (".t", ".tsh", ".tou", ".js", ".RT")]
    came = {path.name: read_file(path.name, path.read_bytes()) for path in files}
    assert {
        name: read.errors[0].text if read.errors else sum(len(division.players) for division in read.divisions)
        for name, read in came.items()
    } == ODD_SHAPES
    ratings = read_rating_list(oracle("tsh-pairs/heading.RT").read_bytes(), body=Body.WESPA)
    assert (len(ratings.entries), ratings.problems) == (12, ())


def _lines_of_100_rounds() -> dict[str, str]:
    opponents, scores = ("2," * 100, "1," * 100), ("400," * 100, "300," * 100)
    players = [
        f"{{id:{at},name:'Abbott, {name}',rating:1500,pairings:[{opponents[at - 1]}],scores:[{scores[at - 1]}]}}"
        for at, name in ((1, "Ada"), (2, "Bo"))
    ]
    games = [f"{number},Ada W,400,Bo L,300" for number in range(1, 101)]
    return {
        "a.t": f"Abbott, Ada 1725{' 2' * 100};{' 400' * 100}\nLindqvist, Bo 1625{' 1' * 100};{' 300' * 100}\n",
        "tourney.js": f"newt={{divisions:[{{name:'A',players:[undefined,{','.join(players)}]}}]}};",
        "a.tou": TOU_FILE.replace(
            "2001   1\r\n", f"{'2400  +2 ' * 100}\r\nBo Lindqvist           {' 300   1 ' * 100}\r\n"
        ),
        "absp.csv": "Division,Round,Player1,Score1,Player2,Score2\n" + "".join(f"A,{game}\n" for game in games),
        "coco.csv": "Round,Winner,Winners Score,Opponent,Opponents Score\n" + "\n".join(games),
    }


@pytest.mark.parametrize("name", list(_lines_of_100_rounds()))
def test_a_file_of_more_rounds_than_a_division_may_have_is_refused_with_the_line(name: str):
    read = read_file(name, _lines_of_100_rounds()[name].encode())
    assert not read.games_usable
    problem = read.errors[0]
    assert problem.line or "player 1" in problem.field
    assert "100 rounds. At most 99 can be read." in problem.text or "'100' is no round" in problem.text
