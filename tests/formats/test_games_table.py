"""CoCo's table of games: byes, late rounds, games sent twice, the day; what is wrong is named by line."""

import csv
from collections import defaultdict

import pytest

from tdsuite.formats.model import FileFormat, ImportedFile, Outcome, StartsBy
from tdsuite.formats.reading import read_file
from tests.oracles.files import ORACLES

HEAD = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n"


def read(text: str) -> ImportedFile:
    return read_file("open-results.csv", text.encode())


def games(read_back: ImportedFile) -> list[tuple[object, ...]]:
    (division,) = read_back.divisions
    names = {row.number: row.name for row in division.players} | {None: ""}
    return [
        (game.round, names[game.first], game.first_score, names[game.second], game.second_score)
        for game in division.games
    ]


def test_games_byes_and_the_day():
    read_back = read(HEAD + "44702.35,1,Ada W,474,Bo L,380\n44702.36,1,Cy O,50,Bye,0\n44703.1,2,Bo L,400,Cy O,400\n")
    assert (read_back.format, str(read_back.event_date), read_back.errors) == (FileFormat.GAMES_TABLE, "2022-05-21", ())
    assert games(read_back) == [
        (1, "Ada W", 474, "Bo L", 380), (1, "Cy O", None, "", None), (2, "Bo L", 400, "Cy O", 400),
    ]  # fmt: skip
    bye = read_back.divisions[0].games[1]
    assert (bye.outcome, bye.first_halves, bye.first_spread) == (Outcome.BYE, 2, 50)


def test_late_rounds_follow_the_numbered_ones_and_a_match_gets_a_round_a_game():
    read_back = read(
        HEAD + ",4,Ada W,474,Bo L,380\n,4,Cy O,1,Di M,0\n,Final,Ada W,400,Cy O,300\n,Semifinal,Ada W,400,Di M,300\n"
        ",Semifinal,Di M,401,Ada W,301\n,Third Place Match,Bo L,402,Di M,302\n"
    )
    assert [(row[0], row[1], row[3]) for row in games(read_back)[2:]] == [
        (5, "Ada W", "Di M"), (6, "Di M", "Ada W"), (7, "Ada W", "Cy O"), (7, "Bo L", "Di M"),
    ]  # fmt: skip
    late_alone = read(HEAD + ",Final,Ada W,400,Cy O,300\n,Semifinal,Ada W,400,Di M,300\n")
    assert [row[0] for row in games(late_alone)] == [1, 2]


def test_a_game_sent_twice_is_one_and_the_starter_is_read():
    head = HEAD.strip() + ",Did the winner go first or second,Opponent Affirmation\n"
    read_back = read(head + ",1,Ada W,474,Bo L,380,Went second,Confirmed!\n,1,Bo L,380,Ada W,474,,\n")
    assert games(read_back) == [(1, "Bo L", 380, "Ada W", 474)]
    assert read_back.divisions[0].games[0].starts_by is StartsBy.ASSIGNED
    assert read_back.notes[1].text == "Line 3, line: it says the game of line 2 again, and is left out."


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (",x,Ada W,474,Bo L,380", "Line 2, round: 'x' is no round. Write 1, 2, 3, or a word such as Semifinal or Final."),
        (",1,Ada W,4a4,Bo L,380", "Line 2, winner score: '4a4' is not a score. Write a whole number up to 1500."),
        (",1,,474,Bo L,380", "Line 2, winner: the name is missing or too long. Write the player's name."),
        (",1,Ada W,474,ada w,380", "Line 2, opponent: Ada W plays against themselves. Write the opponent's name."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line_is_named(line: str, problem: str):
    assert [each.text for each in read(f"{HEAD}{line}\n").errors] == [problem]


def test_a_column_that_is_not_read_is_named_where_it_holds_something_and_lines_may_be_short():
    head, lines = HEAD.replace("\n", ",Remark\n"), ",1,Ada W,474,Bo L,380\n,1,Cy O,400,Di M,300"
    told = [[each.text for each in read(f"{head}{lines}{end}\n").problems[:-1]] for end in ("", ",", ",late")]
    assert told == [[], [], ["Line 1, header: not read: Remark."]]


def test_who_started_is_the_winners_word_and_players_are_numbered_as_they_come():
    lines = ("Ada W,474,Bo L,380,first", "Cy O,400,Di M,300,second", "Ed N,400,Fi P,300,")
    read_back = read(HEAD.replace("\n", ",Winner went\n") + "".join(f",1,{line}\n" for line in lines))
    assert [(one[1], one[3]) for one in games(read_back)] == [("Ada W", "Bo L"), ("Di M", "Cy O"), ("Ed N", "Fi P")]
    assert [game.starts_by for game in read_back.divisions[0].games] == [*2 * [StartsBy.ASSIGNED], StartsBy.NONE]
    players = [(row.number, row.name) for row in read_back.divisions[0].players]
    assert players == list(enumerate(("Ada W", "Bo L", "Cy O", "Di M", "Ed N", "Fi P"), start=1))


def test_a_wrong_round_is_named_with_the_one_that_is_free():
    read_back = read(HEAD + ",1,Ada W,474,Bo L,380\n,1,Ada W,400,Cy O,300\n,2,Bo L,400,Cy O,300\n,3,Bo L,400,Di M,3\n")
    assert [each.text for each in read_back.errors] == [
        "Line 3, name: Ada W plays twice in round 1: see line 2."
        " Neither plays in round 3: correct the round, or take one game out."
    ]


@pytest.mark.parametrize(
    ("text", "day"),
    [("11/13/2021 7:05:35", "2021-11-13"), ("12/13/21", "2021-12-13"), ("13/12/2021", "2021-12-13"), ("12/12/99", "2099-12-12"),
     ("8/2/2022 8:11", "None"), ("1/12/22", "None"), ("31/4/2022", "None"), ("13/13/2022", "None"), ("soon", "None")],
)  # fmt: skip
def test_a_day_that_could_be_two_is_not_taken(text: str, day: str):
    assert str(read(f"{HEAD}{text},1,Ada W,474,Bo L,380\n").event_date) == day


@pytest.mark.oracle
def test_cocos_files_give_every_players_wins_and_spread():
    files = sorted(ORACLES.glob("coco/results/*-results.?sv"))
    if not files:
        pytest.skip("oracle absent: coco")
    read_whole = 0
    for path in files:
        read_back = read_file(path.name, path.read_bytes())
        if not read_back.games_usable:
            assert "plays twice in round" in read_back.errors[0].text
            continue
        read_whole += 1
        spreads: dict[str, int] = defaultdict(int)
        for _, first, own, second, other in games(read_back):
            if second:
                spreads[str(first)] += own - other
                spreads[str(second)] += other - own
        delimiter = "\t" if path.suffix == ".tsv" else ","
        with path.open(encoding="utf-8-sig", newline="") as file:
            written: dict[str, int] = defaultdict(int)
            for row in {tuple(row[1:6]) for row in list(csv.reader(file, delimiter=delimiter))[1:]}:
                if row and row[1] and "Bye" not in row:
                    winner, loser = (" ".join(row[at].split()) for at in (1, 3))
                    written[winner] += int(row[2]) - int(row[4])
                    written[loser] += int(row[4]) - int(row[2])
        assert spreads == written, path.name
    assert read_whole >= len(files) * 9 // 10
