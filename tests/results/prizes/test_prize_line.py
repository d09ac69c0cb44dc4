"""The line under the prizes stands where the list of prizes says, on pages, papers and in workbooks; nothing is final too early."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from results.models import Prize
from results.prizes.services.ceremony import division_page
from results.reports.hall import certificates
from results.reports.standings import lines_of, standings
from tdsuite.exchange.tables import standings_table
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_round, play
from tests.paper import Paper

pytestmark = pytest.mark.django_db


def closed(division: Division, number: int, scores: list[tuple[int, int, int, int]]) -> None:
    row = make_round(division, number, status="closed", results=0, pairs=[one[:2] for one in scores])
    for first, _, one, two in scores:
        play(row.games.get(first__number=first), one, two)


@pytest.fixture
def division() -> Division:
    """Six players, two of three rounds; 1 and 3 won both, 5 and 6 one each, 2 and 4 none. The division itself says one place."""
    made = make_division(players=6, rounds=3, prize_places=1)
    closed(made, 1, [(1, 2, 450, 350), (3, 4, 440, 350), (5, 6, 430, 350)])
    closed(made, 2, [(1, 4, 420, 400), (3, 2, 410, 400), (6, 5, 400, 390)])
    return made


def give(division: Division, *places: int) -> None:
    for place in places:
        Prize.objects.create(division=division, title=f"Place {place}", basis="place", place=place, money=100)


def marked(division: Division, number: int = 2, places: int = 1) -> list[int]:
    return [line.row.standing.rank for line in lines_of(history(division), number, places) if line.last_prize]


def page_text(division: Division) -> str:
    address = reverse("public:standings", args=[division.tournament.slug, division.code])
    return " ".join(re.sub(r"<[^>]*>", " ", Client().get(address).content.decode()).split())


# --- the list of prizes decides ---


@pytest.mark.parametrize(
    ("places", "line"),
    [((), "1 place{}is at 2 wins, +120."), ((1, 2, 3), "3 places{}is at 1 win, +70.")],
    ids=["the division's own number where the list has no places", "the list"],
)
def test_the_line_stands_under_the_last_place_that_has_a_prize(
    division: Division, places: tuple[int, ...], line: str
) -> None:
    Prize.objects.create(division=division, title="High game", basis="high_win", money=100)
    give(division, *places)
    assert line.format("; the last of them ") in page_text(division)
    wins = " win a prize" if places else " wins a prize"
    below = f"{wins}: the thick line is below the last of them, "
    assert line.format(below).replace("is at", "at") in Paper("standings", division.rounds.get(number=2)).text


def test_certificates_are_for_the_places_on_the_list(division: Division) -> None:
    give(division, 1, 2)
    assert [row.entry.number for row, *_ in certificates(division, {}).context["pages"]] == [1, 3]


def test_a_workbook_and_the_print_call_the_same_players_sure_of_a_prize(division: Division) -> None:
    give(division, 1, 2, 3, 4)
    settled = standings_table([history(division)]).header.index("Settled")
    rows = standings_table([history(division)]).rows
    assert {row[3]: row[settled] for row in rows} == {
        1: "sure of a prize", 3: "sure of a prize", 5: "", 6: "", 2: "", 4: "",
    }  # fmt: skip
    text = Paper("standings", division.rounds.get(number=2)).text
    assert "Ada Winterbourne #1 sure of a prize 2–0 +120" in text
    assert text.count("sure of a prize") == 2


# --- on paper ---


def test_one_line_of_the_print_is_the_last_in_the_prizes(division: Division) -> None:
    assert [marked(division, places=places) for places in (0, 1, 2, 3, 9)] == [[], [1], [2], [3], [5]]


def test_a_shared_last_prize_place_stands_whole_above_the_line() -> None:
    made = make_division(players=4, rounds=2)
    closed(made, 1, [(1, 2, 400, 400), (3, 4, 400, 400)])
    lines = lines_of(history(made), 1, 1)
    assert [line.last_prize for line in lines] == [False, False, False, True]
    assert {line.row.standing.rank_text for line in lines} == {"1="}


def test_a_clinched_place_is_named_in_the_print() -> None:
    made = make_division(players=2, rounds=4, prize_places=1)
    for number in (1, 2, 3):
        closed(made, number, [(1, 2, 500, 300)])
    assert "Ada Winterbourne #1 place 1 clinched 3–0 +600" in Paper("standings", made.rounds.get(number=3)).text


def test_after_the_last_round_the_print_has_the_line_and_no_marks(division: Division) -> None:
    closed(division, 3, [(1, 3, 400, 390), (5, 2, 400, 380), (6, 4, 400, 350)])
    text = Paper("standings", division.rounds.get(number=3)).text
    assert "1 place wins a prize" in text
    assert "clinched" not in text and "sure of" not in text


def test_without_prizes_the_print_has_no_line(division: Division) -> None:
    Division.objects.filter(pk=division.pk).update(prize_places=0)
    row = Division.objects.get(pk=division.pk).rounds.get(number=2)
    assert "prize" not in Paper("standings", row).text
    assert standings(row, {}).context["prizes"] == ""


def test_the_line_is_thicker_than_any_other_of_the_table(division: Division) -> None:
    drawn = Paper("standings", division.rounds.get(number=2)).reader.pages[0].get_contents()
    assert drawn is not None
    widths = sorted({float(one) * 0.75 for one in re.findall(rb"([\d.]+) w\b", drawn.get_data())})  # points
    assert widths == pytest.approx([0.4, 1, 2], abs=0.01)


# --- final, or not ---


@pytest.mark.parametrize("outcome", ["", "postponed", "adjourned"])
def test_prizes_and_certificates_are_not_final_while_a_game_is_to_come(division: Division, outcome: str) -> None:
    give(division, 1)
    closed(division, 3, [(1, 3, 400, 390), (5, 2, 400, 380), (6, 4, 400, 350)])
    assert division_page(division).final
    assert certificates(division, {}).context["finished"] is True
    game = Game.objects.get(round__division=division, round__number=3, first__number=5)
    Game.objects.filter(pk=game.pk).update(outcome=outcome, first_score=None, second_score=None)
    assert (division_page(division).final, division_page(division).missing) == (False, 1)
    assert certificates(division, {}).context["finished"] is False
    assert "Provisional. 1 result is awaited." in Paper("standings", division.rounds.get(number=3)).text
