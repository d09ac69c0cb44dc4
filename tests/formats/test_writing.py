"""What is written reads back as the same event, and what a format cannot hold is said."""

import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, strategies as st

from tdsuite.formats.model import FileAdjustment, FileDivision, FileGame, Outcome, RosterRow, StartsBy, Stops
from tdsuite.formats.tou.reader import read_tou
from tdsuite.formats.tou.writer import write_tou
from tdsuite.formats.tourney_js.writer import write_tourney_js
from tdsuite.formats.tsh.config import read_config
from tdsuite.formats.tsh.reader import read_tsh
from tdsuite.formats.tsh.writer import write_bundle, write_tsh
from tdsuite.formats.writing import NO_ROOM
from tdsuite.tournaments.engine.names import plain_letters

DAY = date(2026, 3, 14)
FOLK = ["Ada Winterbourne", "Bo Lindqvist", "Cy Okafor", "Didi Marlowe", "Eli Vantage"]


def player(number, **fields):
    name = FOLK[number - 1]
    given_name, family = name.split()
    values = {"line": number, "name": name, "filing_name": f"{family}, {given_name}", "number": number, "rating": 1500}
    return RosterRow(**(values | fields))


def game(round_, board, first, second, scores=None, *, starts_by=StartsBy.ASSIGNED, **fields):
    first_score, second_score = scores or (None, None)
    outcome = Outcome.PLAYED if scores else Outcome.AWAITED
    return FileGame(
        round_, board, first, second, first_score, second_score, starts_by, **({"outcome": outcome} | fields)
    )


def bye(round_, number, outcome, halves, spread):
    return FileGame(round_, None, number, outcome=outcome, first_halves=halves, first_spread=spread)


def division(count, *games, rounds=1, **fields):
    return FileDivision(
        "A", tuple(player(number) for number in range(1, count + 1)), tuple(games), (), rounds, **fields
    )


def told(written):
    """What is lost, but for what the format never holds."""
    return [problem.message for problem in written.losses if problem.field != NO_ROOM]


def test_tsh_writes_opponents_scores_boards_and_starters():
    one = division(3, game(1, 1, 2, 1, (388, 431)), bye(1, 3, Outcome.BYE, 2, 50))
    assert write_tsh(one).text == (
        "Winterbourne, Ada       1500 2; 431; board 1; p12 2\n"
        "Lindqvist, Bo           1500 1; 388; board 1; p12 1\n"
        "Okafor, Cy              1500 0; 50; board 0; p12 0\n"
    )


def test_tsh_keeps_the_keys_it_does_not_make_itself_in_order_and_makes_its_own_anew():
    one = division(2, game(1, 4, 1, 2, (400, 300)))
    row = replace(
        one.players[0], extras=(("rtime", "17"), ("p12", "2"), ("photo", "ada.jpg")), class_name="B", lifetime_games=212
    )
    one = replace(one, players=(row, one.players[1]), adjustments=(FileAdjustment(2, 1, -10),))
    first, second = write_tsh(one, computed={1: {"newr": "1507"}}).text.splitlines()
    assert first.endswith("; 400; board 4; class B; lifeg 212; newr 1507; p12 1; photo ada.jpg; rtime 17")
    assert second.endswith("; 300; board 4; p12 2; penalty -10")


def test_tsh_leaves_scores_out_after_a_missing_result_and_says_so():
    one = division(2, game(1, 1, 1, 2), game(2, 1, 2, 1, (400, 300)), rounds=2)
    written = write_tsh(one)
    assert [line.split(";")[1].strip() for line in written.text.splitlines()] == ["", ""]
    assert told(written) == [
        "Ada Winterbourne: round 1 awaits its result, so the score of round 2 is left out.",
        "Bo Lindqvist: round 1 awaits its result, so the score of round 2 is left out.",
    ]


@pytest.mark.parametrize(
    ("spread", "line"),
    [
        (100, "1500 2; 50; board 1; p12 1"), (75, "1500 0; 75; board 1; p12 1"), (400, "1500 0; 400; board 1; p12 1"),
        (-100, "1500 2; -50; board 1; p12 1"), (-298, "1500 2; -149; board 1; p12 1"), (-300, "1500 0; -300; board 1; p12 1"),
    ],
)  # fmt: skip
def test_tsh_writes_a_forfeit_as_a_game_of_half_its_spread_where_it_can(spread, line):
    first, second = (2, 0) if spread > 0 else (0, 2)
    stated = {"first_halves": first, "second_halves": second, "first_spread": spread, "second_spread": -spread}
    one = division(2, game(1, 1, 1, 2, outcome=Outcome.FORFEIT, **stated))
    assert write_tsh(one).text.splitlines()[0].endswith(line)
    unlike = division(2, replace(one.games[0], second_spread=-50 if spread > 0 else 50))
    assert write_tsh(unlike).text.splitlines()[0].endswith(f"1500 0; {spread}; board 1; p12 1")


