"""The tsh .t reader: grammar, byes and forfeits, both sides compared, explained problems."""

import pytest

from tdsuite.formats.model import FileAdjustment, FileGame, ImportedFile, Outcome, StartsBy, Stops
from tdsuite.formats.tsh.reader import read_tsh
from tdsuite.formats.tsh.writer import write_tsh

THREE_ROUNDS = """\
Winterbourne, Ada     1725 2 0 3; 431 50 388; board 1 0 1; p12 1 0 2; lifeg 212; newr 1728 1728 1741;
Lindqvist, Bo         1650 1 3 0; 402 388 50; board 1 2 0; p12 2 1 0; class A; team RED; rtime 1 2 3
Okafor, Cy            0    0 2 1; -50 388 401; board 0 2 1; p12 0 2 1
"""


def only(read: ImportedFile) -> str:
    """The text of the single problem."""
    (problem,) = read.problems
    return problem.text


def test_players_keep_their_line_number_names_ratings_and_every_key():
    read = read_tsh(THREE_ROUNDS, name="B")
    (division,) = read.divisions
    assert (division.name, division.rounds, division.complete_rounds) == ("B", 3, 3)
    ada, bo, cy = division.players
    assert (ada.line, ada.number, ada.name, ada.filing_name, ada.rating, ada.lifetime_games) == (
        1, 1, "Ada Winterbourne", "Winterbourne, Ada", 1725, 212,
    )  # fmt: skip
    assert (bo.class_name, bo.team, bo.lifetime_games) == ("A", "RED", None)
    assert (cy.rating, cy.off) == (0, None)
    assert bo.extras == (("board", "1 2 0"), ("p12", "2 1 0"), ("class", "A"), ("team", "RED"), ("rtime", "1 2 3"))
    assert read.games_usable


def test_games_have_the_starter_first_and_byes_their_value():
    (division,) = read_tsh(THREE_ROUNDS).divisions
    assert division.games == (
        FileGame(1, 1, 1, 2, 431, 402, StartsBy.ASSIGNED, Outcome.PLAYED, line=1),
        FileGame(1, None, 3, None, outcome=Outcome.FORFEIT, first_halves=0, first_spread=-50, line=3),
        FileGame(2, 2, 2, 3, 388, 388, StartsBy.ASSIGNED, Outcome.PLAYED, line=2),
        FileGame(2, None, 1, None, outcome=Outcome.BYE, first_halves=2, first_spread=50, line=1),
        FileGame(3, 1, 3, 1, 401, 388, StartsBy.ASSIGNED, Outcome.PLAYED, line=3),
        FileGame(3, None, 2, None, outcome=Outcome.BYE, first_halves=2, first_spread=50, line=2),
    )
    assert [game.rated for game in division.games] == [True, False, True, False, True, False]
    assert [game.second for game in division.games if game.round == 2] == [3, None]


@pytest.mark.parametrize(
    ("score", "outcome", "halves", "spread"),
    [
        ("50", Outcome.BYE, 2, 50), ("100", Outcome.BYE, 2, 100), ("-50", Outcome.FORFEIT, 0, -50),
        ("-1", Outcome.FORFEIT, 0, -1), ("0", Outcome.ZERO_BYE, 0, 0), ("", Outcome.BYE, None, None),
    ],
)  # fmt: skip
def test_a_round_without_opponent_is_worth_its_score(score: str, outcome: Outcome, halves: int, spread: int):
    (division,) = read_tsh(f"Winterbourne, Ada 1725 0; {score}\n").divisions
    (game,) = division.games
    assert (game.outcome, game.first_halves, game.first_spread, game.second, game.board) == (
        outcome, halves, spread, None, None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("p12", "scores", "starts_by", "first"),
    [
        (("1", "2"), ("400", "390"), StartsBy.ASSIGNED, 1), (("2", "1"), ("400", "390"), StartsBy.ASSIGNED, 2),
        (("", "1"), ("400", "390"), StartsBy.ASSIGNED, 2), (("2", ""), ("400", "390"), StartsBy.ASSIGNED, 2),
        (("3", "3"), ("", ""), StartsBy.DRAW, 1), (("4", "4"), ("", ""), StartsBy.DRAW, 1),
        (("3", "3"), ("400", "390"), StartsBy.NONE, 1), (("", ""), ("400", "390"), StartsBy.NONE, 1),
        (("0", "0"), ("400", "390"), StartsBy.NONE, 1),
    ],
)  # fmt: skip
def test_p12_says_who_starts(p12: tuple[str, str], scores: tuple[str, str], starts_by: StartsBy, first: int):
    keys = [f"; p12 {code}" if code else "" for code in p12]
    text = f"Winterbourne, Ada 1725 2; {scores[0]}{keys[0]}\nLindqvist, Bo 1650 1; {scores[1]}{keys[1]}\n"
    read = read_tsh(text)
    (game,) = read.divisions[0].games
    assert (game.starts_by, game.first, read.problems) == (starts_by, first, ())


