"""Players numbered by rating at one press, before anything is paired."""

import pytest
from django.test import Client

from pairings.models import PairingSettings
from pairings.services.drafts import make_draft
from pairings.services.numbering import number_by_rating
from pairings.services.rules import save_settings
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    """Numbers 1 to 4 with ratings 1200, unrated, 1500, 1200."""
    division = make_division(make_tournament(), players=4, rounds=3)
    for number, rating in enumerate((1200, 0, 1500, 1200), start=1):
        division.entries.filter(number=number).update(rating=rating, seed=number)
    return division


def ratings(division: Division) -> list[tuple[int, int, int]]:
    return list(division.entries.order_by("number").values_list("number", "rating", "seed"))


def test_the_best_is_number_1_equal_ratings_keep_their_order_and_unrated_come_last(
    division: Division, director: User, client: Client
) -> None:
    first_of_two = division.entries.get(number=1)
    page = "/console/lakeside-open/a/roster/"
    assert "Number by rating" in client.get(page).content.decode()
    assert client.post(f"{page}number/").status_code == 302
    assert ratings(division) == [(1, 1500, 1), (2, 1200, 2), (3, 1200, 3), (4, 0, 4)]
    assert division.entries.get(number=2).pk == first_of_two.pk
    last = Record.objects.order_by("-seq")[0]
    expected = ("players.numbered", {"numbers": [3, 1, 4, 2]}, {"numbers": [1, 2, 3, 4]})
    assert (last.action, last.before, last.after) == expected
    assert "Number by rating" not in client.get(page).content.decode()
    with pytest.raises(Refused) as refused:
        number_by_rating(by=director, division=division)
    assert refused.value.code == "numbered_already"


def test_boards_asked_for_families_and_volunteers_name_the_same_people_afterwards(
    division: Division, director: User
) -> None:
    boards = [{"ask": "forced", "one": 3, "two": 1, "round": 1}, {"ask": "forced", "one": 2, "two": 0, "round": 2}]
    save_settings(by=director, division=division, values={"boards": boards, "families": [[1, 4]], "volunteers": [3]})
    number_by_rating(by=director, division=division)
    row = PairingSettings.objects.get()
    assert [(board["one"], board["two"], board["round"]) for board in row.boards] == [(1, 2, 1), (4, 0, 2)]
    assert (row.families, row.volunteers) == ([[2, 3]], [1])


@pytest.mark.parametrize("published", [False, True])
def test_once_a_round_is_drafted_or_published_the_numbers_stay(
    division: Division, director: User, published: bool
) -> None:
    if published:
        make_round(division)
    else:
        make_draft(by=director, division=division, number=1)
    before = ratings(division)
    with pytest.raises(Refused, match="Round 1 is published" if published else "a draft of round 1; discard it first"):
        number_by_rating(by=director, division=division)
    assert ratings(division) == before