def test_tsh_says_that_it_cannot_hold_half_a_win_or_a_game_of_which_only_the_spread_is_known():
    known = game(1, 1, 1, 2, outcome=Outcome.PLAYED, first_spread=40, second_spread=-40)
    written = write_tsh(division(3, known, bye(1, 3, Outcome.HALF_BYE, 1, 0)))
    assert "Cy Okafor, round 1: counts as half a win with no spread, which the format cannot hold." in told(written)
    assert "Ada Winterbourne, round 1: only the spread is known; it is written as a bye by that spread." in told(
        written
    )


def test_tsh_numbers_rows_from_one_and_takes_digits_out_of_names():
    one = FileDivision(
        "A", (player(2), replace(player(5), filing_name="Vantage 2nd, Eli")), (game(1, 1, 5, 2, (1, 0)),), (), 1
    )
    written = write_tsh(one)
    expected = ["Lindqvist, Bo           1500 2", "Vantage nd, Eli         1500 1"]
    assert [line[:30] for line in written.text.splitlines()] == expected
    assert len(written.losses) == 2


def test_two_names_that_a_file_would_make_one_stop_it():
    """Digits go from names of `.t` files, and tsh takes what looks like a number of a body off any name."""
    ada = replace(player(1), name="Ada Winterbourne", filing_name="Winterbourne, Ada")
    numbered = FileDivision(
        "A", (ada, replace(ada, number=2, name="Ada Winterbourne 2", filing_name="Winterbourne 2, Ada"))
    )
    tagged = FileDivision("A", (ada, replace(ada, number=2, filing_name="Winterbourne, Ada:XT000001")))
    for written in (write_tsh(numbered), write_tourney_js([(tagged, {})], {})):
        stopping = [loss.message for loss in written.losses if loss.stops is Stops.EVERYTHING]
        assert stopping == ["two players would be called Winterbourne, Ada."]


@pytest.mark.parametrize("name", ["*Ada Winterbourne", "# Winterbourne, Ada"])
def test_no_name_makes_a_line_that_is_no_player(name):
    """A star would begin a section of a .TOU file, or end it; tsh skips what begins with #."""
    one = FileDivision("** A", (replace(player(1), name=name, filing_name=name), player(2)))
    for read in (read_tou(write_tou("Open", DAY, [one]).text), read_tsh(write_tsh(one).text)):
        (division,) = read.divisions
        assert [row.number for row in division.players] == [1, 2] and not read.errors
    assert any(text.startswith(name) for text in [*told(write_tsh(one)), *told(write_tou("Open", DAY, [one]))])


def test_rounds_without_a_game_are_named_where_a_format_fills_them():
    one = division(2, game(1, 1, 1, 2, (400, 300)), game(3, 1, 1, 2, (400, 300)), rounds=3)
    one = replace(one, players=(*one.players, player(3)), games=(*one.games, bye(3, 3, Outcome.BYE, 2, 50)))
    assert [text for text in told(write_tsh(one)) if "has no game" in text] == [
        f"{name} has no game in {rounds}, which is written as a bye of 0: no round can be empty."
        for name, rounds in (
            ("Ada Winterbourne", "round 2"), ("Bo Lindqvist", "round 2"), ("Cy Okafor", "rounds 1 and 2"),
        )
    ]  # fmt: skip
    assert "Cy Okafor has no game in rounds 1 and 2, which is written as a forfeit: no round can be empty." in told(
        write_tou("Open", DAY, [one])
    )


def test_a_forfeit_without_spread_and_a_win_below_zero_are_named_where_tsh_reads_them_otherwise():
    one = division(4, *(bye(1, number, *worth) for number, worth in enumerate((
        (Outcome.FORFEIT, 0, 0), (Outcome.BYE, 2, -20), (Outcome.HALF_BYE, 1, 25), (Outcome.ZERO_BYE, 0, 0),
    ), start=1)))  # fmt: skip
    assert [text.partition(": ")[2].partition(",")[0] for text in told(write_tsh(one))] == [
        "counts as a loss with no spread",
        "counts as a win with a spread of -20",
        "counts as half a win with a spread of +25",
    ]