def test_two_starters_in_one_game_are_left_open_with_a_note():
    text = "Winterbourne, Ada 1725 2; 400; p12 1\nLindqvist, Bo 1650 1; 390; p12 1\n"
    read = read_tsh(text)
    assert read.divisions[0].games[0].starts_by is StartsBy.NONE
    assert only(read) == (
        "Line 1, starter: round 1: this player and player 2 on line 2 both went first; the starter is left open."
        " Correct the starter on the board if you know it."
    )
    assert read.games_usable


def test_games_without_boards_are_numbered_and_a_board_used_twice_is_moved():
    text = (
        "Winterbourne, Ada 1725 2; 400; board 2\nLindqvist, Bo 1650 1; 390; board 2\n"
        "Okafor, Cy 1600 4; 400; board 2\nMarchetti, Dee 1500 3; 390; board 2\n"
        "Ode, Ken 1400 6; 400\nSilva, Eve 1300 5; 390\n"
    )
    read = read_tsh(text)
    assert [(game.board, game.first) for game in read.divisions[0].games] == [(1, 3), (2, 1), (3, 5)]
    assert only(read) == "Line 3, board: round 1: board 2 is used twice; moved to 1."
    read = read_tsh("Winterbourne, Ada 1725 2; 400; board 4\nLindqvist, Bo 1650 1; 390; board 5\n")
    assert read.divisions[0].games[0].board == 4
    assert only(read) == "Line 1, board: round 1: board 4 here, 5 for player 2 on line 2; 4 is used."


def test_penalties_become_spread_adjustments():
    text = "Winterbourne, Ada 1725 2 2; 400 380; penalty 0 -10\nLindqvist, Bo 1650 1 1; 390 390; penalty 20 0\n"
    read = read_tsh(text)
    assert read.divisions[0].adjustments == (FileAdjustment(1, 2, -10), FileAdjustment(2, 1, 20))
    assert only(read) == "Line 2, penalty: round 1: +20 adds to the spread."


def test_off_keeps_its_score_and_a_player_who_forfeited_every_round_is_left_out():
    text = (
        "Winterbourne, Ada 1725 2; 400\nLindqvist, Bo 1650 1; 390; off -50\n"
        "Okafor, Cy 1600 0; -50; off -50\nMarchetti, Dee 1500 0; -50\n"
    )
    read = read_tsh(text)
    (division,) = read.divisions
    assert [row.off for row in division.players] == [None, -50, -50, None]
    assert division.left_out == {3}
    assert only(read) == "Line 3, off: Cy Okafor forfeited every round and gets no rank."


def test_a_missed_round_of_a_player_who_is_off_is_worth_the_off_score():
    (division,) = read_tsh("Winterbourne, Ada 1725 0; ; off -50\nLindqvist, Bo 1650 0; ; off\n").divisions
    expected = [(Outcome.FORFEIT, -50), (Outcome.ZERO_BYE, 0)]
    assert [(game.outcome, game.first_spread) for game in division.games] == expected


