"""The word judge's papers with the longest names and words there are; the frames of the slips: tests/platform/printing/test_frames.py."""

import re

import pytest

from adjudication.models import DivisionLexicon
from tdsuite.tournaments.models import Division, Game
from tests.adjudication.challenges.cases import Table, lexicon, table
from tests.paper import LONG_NAMES, Paper, make_hard

pytestmark = pytest.mark.django_db
WORDS = (
    "UNCOPYRIGHTABLE", "DERMATOGLYPHICS", "MISCONJUGATEDLY", "HYDROPNEUMATICS", "QUARTERBACKINGS", "OXYPHENBUTAZONE",
    "WWWWWWWWWWWWWWW", "MMMMMMMMMMMMMMM",
)  # fmt: skip


@pytest.fixture
def at() -> Table:
    """A table with a name of twenty letters, at which two people with the longest names challenge eight long words."""
    at = table()
    Game.objects.filter(pk=at.game.pk).update(table_name="Grand Ballroom st 12")
    DivisionLexicon.objects.update(lexicon=lexicon("The Official Tournament and Club Word List of the Association"))
    make_hard(Division.objects.select_related("tournament").get(pk=at.division.pk))
    at.game = Game.objects.with_people().get(pk=at.game.pk)
    at.judged(*WORDS)
    at.judged("AXLE", challenger=at.first.pk)
    at.slip(*WORDS)
    return at


def docket(at: Table, paper: str = "A4") -> Paper:
    division = Division.objects.select_related("tournament").get(pk=at.division.pk)
    return Paper("challenge-docket", division, paper=paper)


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_a_docket_breaks_long_names_between_words_and_never_a_verdict(at: Table, paper: str) -> None:
    made = docket(at, paper)
    made.assert_whole()
    runs = " ".join(box.text for page in range(len(made.texts)) for box in made.boxes(page)).split()
    for whole in (
        "Ballroom",
        "Hohenschwangau",
        "Konstanze",
        "✓",
        "✗",
        "acceptable",
        "awaiting",
        "verdict,",
        *WORDS[:6],
    ):
        assert whole in runs, whole
    assert (runs.count("unacceptable"), runs.count("UNCOPYRIGHTABLE")) == (1, 2)


def test_a_name_of_one_long_word_is_on_the_docket_to_its_last_letter(at: Table) -> None:
    columns: dict[int, str] = {}
    for box in docket(at).boxes(0):
        columns[round(box.left)] = columns.get(round(box.left), "") + box.text
    assert any(LONG_NAMES[3][0] in re.sub(r"\s", "", text) for text in columns.values())