def test_a_bye_that_counts_nothing_is_named_where_tou_makes_it_a_forfeit():
    one = division(3, game(1, 1, 1, 2, (400, 300)), bye(1, 3, Outcome.ZERO_BYE, 0, 0))
    assert told(write_tou("Open", DAY, [one])) == [
        "Cy Okafor, round 1: a bye that counts nothing is written as a forfeit."
    ]


def test_a_bundle_has_a_config_and_a_block_a_division():
    one = division(2, game(1, 1, 1, 2, (400, 300)))
    written = write_bundle(
        [(one, {}), (replace(one, name="a!"), {})], {"event_name": 'The "Open"', "tournament_id": ""}
    )
    assert written.text.startswith(
        '#begin_file name=config.tsh\ndivision A A.t\ndivision a_2 a_2.t\nconfig division_label = {"a_2" => "a!"}\n'
        'config event_name = "The \\"Open\\""\n#end_file name=config.tsh\n'
    )
    assert [each.message for each in written.losses if "is called" in each.message] == [
        "a! is called a_2: tsh takes plain letters and digits. Its label has the name."
    ]
    assert [each.name for each in read_tsh(written.text).divisions] == ["A", "a!"]


def test_no_name_becomes_a_line_or_an_instruction_of_a_tsh_file():
    name = "A\nperl system('id')\u2028#end_file name=config.tsh\r#begin_file name=../x.sh $ENV{HOME} @{[1]} \"q\" \\"
    one = division(2, game(1, 1, 1, 2, (400, 300)))
    first = replace(one.players[0], team="Reds\n#end_file name=A.t", class_name="B\rX")
    text = write_bundle([(replace(one, players=(first, one.players[1])), {})], {"event_name": name}).text
    lines = re.split("[\n\r\u2028]", text)
    assert [line.split()[0] for line in lines if line.startswith("#")] == ["#begin_file", "#end_file"] * 2
    assert len(lines) == 9 and not any(line.startswith("perl") for line in lines)
    assert r'$ENV{HOME} \@{[1]} \"q\" \\"' in lines[2] and read_config(lines).words["event_name"] == " ".join(
        name.split()
    )


def test_tou_writes_marks_pluses_and_byes_in_their_columns():
    one = division(
        3, game(1, 1, 1, 2, (431, 402)), bye(1, 3, Outcome.BYE, 2, 0), game(2, 1, 3, 1, (415, 415)),
        bye(2, 2, Outcome.HALF_BYE, 1, 0), game(3, 1, 2, 3, (-10, -54)), bye(3, 1, Outcome.FORFEIT, 0, 0), rounds=3,
    )  # fmt: skip
    assert write_tou("Riverside Spring Open", DAY, [one]).text.split("\r\n") == [
        "*M14.03.2026 Riverside Spring Open", "*A", " " * 38 + "0", "Ada Winterbourne     2431  +2 1415   3    0   1",
        "Bo Lindqvist          402   1 1350   2 1990  +3", "Cy Okafor            2001   3 1415  +1  -54   2",
        "*** END OF FILE ***", "",
    ]  # fmt: skip


def test_tou_leaves_out_rounds_from_the_first_missing_result_on():
    one = division(2, game(1, 1, 1, 2, (400, 300)), game(2, 1, 1, 2), game(3, 1, 2, 1, (310, 300)), rounds=3)
    written = write_tou("Open", DAY, [one])
    assert "Ada Winterbourne     2400  +2\r\n" in written.text
    assert told(written) == ["A: round 2 awaits a result, so rounds 2 to 3 are left out."]


def test_tou_refuses_two_names_that_are_one_when_cut_and_a_game_without_scores():
    known = game(1, 1, 1, 2, outcome=Outcome.PLAYED, first_spread=40, second_spread=-40)
    one = division(2, known)
    long = tuple(replace(row, name=f"Maximiliana Overlongworth {row.number}") for row in one.players)
    written = write_tou("Open", DAY, [replace(one, players=long)])
    assert [problem.stops for problem in written.losses].count(Stops.GAMES) == 3
    assert (
        "two players are called Maximiliana Overlong once cut to 20 letters, whatever the case and punctuation."
        in told(written)
    )


def test_tou_says_what_it_leaves_out():
    one = division(1, bye(1, 1, Outcome.BYE, 2, 50))
    one = replace(one, adjustments=(FileAdjustment(1, 1, -10),), players=(player(1, name="Ödön Ærø"),))
    assert told(write_tou("Øpen", DAY, [one])) == [
        "the event is written Open: the format has plain letters only.",
        "A: spread points given to one player alone cannot be written (1).",
        "Ödön Ærø, round 1: the spread of +50 is left out.",
        "Ödön Ærø is written Odon Aero: the format has plain letters only.",
    ]