def test_a_forfeit_entered_as_scores_is_read_as_one():
    text = "Winterbourne, Ada 1725 2; 50\nLindqvist, Bo 1650 1; -50\n"
    read = read_tsh(text)
    (game,) = read.divisions[0].games
    assert (game.outcome, game.first_halves, game.second_halves, game.first_spread, game.second_spread) == (
        Outcome.FORFEIT, 2, 0, 100, -100,
    )  # fmt: skip
    assert not game.rated
    assert only(read) == (
        "Line 1, score: round 1: 50 to -50 is read as a forfeit and is not rated. Change the board if it was played."
    )


def test_nil_nil_is_a_tie_with_a_note():
    read = read_tsh("Winterbourne, Ada 1725 2; 0\nLindqvist, Bo 1650 1; 0\n")
    assert read.divisions[0].games[0].outcome is Outcome.PLAYED
    assert only(read) == ("Line 1, score: round 1: 0 to 0 is read as a tie. Make the game void if it was not played.")


@pytest.mark.parametrize(
    ("name", "display", "filing", "title", "naspa_id"),
    [
        ("Okafor, Cy (GM)", "Cy Okafor", "Okafor, Cy", "GM", ""),
        ("Okafor, Cy:AA000123", "Cy Okafor", "Okafor, Cy", "", "AA000123"),
        ("Okafor, Cy (SM) :AA000123", "Cy Okafor", "Okafor, Cy", "SM", "AA000123"),
        ("Okafor, Cy (junior)", "Cy (junior) Okafor", "Okafor, Cy (junior)", "", ""),
        ("O_Kafor-Ode, Cy {x} 'y'", "Cy {x} 'y' O_Kafor-Ode", "O_Kafor-Ode, Cy {x} 'y'", "", ""),
        ("IBex7", "IBex7", "IBex7", "", ""),
        ("Cy Okafor", "Cy Okafor", "Okafor, Cy", "", ""),
        ("Okafor, Cy:XT017175", "Cy Okafor", "Okafor, Cy", "", ""),
        ("4th Street School Cy Okafor (4/4):XC000012", *("4th Street School Cy Okafor (4/4)",) * 2, "", ""),
        ("Word Club 1 Cy  Okafor (8/8)", *("Word Club 1 Cy Okafor (8/8)",) * 2, "", ""),
        ("Bo, Ann+Di, Cy", "Bo, Ann+Di, Cy", "Bo, Ann+Di, Cy", "", ""),
        ("Khan, Abdul Majid", "Abdul Majid Khan", "Khan, Abdul Majid", "", ""),
    ],
)
def test_names_and_their_tags(name: str, display: str, filing: str, title: str, naspa_id: str):
    (row,) = read_tsh(f"{name}   1500 0; 50\n").divisions[0].players
    assert (row.name, row.filing_name, row.title, row.naspa_id, row.rating) == (display, filing, title, naspa_id, 1500)


def test_a_number_of_another_body_stays_with_the_name():
    read = read_tsh("Okafor, Cy (GM):XT017175   1500\n")
    assert dict(read.divisions[0].players[0].extras) == {"tag": "XT017175"}
    assert write_tsh(read.divisions[0]).text.startswith("Okafor, Cy (GM):XT017175 1500")


@pytest.mark.parametrize(
    ("rating", "value", "problem"),
    [
        ("0+0+0", 0, None),
        ("20200110", None, "Line 1, rating: 20200110 is a day, not a rating. Put the rating there; where the columns are"
         " those of a rating list, load it as one."),
        ("111121312", 111121312, "Line 1, rating: 111121312 is higher than any rating. The player comes unrated: correct it."),
    ],
)  # fmt: skip
def test_ratings_of_schools_and_dates_in_their_column(rating: str, value: int | None, problem: str | None):
    read = read_tsh(f"Okafor, Cy {rating};\n")
    assert [each.text for each in read.problems] == ([problem] if problem else [])
    assert read.divisions[0].players[0].rating == value


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Ada 1 0; 9000", "Line 1, score: round 1 has the score 9000. A score lies within 1500 of zero."),
        ("Ada 1 0; 50; penalty -9000", "Line 1, penalty: round 1: -9000 is no penalty that any rule has, and is left out."),
        ("Ada 1; ; lifeg -3", "Line 1, lifeg: -3 is not from 0 to 100000 and is left out."),
        ("Ada 1; ; off 9000", "Line 1, off: 9000 is not from -1500 to 1500 and is left out."),
    ],
)  # fmt: skip
def test_numbers_that_no_event_has_go_no_further(line: str, problem: str):
    assert only(read_tsh(line)) == problem


