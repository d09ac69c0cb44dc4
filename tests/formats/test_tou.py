"""The AUPAIR / WESPA .TOU reader: tokens, starters, byes, repairs, refusals."""

from dataclasses import replace

import pytest

from tdsuite.formats.model import FileGame, ImportedFile, Outcome, StartsBy, Stops
from tdsuite.formats.tou.reader import read_tou
from tdsuite.formats.tou.writer import write_tou

HIGH_WORD = " " * 38 + "0"
HEAD = f"*M14.03.2026 Riverside Spring Open\r\n*A\r\n{HIGH_WORD}\r\n"
END = "*** END OF FILE ***\r\n"
THREE = (
    "Ada Winterbourne     2431  +2 2001  +1 2388   3\r\n"
    "Bo Lindqvist          402   1 1415  +3 2001  +2\r\n"
    "Cy Okafor            2001  +3 1415   2  377  +1\r\n"
)


def read(*rows: str) -> ImportedFile:
    return read_tou(HEAD + "".join(f"{row}\r\n" for row in rows) + END)


def notes(found: ImportedFile) -> list[str]:
    return [problem.text for problem in found.problems]


def row(name: str, *rounds: str) -> str:
    """One row by columns: "2431 +2" becomes " 2431  +2"."""
    cells = []
    for one in rounds:
        token, opponent = one.split()
        cells.append(f" {token:>4}{opponent:>4}")
    return f"{name:<20}" + "".join(cells)


def test_the_composed_example_gives_event_division_players_and_games():
    found = read_tou(HEAD + THREE + END)
    assert (found.problems, found.event_name, str(found.event_date)) == ((), "Riverside Spring Open", "2026-03-14")
    (division,) = found.divisions
    assert (division.name, division.rounds, division.complete_rounds) == ("A", 3, 3)
    assert [(one.line, one.number, one.name, one.filing_name, one.rating) for one in division.players] == [
        (4, 1, "Ada Winterbourne", "Winterbourne, Ada", None), (5, 2, "Bo Lindqvist", "Lindqvist, Bo", None),
        (6, 3, "Cy Okafor", "Okafor, Cy", None),
    ]  # fmt: skip
    assert division.games == (
        FileGame(1, 1, 1, 2, 431, 402, StartsBy.ASSIGNED, Outcome.PLAYED, line=4),
        FileGame(1, None, 3, None, outcome=Outcome.BYE, first_halves=2, first_spread=0, line=6),
        FileGame(2, 1, 2, 3, 415, 415, StartsBy.ASSIGNED, Outcome.PLAYED, line=5),
        FileGame(2, None, 1, None, outcome=Outcome.BYE, first_halves=2, first_spread=0, line=4),
        FileGame(3, 1, 3, 1, 377, 388, StartsBy.ASSIGNED, Outcome.PLAYED, line=6),
        FileGame(3, None, 2, None, outcome=Outcome.BYE, first_halves=2, first_spread=0, line=5),
    )


def test_a_row_keeps_how_it_came_only_where_it_is_written_otherwise_and_can_be_written_so():
    usual = {"Ada Winterbourne     ": {}, "Ada Winterbourne\t": {}, "Ada  Winterbourne ": {}}
    for name, came in (usual | {"Ada Winterbourne ": {"tou": " 2431  +2"}}).items():
        (division,) = read(f"{name}2431  +2", f"{'Bo Lindqvist':<20}  402   1").divisions
        assert dict(division.players[0].extras) == came, name


