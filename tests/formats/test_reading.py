"""Which reader a file gets, and that no file whatever makes one crash."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from results.rating_lists.formats.model import Body
from results.rating_lists.formats.reading import read_rating_list
from tdsuite.formats.assemble import HIGHEST_SCORE
from tdsuite.formats.model import FileFormat, ImportedFile, Outcome, Stops
from tdsuite.formats.reading import detect, read_file, read_table
from tdsuite.formats.tables.roster import read_roster
from tdsuite.formats.tou.reader import read_tou
from tdsuite.formats.tsh.reader import read_tsh
from tdsuite.tournaments.engine.standings import Adjustment, Entrant, GameSide, standings_by_round
from tests.formats.standings import adjustments, counted_sides, entrants
from tests.oracles.files import oracle

T_FILE = "Winterbourne, Ada 1725 2 0; 431 50; penalty 0 -5\nLindqvist, Bo 1650 1 0; 402 -50; class A\n"
TOU_FILE = "*M14.03.2026 Riverside\r\n*A\r\n   0\r\nAda Winterbourne     2001   1\r\n*** END OF FILE ***\r\n"


@pytest.mark.parametrize(
    ("filename", "text", "expected"),
    [
        ("A.t", T_FILE, FileFormat.TSH),
        ("pasted.txt", T_FILE, FileFormat.TSH),
        ("", T_FILE, FileFormat.TSH),
        ("A.t", "Winterbourne, Ada 1725\n", FileFormat.TSH),
        ("B.T", "", FileFormat.TSH),
        ("x.txt", "# note\nWinterbourne, Ada 1725; ;\n", FileFormat.TSH),
        ("x.txt", "config a = 1\n#begin_file name=A.t\n", FileFormat.TSH),
        ("x.tou", "anything", FileFormat.TOU),
        ("x.txt", TOU_FILE, FileFormat.TOU),
        ("x.txt", "*A\nAda 2001 1\n*** END OF FILE ***\n", FileFormat.TOU),
        ("config.tsh", "anything\n", FileFormat.TSH_CONFIG),
        ("x.txt", "config event_name = 'Riverside'\ndivision A A.t\n", FileFormat.TSH_CONFIG),
        ("r.csv", "Name;Rating\nAda;1725\n", FileFormat.CSV),
        ("r.csv", "Ada;1725;\n", FileFormat.CSV),
        ("paste", "Ada Winterbourne 1725\n", FileFormat.CSV),
        ("paste", "Name;Rating\nAda Winterbourne;1725\n", FileFormat.CSV),
        ("paste", "", FileFormat.CSV),
    ],
)
def test_detect_goes_by_content_then_by_name(filename: str, text: str, expected: FileFormat):
    assert detect(filename, text.encode()) is expected


def test_what_is_not_text_is_unreadable_whatever_its_name():
    assert detect("A.t", b"PK\x03\x04") is FileFormat.UNREADABLE
    read = read_file("A.t", b"PK\x03\x04")
    assert (read.format, read.usable, len(read.problems)) == (FileFormat.UNREADABLE, False, 1)


@pytest.mark.parametrize(
    ("filename", "name", "division"),
    [
        ("A.t", None, "A"),
        ("old/journal\\B.t", None, "B"),
        ("A.t", "Premier", "Premier"),
        ("", None, "A"),
        (".t", None, ".t"),
    ],
)
def test_a_division_is_called_like_the_files_stem_unless_a_name_is_given(filename: str, name: str, division: str):
    assert read_file(filename, T_FILE.encode(), name=name).divisions[0].name == division


def test_a_config_file_says_which_files_to_load():
    read = read_file("config.tsh", b"division A A.t\n")
    assert [problem.text for problem in read.problems] == [
        "File: this is tsh's config file; it holds no players. Load the division files it names, such as A.t."
    ]


def test_a_note_about_the_encoding_comes_before_the_readers_own():
    read = read_file("r.csv", "Name,Rating\nZoë Winterbourne,17250\n".encode("cp1252"))
    assert [problem.field for problem in read.problems] == ["file", "rating"]
    assert read.divisions[0].players[0].name == "Zoë Winterbourne"


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


def test_a_rating_list_of_too_many_columns_is_refused() -> None:
    (problem,) = read_rating_list(b"a," * 1_001, body=Body.WESPA).problems
    assert problem.message == "it has 1002 columns; at most 1000 can be read."


def test_tou_keeps_its_event_name_and_date():
    read = read_file("x.tou", TOU_FILE.encode())
    assert (read.event_name, str(read.event_date), read.usable) == ("Riverside", "2026-03-14", True)


def test_an_imported_division_becomes_rows_for_the_standings():
    (division,) = read_tsh(T_FILE).divisions
    assert entrants(division) == (Entrant(1, 1725, 1), Entrant(2, 1650, 2))
    assert counted_sides(division) == (
        GameSide(1, 1, 2, 2, 29),
        GameSide(1, 2, 1, 0, -29),
        GameSide(2, 1, None, 2, 50, "bye"),
        GameSide(2, 2, None, 0, -50, "forfeit"),
    )
    assert adjustments(division) == (Adjustment(1, 2, -5),)


def test_a_bye_without_a_value_counts_as_the_event_says():
    (division,) = read_tsh("Winterbourne, Ada 1725 0;\n").divisions
    assert counted_sides(division) == (GameSide(1, 1, None, 2, 50, "bye"),)
    assert counted_sides(division, bye_spread=40) == (GameSide(1, 1, None, 2, 40, "bye"),)


def test_awaited_games_do_not_count_and_forfeits_count_as_set():
    text = "Winterbourne, Ada 1725 2 2; 50\nLindqvist, Bo 1650 1 1; -50\n"
    (division,) = read_tsh(text).divisions
    assert counted_sides(division) == (GameSide(1, 1, 2, 2, 100, "forfeit"), GameSide(1, 2, 1, 0, -100, "forfeit"))


def test_positions_stand_in_where_a_roster_has_no_numbers():
    (division,) = read_roster("Name,Rating\nAda Winterbourne,1725\nBo Lindqvist,\n").divisions
    assert entrants(division) == (Entrant(1, 1725, 1), Entrant(2, 0, 2))


# --- no input whatever makes a reader raise, and what it calls usable can be ranked ---------------------------------

NAMES_AND_NUMBERS = [
    "Winterbourne, Ada",
    "Bo",
    "BYE",
    "1725",
    "0",
    "1",
    "2",
    "3",
    "-50",
    "50",
    "2431",
    "+2",
    "+",
    "2-10",
]
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


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_no_text_makes_a_reader_raise(text: str):
    for read in (read_tsh(text), read_tou(text), read_roster(text)):
        sane(read)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_real_file_with_one_piece_broken_never_raises(data: st.DataObject):
    source = data.draw(st.sampled_from([T_FILE, TOU_FILE, "Name,Rating\nAda Winterbourne,1725\nBo Lindqvist,1650\n"]))
    at = data.draw(st.integers(0, len(source)))
    cut = data.draw(st.integers(0, 8))
    sane(read_file("x.txt", (source[:at] + data.draw(PIECES) + source[at + cut :]).encode()))


def round_robin_sides(players: int) -> st.SearchStrategy[list[list[tuple[int, int]]]]:
    """For each of players - 1 rounds, each player's (opponent, score), by the circle method (players even)."""
    rounds = []
    for shift in range(players - 1):
        circle = [0, *((other + shift) % (players - 1) + 1 for other in range(players - 1))]
        rounds.append([(circle[place], circle[-1 - place]) for place in range(players // 2)])

    def fill(scores: list[int]) -> list[list[tuple[int, int]]]:
        table: list[list[tuple[int, int]]] = [[(0, 0)] * (players - 1) for _ in range(players)]
        for index, pairs in enumerate(rounds):
            for one, other in pairs:
                table[one][index] = (other + 1, scores[(index * players + one) % len(scores)])
                table[other][index] = (one + 1, scores[(index * players + other) % len(scores)])
        return table

    return st.lists(st.integers(1, 899), min_size=11, max_size=11).map(fill)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([2, 4, 8]).flatmap(round_robin_sides))
def test_t_and_tou_files_of_the_same_round_robin_give_the_same_scores(table: list[list[tuple[int, int]]]):
    t_lines, tou_lines = [], []
    for index, own in enumerate(table):
        opponents, scores = (" ".join(str(cell[part]) for cell in own) for part in (0, 1))
        t_lines.append(f"Family{chr(65 + index)}, Given {1500 + index} {opponents}; {scores};")
        cells = []
        for round_, (opponent, score) in enumerate(own):
            other = table[opponent - 1][round_][1]
            token = score + (2000 if score > other else 1000 if score == other else 0)
            cells.append(f" {token:>4}{('+' if opponent > index + 1 else '') + str(opponent):>4}")
        tou_lines.append(f"{f'Given Family{chr(65 + index)}':<20}{''.join(cells)}")
    t_read = read_tsh("\n".join(t_lines))
    tou_read = read_tou("\n".join(["*M14.03.2026 Riverside", "*A", *tou_lines, "*** END OF FILE ***"]))
    assert t_read.errors == tou_read.errors == ()
    assert t_read.games_usable
    results = [
        {(game.round, game.first, game.second, game.first_score, game.second_score) for game in read.divisions[0].games}
        for read in (t_read, tou_read)
    ]
    assert results[0] == results[1]
    assert len(results[0]) == len(table) * (len(table) - 1) // 2


def texts(name: str, data: bytes) -> list[str]:
    return [problem.text for problem in read_file(name, data).problems]


TWO_PLAYERS = b"Winterbourne, Ada 1500 2; 400\r\nLindqvist, Bo 1400 1; 300\r\n"


@pytest.mark.parametrize("name", ["a.t", "a.csv", "a.tsv", "a", "a.txt"])
@pytest.mark.parametrize(
    "data", [TWO_PLAYERS, TWO_PLAYERS + b"\x1a", b"Winterbourne, Ada 1500;\nLindqvist, Bo 1400;\n"]
)
def test_a_t_file_is_one_under_any_name(name: str, data: bytes):
    read = read_file(name, data)
    rows = [(row.name, row.rating) for row in read.divisions[0].players]
    assert (read.format, rows) == (FileFormat.TSH, [("Ada Winterbourne", 1500), ("Bo Lindqvist", 1400)])


def test_a_table_of_teams_with_numbers_stays_a_table():
    read = read_file("a.csv", b"Dockside 1;1500\nDockside 2;1400\n")
    assert [(row.name, row.rating) for row in read.divisions[0].players] == [("Dockside 1", 1500), ("Dockside 2", 1400)]


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
