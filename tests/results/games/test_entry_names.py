"""The entry line: players by the beginning of their names, and the boards that a line may mean before its figures."""

import pytest

from results.games.engine.entry_line import EntryError, Mode, boards_meant
from results.games.engine.round_view import BoardPlayer, BoardView, RoundView
from tests.results.games.test_entry_line import VIEW, enter, figures


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wint 431 388", (101, 431, 388, 43)), ("LINDQ, bo 431 388", (101, 388, 431, -43)),
        ("Ada w 431-388", (101, 431, 388, 43)), ("okaf 431 388", (102, 431, 388, 43)),
    ],
)  # fmt: skip
def test_a_name_that_begins_so_is_a_player_in_any_mode(mode: Mode, text: str, expected: tuple):
    assert figures(enter(text, mode)) == expected
    assert figures(enter("wint 43", Mode.SPREAD)) == (101, None, None, 43)


def test_marks_and_apostrophes_of_a_name_need_not_be_typed():
    view = RoundView(1, (BoardView(1, "1", BoardPlayer(1, "Zoë O’Connor"), BoardPlayer(2, "Al Brown")),))
    assert enter("oconn 431 388", view=view).first_score == enter("zoe 431 388", view=view).first_score == 431


def test_a_beginning_that_fits_several_lists_them_and_who_is_called_just_so_stands_alone():
    li, lipinski = BoardPlayer(1, "Ann Li"), BoardPlayer(2, "Ann Lipinski")
    view = RoundView(
        1,
        (
            BoardView(1, "5", li, BoardPlayer(3, "Cy Okafor")),
            BoardView(2, "6", lipinski, BoardPlayer(4, "Dee Marchetti")),
        ),
    )
    with pytest.raises(EntryError) as refused:
        enter("ann 431 388", view=view)
    expected = "'ann' may be 1 Ann Li (table 5), 2 Ann Lipinski (table 6): type more of the name, or the number."
    assert str(refused.value) == expected
    assert enter("ann li 431 388", view=view).board.key == 1


def test_the_boards_of_what_is_typed_are_known_before_its_figures():
    def meant(text: str, mode: Mode = Mode.PLAYER) -> list[int]:
        return [board.key for board in boards_meant(text, VIEW, mode)]

    typed = {"3": [101], "12 4": [101], "t8": [102], "lind": [101], "4": [103], "d": [102], "9": [], "u": [], "": []}
    assert {text: meant(text) for text in typed} == typed
    assert [meant(text, Mode.TABLE) for text in ("8", "p3", "mar 4", "3")] == [[102], [101], [102], []]