@pytest.mark.parametrize(
    ("token", "outcome", "halves"),
    [
        ("2001", Outcome.BYE, 2), ("2150", Outcome.BYE, 2), ("2000", Outcome.HALF_BYE, 1),
        ("1350", Outcome.HALF_BYE, 1), ("1000", Outcome.HALF_BYE, 1), ("999", Outcome.FORFEIT, 0),
        ("100", Outcome.FORFEIT, 0), ("0", Outcome.FORFEIT, 0), ("-54", Outcome.FORFEIT, 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("opponent", ["1", "+1", "0"])
def test_a_round_against_the_own_number_is_worth_its_raw_score_without_spread(
    token: str, opponent: str, outcome: Outcome, halves: int
):
    (division,) = read(row("Ada Winterbourne", f"{token} {opponent}")).divisions
    (game,) = division.games
    assert (game.outcome, game.first_halves, game.first_spread, game.second) == (outcome, halves, 0, None)
    assert not game.rated


def test_a_bye_of_50_is_woogles_full_bye_and_noted():
    found = read(row("Ada Winterbourne", "50 1"))
    assert found.divisions[0].games[0].outcome is Outcome.BYE
    assert notes(found) == [
        "Line 4, bye: round 1: a bye written as 50 is read as a full bye, as Woogles means it."
        " Make it a forfeit on the board if it was one."
    ]


@pytest.mark.parametrize(
    ("tokens", "scores"),
    [
        (("2431", "402"), (431, 402)), (("402", "2431"), (402, 431)), (("1415", "1415"), (415, 415)),
        (("2 87", "  60"), (87, 60)), (("1990", " -54"), (-10, -54)), (("2-10", " -54"), (-10, -54)),
        (("2901", "1 00"), (901, 100)),
    ],
)  # fmt: skip
def test_tokens_are_scores_with_a_mark_for_win_or_tie(tokens: tuple[str, str], scores: tuple[int, int]):
    first = f"{'Ada Winterbourne':<20} {tokens[0]:>4}  +2"
    second = f"{'Bo Lindqvist':<20} {tokens[1]:>4}   1"
    if "1 00" in tokens:
        second = f"{'Bo Lindqvist':<20}  100   1"
    (division,) = read(first, second).divisions
    (game,) = division.games
    assert (game.first_score, game.second_score) == scores


def test_a_score_below_zero_has_its_mark_before_the_dash_also_outside_its_columns():
    found = read("Ada Winterbourne 2-10 +2", "Bo Lindqvist -54 1")
    (game,) = found.divisions[0].games
    assert (game.first_score, game.second_score) == (-10, -54)
    assert not [note for note in notes(found) if "the file marks the result otherwise" in note]


def test_the_scores_decide_and_a_mark_that_disagrees_is_noted():
    found = read(row("Ada Winterbourne", "431 +2"), row("Bo Lindqvist", "2402 1"))
    (game,) = found.divisions[0].games
    assert (game.first, game.first_score, game.second_score) == (1, 431, 402)
    assert notes(found) == [
        "Line 4, result: round 1: the scores are 431 to 402, but the file marks the result otherwise;"
        " the scores are followed. Check the result sheet."
    ]
    assert found.games_usable


def test_a_game_without_a_plus_has_no_starter_and_the_section_says_how_many():
    found = read(row("Ada Winterbourne", "2431 2", "2400 +2"), row("Bo Lindqvist", "402 1", "390 1"))
    assert [game.starts_by for game in found.divisions[0].games] == [StartsBy.NONE, StartsBy.ASSIGNED]
    assert notes(found) == ["Line 2, starter: section A: no starter is marked in 1 of 2 games."]


def test_a_plus_glued_to_the_score_by_a_three_digit_opponent_is_parted():
    rows = []
    for number in range(1, 121, 2):
        rows.append(f"{f'Player{number} One':<20} 2400{f'+{number + 1}':>4}")
        rows.append(f"{f'Player{number + 1} Two':<20}  390{number:>4}")
    found = read(*rows)
    assert found.errors == ()
    assert {(game.first_score, game.second_score) for game in found.divisions[0].games} == {(400, 390)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada Winterbourne 2431 +2 402 2", "Bo Lindqvist 402 1 2431 +1"),
        ("Bartholomew Featherstonehaugh 2431 + 2 402 2", "Bo Lindqvist 402 1 2431 +1"),
        ("Ada Winterbourne\t2431\t+2\t402\t2", "Bo Lindqvist    402 1    2431+1"),
    ],
)
def test_rows_that_lost_their_columns_are_read_from_the_right(first: str, second: str):
    found = read(first, second)
    assert found.problems == ()
    games = found.divisions[0].games
    assert [(game.first, game.first_score, game.second_score) for game in games] == [(1, 431, 402), (2, 431, 402)]
    assert found.divisions[0].players[0].name in {"Ada Winterbourne", "Bartholomew Featherstonehaugh"}


def test_a_name_that_fills_its_columns_may_be_cut_and_is_noted():
    found = read(row("Bartholomew Feathers", "2001 1"))
    assert notes(found) == ["Line 4, name: 'Bartholomew Feathers' may be cut: this format keeps 20 letters."]


@pytest.mark.parametrize("name", ["Tom Bye", "TOM BYE", "Ann Byers", "Bo Goodbye"])
def test_a_person_called_bye_is_a_player(name: str):
    (division,) = read(row(name, "2001 1")).divisions
    assert [one.name for one in division.players] == [name]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("*M2026-03-14 Riverside\n*A\n" + THREE + END, "Line 1, date: '2026-03-14' is not a date as DD.MM.YYYY."
         " Write *M, the date and the event's name, such as *M14.03.2026 Riverside Open."),
        ("*M31.02.2026 Riverside\n*A\n" + THREE + END, "Line 1, date: '31.02.2026' is not a date as DD.MM.YYYY."
         " Write *M, the date and the event's name, such as *M14.03.2026 Riverside Open."),
        ("*A\n" + THREE + END, "Line 1, header: the first line is not *MDD.MM.YYYY and the event's name. Add it at the top."),
        (HEAD + THREE + "*A\n" + THREE + END, "Section: there is more than one section A. Rename one of them."),
        ("*M14.03.2026 Riverside\n" + END, "File: it has no player in it. Load a .TOU file with one player a row."),
        (HEAD + row("Ada Winterbourne", "2001 1") + "\n" + row("ada WINTERBOURNE", "2001 2") + "\n" + END,
         "Line 5, name: ada WINTERBOURNE is already on line 4. Take one line out; if they are two people, add an initial to one name."),
        (HEAD + "x" * 101 + " 2001 1\n" + END, "Line 4, name: the name has 101 letters. Shorten it to 100."),
    ],
)  # fmt: skip
def test_files_that_cannot_be_used_say_why(text: str, problem: str):
    found = read_tou(text)
    assert [(one.text, one.fatal) for one in found.problems] == [(problem, True)]
    assert not found.usable


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (HEAD + THREE, "File: the line *** END OF FILE *** is missing. Check that nothing was cut."),
        (HEAD + THREE + END + "more\n", "Line 8, file: text after the end mark is not read."),
        (HEAD + THREE + " Dee Marchetti 2001 4\n" + END, "Line 7, name: a line that starts with a blank is not read."),
        (HEAD + THREE + "*B\n" + END, "Line 7, section: section B has no players and is left out."),
        ("*M14.03.2026 Riverside\n" + THREE + END, "Line 2, section: the line with the section's name is missing; it is called A."),
    ],
)  # fmt: skip
def test_repairs_are_reported_as_notes(text: str, note: str):
    found = read_tou(text)
    assert (notes(found), found.games_usable) == ([note], True)
    assert [division.name for division in found.divisions] == ["A"]