def test_a_pair_with_two_ratings_has_their_sum():
    read = read_tsh("Okafor & Ode 1500+1400 0; 50\n")
    assert read.divisions[0].players[0].rating == 2900
    (highest,) = read_tsh("Okafor & Ode & Lund 9999+9999+9999 0; 50\n").divisions
    assert highest.storable == highest
    expected = "Line 1, rating: 1500+1400 is read as the sum 2900. A pair of players has one line and one rating."
    assert only(read) == expected


def test_an_archive_has_a_division_for_every_t_block_and_ignores_the_rest():
    text = (
        "config rating_system = 'nsa2008'\n#begin_file name=config.tsh\nnonsense\n#end_file\n"
        "#begin_file name=data/A.t\nWinterbourne, Ada 1725 0; 50\n#end_file name=A.t\njunk\n"
        "#begin_file name=B.T\nLindqvist, Bo 1650 0; 50\n"
    )
    read = read_tsh(text)
    assert [(division.name, division.players[0].line) for division in read.divisions] == [("A", 6), ("B", 10)]
    assert read.problems == ()


def test_an_archive_with_one_division_twice_is_refused():
    block = "#begin_file name=A.t\nWinterbourne, Ada 1725 0; 50\n#end_file\n"
    read = read_tsh(block + block)
    assert only(read) == "Division: the file has more than one division a. Rename one."
    assert not read.usable