@pytest.mark.parametrize(
    ("count", "names"),
    [(2, "Lind; Den"), (3, "Lind; Den; Cy"), (5, "Lind; Den; Cy and 2 more"), (8, "Lind; Den; Cy and 2 more")],
)
def test_tou_says_which_names_are_filed_otherwise_when_it_is_read_again(count, names):
    whole = {"Bo Lind": "Lind", "Chris Ten Den": "Den", "Cy Oka": "Cy", "Di Mar": "Di", "Eli Van": "Eli"}
    others = {"Zoë Ode": "Zoë", "Maximiliana Overlongworth": "Max", "123 456": "456", "Ada Bo": "Bo, Ada"}
    rows = [replace(player(1), name=name, filing_name=filing) for name, filing in (whole | others).items()]
    rows = tuple(replace(row, number=at) for at, row in enumerate([rows[-1], *rows[:count]]))
    messages = [loss.message for loss in write_tou("Open", DAY, [replace(division(0), players=rows)]).losses]
    assert f"A: read again, names are filed by their last word, which is otherwise for {names}." in messages


@pytest.mark.parametrize("name", ["שלום דוד", "李偉", "…", "123 456"])
def test_tou_is_not_sent_with_a_player_whose_name_has_no_plain_letter(name):
    one = division(2, game(1, 1, 1, 2, (400, 300)))
    written = write_tou("Open", DAY, [replace(one, players=(player(1), player(2, name=name)))])
    (problem,) = [loss for loss in written.losses if loss.field == "name"]
    assert problem.stops is Stops.GAMES
    assert problem.text == (
        f"Name: {name} cannot be written: the format has plain letters only. "
        "Give the name in Latin letters, as the ratings list has it."
    )


def test_tou_names_a_section_whose_own_name_has_no_plain_letter_by_its_place():
    one = division(2, game(1, 1, 1, 2, (400, 300)))
    written = write_tou("Open", DAY, [one, replace(one, name="בית א")])
    assert told(written) == ["division בית א is written Division 2: the format has plain letters only."]
    assert [section.name for section in read_tou(written.text).divisions] == ["A", "Division 2"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Zoë Ångström", "Zoe Angstrom"), ("Straße", "Strasse"), ("Łódź’s", "Lodz's"), ("李 Wei", "Wei"),
        ("Þór ÆRØ", "Thor AeRO"),
    ],
)  # fmt: skip
def test_plain_letters(text, plain):
    assert plain_letters(text) == plain


@st.composite
def events(draw):
    """A small division, every round complete, with byes."""
    count = draw(st.integers(2, 5))
    rounds = draw(st.integers(1, 5))
    games = []
    for number in range(1, rounds + 1):
        order = draw(st.permutations(range(1, count + 1)))
        for board, at in enumerate(range(0, count - 1, 2), start=1):
            scores = (draw(st.integers(-20, 700)), draw(st.integers(150, 700)))
            games.append(game(number, board, order[at], order[at + 1], scores))
        if count % 2:
            games.append(
                bye(number, order[-1], *draw(st.sampled_from([(Outcome.BYE, 2, 50), (Outcome.FORFEIT, 0, -50)])))
            )
    return division(count, *games, rounds=rounds)


def seen(games, *, spread=True):
    """What must come back: lines and starters' names of files apart."""
    return sorted(
        (
            one.round, one.first, one.second or 0, one.first_score, one.second_score, one.outcome, one.board,
            one.starts_by.value,
        )
        if one.second
        else (one.round, one.first, 0, one.first_halves, one.first_spread if spread else 0, one.outcome, 0, "")
        for one in games
    )  # fmt: skip


@given(events())
def test_tsh_reads_back_as_written(one):
    read = read_tsh(write_tsh(one).text)
    assert not read.errors
    assert seen(read.divisions[0].games) == seen(one.games)
    again = write_tsh(read.divisions[0])
    assert again.text == write_tsh(one).text


@given(events())
def test_tou_reads_back_as_written(one):
    read = read_tou(write_tou("Open", DAY, [one]).text)
    assert not read.errors
    boardless = [replace(each, board=None) for each in one.games]
    found = [replace(each, board=None) for each in read.divisions[0].games]
    assert seen(found, spread=False) == seen(boardless, spread=False)