def test_the_line_of_the_high_word_is_no_player():
    text = HEAD.replace(HIGH_WORD, "Thacha Koowirat     QUERYING        239") + THREE + END
    note = "Line 3, high word: the high word of section A is not taken over: Thacha Koowirat QUERYING 239."
    read_back = read_tou(text)
    assert (notes(read_back), len(read_back.divisions[0].players)) == ([note], 3)


def test_a_player_who_left_has_no_more_rounds_and_one_who_came_late_missed_some():
    read_back = read(
        row("Ada Winterbourne", "2431 +2", "2001 1", "400 +3"),
        row("Bo Lindqvist", "402 1"),
        row("Cy Okafor", "2001 3", "2399 +4", "2401 1"),
        row("Di Marchetti", "300 3", "0 4"),
    )
    assert notes(read_back)[:2] == [
        "Line 5, rounds: Bo Lindqvist has 1 of 3 rounds; missed, by what the other rows say: 2, 3.",
        "Line 7, rounds: Di Marchetti has 2 of 3 rounds; missed, by what the other rows say: 1.",
    ]
    players = read_back.divisions[0].players
    assert read_back.games_usable and [(one.withdrawn_from, one.absences) for one in players] == [
        (None, ()), (2, ()), (None, ()), (None, (1,)),
    ]  # fmt: skip