@pytest.mark.parametrize(
    ("text", "problem", "stops"),
    [
        ("", "File: it has no player in it. Load a .t file with one player a line.", Stops.EVERYTHING),
        ("# nothing\n", "File: it has no player in it. Load a .t file with one player a line.", Stops.EVERYTHING),
        (
            "division A A.t\n",
            "Line 1, file: this is a line of config.tsh, not a player. Load the division files it names (such as A.t).",
            Stops.EVERYTHING,
        ),
        ("Winterbourne, Ada; 400\n", "Line 1, rating: the rating is missing. Write 0 for an unrated player.", Stops.EVERYTHING),
        ("Winterbourne, Ada -5; \n", "Line 1, rating: -5 is below 0. Write 0 for an unrated player.", Stops.EVERYTHING),
        (", 1725\n", "Line 1, name: the name is missing. Write: Surname, Given 1725; ;", Stops.EVERYTHING),
        ("(GM) 1725;\n", "Line 1, name: the name is missing. Write: Surname, Given 1725; ;", Stops.EVERYTHING),
        ("1725 0; 50\n", "Line 1, name: the name is missing. Write: Surname, Given 1725; ;", Stops.EVERYTHING),
        (f"{'x' * 101} 1725;\n", "Line 1, name: the name has 101 letters. Shorten it to 100.", Stops.EVERYTHING),
        (
            "Winterbourne, Ada 1725 2 3x 4; 1 2 3\n",
            "Line 1, opponent: '3x' is neither a rating nor the number of an opponent."
            " Write whole numbers separated by spaces.",
            Stops.EVERYTHING,
        ),
        (
            "Winterbourne, Ada 1725 0; 50 50\n",
            "Line 1, score: more scores (2) than opponents (1). Give a rating, then an opponent for every score, 0 for a bye.",
            Stops.GAMES,
        ),
        ("Winterbourne, Ada 1725 0; 5O\n", "Line 1, score: '5O' is not a whole number. Write whole numbers and spaces.", Stops.GAMES),
        (
            "Winterbourne, Ada 1725 9; 400\n",
            "Line 1, opponent: round 1 is against player 9, but the players are 1 to 1."
            " Correct the opponent's number; a name may not hold a number.",
            Stops.GAMES,
        ),
        ("Winterbourne, Ada 1725 1; 400\n", "Line 1, opponent: round 1 is against the player's own number. Use 0 for a bye.", Stops.GAMES),
        (f"Winterbourne, Ada 1725{' 0' * 100};\n", "Line 1, opponent: 100 rounds. At most 99 can be read.", Stops.GAMES),
        ("Winterbourne, Ada 1725; ; lifeg many\n", "Line 1, lifeg: 'many' is not a whole number and is left out.", Stops.NOTHING),
        ("Winterbourne, Ada 1725 0; 50; p12 x\n", "Line 1, p12: 'x' is not a whole number; the rest of p12 is left out.", Stops.NOTHING),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line_and_a_remedy(text: str, problem: str, stops: Stops):
    read = read_tsh(text)
    assert (only(read), read.problems[0].stops) == (problem, stops)
    assert read.usable is (stops is not Stops.EVERYTHING)
    assert read.games_usable is (stops is Stops.NOTHING)


def test_99_rounds_are_read():
    read = read_tsh(f"Winterbourne, Ada 1725{' 0' * 99};{' 50' * 99}\n")
    assert (read.problems, read.divisions[0].rounds) == ((), 99)


@pytest.mark.parametrize(
    ("line", "messages"),
    [
        ("Ada 17x5 2; 4O0", ["'17x5' is not a rating.", "'4O0' is not a whole number."]),
        ("Ada 1725 x; 4b0", ["'x' is neither a rating nor the number of an opponent.", "'4b0' is not a whole number."]),
        ("Ada 1725 9; 5000", ["round 1 has the score 5000.", "round 1 is against player 9, but the players are 1 to 2.",
                              "round 1 is against player 1 (Ada), but line 1 has them against player 9."]),
        ("Ada 2; 400", ["more scores (1) than opponents (0)."]),
        ("Ada 1725 2; 4O0", ["'4O0' is not a whole number."]),
    ],
)  # fmt: skip
def test_every_problem_of_a_line_is_said_once_and_not_again_of_whom_it_names(line: str, messages: list[str]):
    read = read_tsh(f"{line}\nLindqvist, Bo 1600 1; 380\n")
    assert [problem.message for problem in read.problems] == messages


def test_a_bye_without_a_score_is_noted_once():
    read = read_tsh("Winterbourne, Ada 1725 0 0;\n")
    assert only(read) == "Score: byes without a score yet: 2. They count what the event gives for a bye."


def test_one_name_twice_is_refused_and_a_near_name_is_noted():
    text = "Winterbourne, Ada 1725\nWINTERBOURNE, ADA 1700\nWinterborne, Ada 1600\n"
    read = read_tsh(text)
    assert [(problem.line, problem.fatal) for problem in read.problems] == [(2, True), (3, False), (3, False)]
    assert read.problems[0].text == (
        "Line 2, name: ADA WINTERBOURNE is already on line 1."
        " Take one line out; if they are two people, add an initial to one name."
    )


@pytest.mark.parametrize(
    ("second", "third", "problems"),
    [
        ("3; 390", "2; 380", ["round 1 is against player 2 (Bo Lindqvist), but line 2 has them against player 3."]),
        (";", "0; 50", ["round 1 is against player 2 (Bo Lindqvist), who has no game in that round."]),
        ("1; ", "0; 50", ["round 1 has no score, but player 1 (Ada Winterbourne) on line 1 has 400."]),
        ("1; 1501", "0; 50", ["round 1 has the score 1501."]),
    ],
)  # fmt: skip
def test_both_sides_of_a_game_must_agree(second: str, third: str, problems: list[str]):
    read = read_tsh(f"Winterbourne, Ada 1725 2; 400\nLindqvist, Bo 1650 {second}\nOkafor, Cy 1600 {third}\n")
    assert [problem.message for problem in read.errors] == problems
    assert {problem.stops for problem in read.errors} == {Stops.GAMES}
    assert (read.usable, read.games_usable) == (True, False)
