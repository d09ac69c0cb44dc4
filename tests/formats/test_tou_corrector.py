"""What WESPA's reader makes of a .TOU file, by its written rules, and that ours gives it nothing to change."""

from datetime import date

import pytest

from tdsuite.formats.model import Outcome
from tdsuite.formats.tou.corrector import corrections
from tdsuite.formats.tou.writer import write_tou
from tests.formats.test_writing import bye, division, game
from tests.oracles.files import oracle

ROWS = ("Ada Lace  2431  +2 2001   1", "Bo Reed    388   1 1400  +3", "Cy Okafor 1350   3 1400   2")


def file(*rows, name="A", first="*M14.03.2026 Spring", end="*** END OF FILE ***"):
    return "\r\n".join([first, f"*{name}", " " * 38 + "0", *rows, end, ""])


def test_a_file_that_keeps_the_rules_is_taken_as_it_is():
    assert corrections(file(*ROWS)) == ()


@pytest.mark.parametrize(
    ("row", "written", "change"),
    [
        (0, "Ada Lace  2431  +2", "Ada Lace has 1 of 2 rounds: byes are filled in, or the file is skipped."),
        (0, "Ada Bye   2431  +2 2001   1", "Ada Bye is taken for a bye, and goes with all games."),
        (0, "Bo  R'eed 2431  +2 2001   1", "Bo R'eed and Bo Reed are taken for one person."),
        (0, "Ada Lace  2431  +3 2001   1", "round 1: Ada Lace has Cy Okafor as opponent, who has another."),
        (0, "Ada Lace  2431  +9 2001   1", "round 1: the opponent of Ada Lace is nobody."),
        (0, "Ada Lace   431  +2 2001   1", "round 1: the scores of Ada Lace and Bo Reed are read as 431 and 388."),
        (0, "Ada Lace  1388  +2 2001   1", "round 1: the scores of Ada Lace and Bo Reed are read as 388 and 388."),
        (0, "Ada Lace  3012  +2 2001   1", "round 1: the scores of Ada Lace and Bo Reed are read as 1012 and 388."),
        (1, "Bo Reed    388   1 1399  +3", "round 2: the scores of Bo Reed and Cy Okafor are read as 399 and 400."),
    ],
)
def test_what_breaks_a_rule_is_named(row, written, change):
    rows = [written if at == row else usual for at, usual in enumerate(ROWS)]
    assert f"A: {change}" in corrections(file(*rows))


def test_an_opponent_without_that_round_has_another():
    assert corrections(file("Ada Lace  2431  +2 2001   1 2400  +2", "Bo Reed    388   1 1400   2")) == (
        "A: round 3: Ada Lace has Bo Reed as opponent, who has another.",
        "A: Bo Reed has 2 of 3 rounds: byes are filled in, or the file is skipped.",
    )


def test_a_tie_at_350_is_taken_for_half_byes():
    rows = ("Ada Lace  1350  +2", "Bo Reed   1350   1")
    assert corrections(file(*rows)) == (
        "A: round 1: the tie of Ada Lace and Bo Reed at 350 is taken for half a win each without a game.",
    )


def test_people_named_byers_negative_scores_and_the_winner_of_a_forfeit_are_understood():
    rows = ("Tom Byers  -54  +2 1990   2", "Bo Reed     50   1  -90  +1")
    assert corrections(file(*rows)) == ()
    short = corrections(file(*rows).replace("1990", "2-10"))
    assert short == ("A: 2-10 of Tom Byers is rewritten to 1990.",)


def test_a_first_or_last_line_that_is_not_read_is_named():
    assert corrections(file(*ROWS, first="*M14.3.2026 Spring")) == (
        "The first line is not read, so the file is skipped.",
    )
    assert corrections("") == ("The first line is not read, so the file is skipped.",)
    assert corrections(file(*ROWS, end="")) == ("The last line is missing.",)


def test_somebody_in_two_divisions_is_named():
    text = file(*ROWS).replace("*** END", "*B\r\n" + "\r\n".join(ROWS) + "\r\n*** END")
    assert "Ada Lace is in A and in B: taken for one person, with a warning." in corrections(text)


def test_what_the_suite_writes_needs_no_correction():
    made = division(
        4, game(1, 1, 2, 1, (388, 431)), game(1, 2, 3, 4, (400, 400)), game(2, 1, 1, 3, (-10, -20)),
        bye(2, 2, Outcome.BYE, 2, 50), bye(2, 4, Outcome.HALF_BYE, 1, 0), rounds=2,
    )  # fmt: skip
    assert corrections(write_tou("Spring", date(2026, 3, 14), [made]).text) == ()


def test_a_real_file_of_the_body_is_taken_as_it_is():
    assert corrections(oracle("nich2011.tou").read_text("latin-1")) == ()