@pytest.mark.parametrize(("claim", "walk_over"), [("2150", True), ("2001", True), ("2151", False), ("100", False)])
def test_a_row_without_a_round_gives_a_walk_over_up_to_2150_and_fits_no_other_score(claim: str, walk_over: bool):
    read_back = read(
        row("Ada Winterbourne", "2431 +2", "2001 1", "400 +3"),
        row("Bo Lindqvist", "402 1", "2001 2", "2001 2"),
        row("Cy Okafor", "2399 +4", f"{claim} 4", "2401 1"),
        row("Di Marchetti", "300 3", "0 4"),
    )
    assert read_back.games_usable is walk_over
    if walk_over:
        (game,) = [game for game in read_back.divisions[0].games if game.round == 2 and game.second == 4]
        assert (game.outcome, game.first, game.first_halves, game.second_halves) == (Outcome.FORFEIT, 3, 2, 0)
    else:
        assert "and round 2 is not where line 6 (Cy Okafor) has it." in read_back.errors[0].text


@pytest.mark.parametrize("name", ["Bye A", "A Bye", "Bye One", "Zz Bye", "ZZBye", "Bye Player", "BYE 2", "Bye"])
def test_a_ghost_gives_byes_worth_what_its_scores_say(name: str):
    (division,) = read(row("Ada Winterbourne", "2350 2", "2001 2"), row(name, "300 1", "0 1")).divisions
    assert [row.name for row in division.players] == ["Ada Winterbourne"]
    assert [(game.outcome, game.first_spread) for game in division.games] == [(Outcome.BYE, 50), (Outcome.BYE, 0)]


@pytest.mark.parametrize(
    ("rounds", "problem"),
    [
        (("2431 +2", "25-28 3", "2400 +2"), "Line 4, score: round 2: '25-28' is not a score."),
        (("2431 +2", "2401 +x", "2400 +2"), "Line 4, opponent: round 2: '+x' is not the number of an opponent."),
    ],
)
def test_the_word_that_cannot_be_read_is_named_once(rounds: tuple[str, ...], problem: str):
    others = (row("Bo Lindqvist", "402 1", "2001 2", "388 1"), row("Cy Okafor", *["2001 3"] * 3))
    read_back = read(row("Ada Winterbourne", *rounds), *others)
    assert [each.text[: len(problem)] for each in read_back.errors] == [problem]


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ((row("Ada Winterbourne", "2431 +2", "2001 1"), row("Bo Lindqvist", "402 1")),
         "Line 5, rounds: 1 of the 2 rounds of other rows can be read. Give each round a score and an opponent."),
        ((row("Ada Winterbourne", "2431 +2"), row("Bo Lindqvist", "402 2")),
         "Line 4, opponent: round 1 is against player 2 (Bo Lindqvist), who has no game in that round. Make both lines agree."),
        ((row("Ada Winterbourne", "2431 +9"),), "Line 4, opponent: round 1 is against player 9, but the players are 1 to 1."
         " Correct the opponent's number; a name may not hold a number."),
    ],
)  # fmt: skip
def test_rows_that_do_not_fit_together_stop_the_games_but_not_the_players(rows: tuple[str, ...], problem: str):
    found = read(*rows)
    assert [one.text for one in found.errors] == [problem]
    assert found.errors[0].stops is Stops.GAMES
    assert (found.usable, found.games_usable) == (True, False)


ODD_ROWS = (  # a second zero above the rows, a plus beside a bye, half a win as 1300, a forfeit as 2, wider columns
    f"*M14.03.2026 Open\r\n*A\r\n{HIGH_WORD}                  0\r\n"
    "Ada Winterbourne     2431  +2 2001  +1 2400  +3\r\n"
    "Bo Lindqvist          402   1 1300   2    2   2\r\n"
    "Cy Okafor             2001   3 2001   3  388   1\r\n"
    f"{END}"
)


def test_rows_that_we_would_write_otherwise_go_out_as_they_came_while_they_say_the_same():
    read = read_tou(ODD_ROWS)
    assert read.games_usable
    (division,) = read.divisions
    assert write_tou("Open", read.event_date, [division]).text == ODD_ROWS
    changed = replace(division, games=tuple(game for game in division.games if game.round < 3), rounds=2)
    assert write_tou("Open", read.event_date, [changed]).text.splitlines()[3:6] == [
        "Ada Winterbourne     2431  +2 2001   1",
        "Bo Lindqvist          402   1 1350   2",
        "Cy Okafor            2001   3 2001   3",
    ]
