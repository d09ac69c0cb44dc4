"""Places that are settled: a draft says so, and a settled player can be given an opponent who can win nothing by it."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import PairingRun
from pairings.services.drafts import make_draft
from pairings.services.prize_chances import still_open
from pairings.services.settled import settled_players, spare_contenders
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament

pytestmark = pytest.mark.django_db
ROUNDS = ([(1, 6), (2, 5), (3, 4)], [(1, 5), (6, 3), (2, 4)], [(1, 4), (3, 5), (6, 2)])


@pytest.fixture
def division() -> Division:
    """Before the last round player 1 has three wins by 100 points each, which the last round's cap of 10 keeps, the others two or less; three prizes."""
    division = make_division(make_tournament(), players=6, rounds=4, prize_places=3, spread_caps=[100, 100, 100, 10])
    for number, pairs in enumerate(ROUNDS, start=1):
        row = make_round(division, number, pairs=pairs, status="closed")
        Game.objects.filter(round=row).update(outcome="played", first_score=450, second_score=350)
    return division


def drafted(division: Division, director: User, method: str = "king_of_the_hill") -> PairingRun:
    return make_draft(by=director, division=division, number=4, method=method, seed=1)


def told(run: PairingRun) -> list[tuple[int, int, int | None, bool, int | None]]:
    return [
        (
            player.place, player.entry.number, player.opponent and player.opponent.number, player.harms,
            player.instead and player.instead.number,
        )
        for player in settled_players(run, history(run.division))
    ]  # fmt: skip


def test_a_draft_says_who_is_settled_and_whom_they_should_rather_meet(division: Division, director: User) -> None:
    for method in ("king_of_the_hill", "swiss"):
        assert told(drafted(division, director, method)) == [(1, 1, 2, True, 4)]  # 4 and 5 are out of the prizes
    assert told(drafted(division, director, "quads")) == [(1, 1, 5, False, None)]


def test_while_a_place_can_change_nothing_is_said(division: Division, director: User) -> None:
    Division.objects.filter(pk=division.pk).update(spread_caps=[])
    division.refresh_from_db()
    assert told(drafted(division, director)) == []


def test_where_everybody_can_win_something_there_is_nobody_to_meet_instead(division: Division, director: User) -> None:
    division.entries.filter(number__in=(4, 5)).update(class_name="B")  # one prize for the best of class B
    run = drafted(division, director)
    assert told(run) == [(1, 1, 2, True, None)]
    with pytest.raises(Refused, match="no settled player can be given an opponent who has less to win"):
        spare_contenders(by=director, division=division, number=4)


def test_the_round_is_paired_so_that_nobody_is_harmed(division: Division, director: User) -> None:
    drafted(division, director)
    assert spare_contenders(by=director, division=division, number=4) == ((1, 4),)
    run = drafted(Division.objects.select_related("tournament").get(pk=division.pk), director)
    assert told(run) == [(1, 1, 4, False, None)]
    with pytest.raises(Refused, match="no settled player"):
        spare_contenders(by=director, division=division, number=4)


def test_the_page_of_a_draft_offers_it(division: Division, director: User, client: Client) -> None:
    drafted(division, director)
    client.force_login(director)
    address = [division.tournament.slug, division.code, 4]
    page = " ".join(client.get(reverse("pairings:round", args=address)).text.split())
    assert "Place 1 is settled" in page and "who can still win a prize." in page and "nobody is harmed.</b>" in page
    answer = client.post(reverse("pairings:spare", args=address), follow=True)
    assert "Asked for in round 4: 1 - 4." in answer.text


def test_prize_chances_use_the_draft_and_say_so(division: Division, director: User, client: Client) -> None:
    planned = still_open(history(division), 3)
    drafted(division, director, "random")
    known = still_open(history(division), 3)
    assert (planned.boards, known.boards) == ("plan", "draft")
    assert planned.tables != known.tables
    client.force_login(director)
    page = client.get(reverse("pairings:reach", args=[division.tournament.slug, division.code, 3])).text
    assert "The next round is played on the boards of its draft." in " ".join(page.split())
