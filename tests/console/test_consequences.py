"""What follows from a decision: told before it, equal to what is found after it, and nothing is saved meanwhile."""

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from results.models import Prize
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.engine.consequences import Consequence, Fact, Kind, consequences
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.consequences import facts_of
from tests.factories import make_played_event, make_round, make_user
from tests.results.looking import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    """Six players, two of four rounds played, the third being played, the fourth published."""
    division: Division = make_played_event(players=6, played=2, rounds=4, slug="hall")
    make_round(division, 3, status=Round.Status.PLAYING)
    return division


@pytest.fixture
def director(division: Division, client: Client) -> Client:
    client.force_login(make_user(tournament=division.tournament))
    return client


def at(name: str, division: Division, *args: int) -> str:
    return reverse(name, args=[division.tournament.slug, division.code, *args])


def test_facts_are_compared_by_what_they_are_about_and_told_in_the_order_of_their_kinds() -> None:
    before = [
        Fact(Kind.STANDINGS, 1, "Ann", "1."),
        Fact(Kind.BOARDS, 1, "Ann – Bo", "table 1"),
        Fact(Kind.FILES, 1, "rated", "3"),
    ]
    after = [
        Fact(Kind.FILES, 1, "rated", "3"),
        Fact(Kind.STANDINGS, 1, "Ann", "2."),
        Fact(Kind.STANDINGS, 2, "Bo", "1."),
    ]
    assert consequences(before, after) == [
        Consequence(Kind.BOARDS, "Ann – Bo", "table 1", ""),
        Consequence(Kind.STANDINGS, "Ann", "1.", "2."),
        Consequence(Kind.STANDINGS, "Bo", "", "1."),
    ]


def decisions(division: Division) -> dict[str, tuple[str, dict[str, object], set[Kind]]]:
    """Forms of the console, what is sent, and the kinds of what follows at the least."""
    leader = history(division).by_number[history(division).standings()[0].number]
    game = Game.objects.of_division(division).filter(Q(first=leader) | Q(second=leader), round__number=1).get()
    first, second = (100, 600) if game.first_id == leader.pk else (600, 100)
    score = {"kind": "played", "first_score": first, "second_score": second, "reason": "Misread"}
    return {
        "leaves": (
            at("console:entry_withdraw", division, 3), {"out-from_round": 3, "out-reason": "Ill"}, {Kind.BOARDS},
        ),
        "is renamed": (
            at("console:entry", division, 3), {"name": "Zoe Other", "rating": 1500, "number": 3}, {Kind.BOARDS},
        ),
        "an old result was wrong": (
            at("console:correct", division, game.pk), score, {Kind.RESULTS, Kind.STANDINGS, Kind.PRIZES},
        ),
        "is put out": (
            at("results:eject", division, 3),
            {"cause": "gravest", "from_round": 3, "fate": "", "award": 150, "question": "Cheated?", "one_side": "Yes", "other_side": "No", "witnesses": "Two", "finding": "Cheated", "report_to": ""},
            {Kind.RESULTS, Kind.STANDINGS},
        ),
        "comes late": (
            reverse("console:walk_in", args=["hall"]), {"name": "Wanda Walker", "place": f"{division.code} 4 0", "worth": "zero_bye"}, {Kind.STANDINGS},
        ),
        "the plan changes": (
            at("pairings:override", division, 4), {"method": "king_of_the_hill", "lag": 1, "repeats": "avoid", "when_ready": "draft"}, {Kind.ROUNDS},
        ),
    }  # fmt: skip


@pytest.mark.parametrize(
    "what", ["leaves", "is renamed", "an old result was wrong", "is put out", "comes late", "the plan changes"]
)
def test_what_was_told_before_a_decision_is_what_is_found_after_it(
    division: Division, director: Client, what: str
) -> None:
    Prize.objects.create(division=division, title="First", basis="place", money=5000)
    address, sent, kinds = decisions(division)[what]
    look: object = 1
    if what == "an old result was wrong":
        look = director.post(address, sent).context["preview"].digest
    if what == "is put out":
        sent["seen"] = director.get(address, sent).context["plan"].digest
    before, records = facts_of(division.tournament), Record.objects.count()
    page = director.post(address, {**sent, "what-follows": look})
    assert page.status_code == 200 and "Nothing is changed yet." in text(page)
    assert facts_of(division.tournament) == before and Record.objects.count() == records
    told = [row for _heading, rows, more in page.context["groups"] for row in (*rows, *more)]
    assert kinds <= {row.kind for row in told}
    done = director.post(address, dict(page.context["sent"]))
    assert done.status_code == 302 and Record.objects.count() > records
    assert consequences(before, facts_of(division.tournament)) == told


def test_what_is_refused_is_said_on_its_own_page_and_a_stranger_learns_nothing(
    division: Division, director: Client
) -> None:
    address = at("console:entry_withdraw", division, 3)
    assert director.post(address, {"out-from_round": 99, "what-follows": 1}).status_code == 422
    director.logout()
    assert director.post(address, {"out-from_round": 3, "what-follows": 1})["Location"].startswith("/log-in/")


def test_a_look_hands_out_no_file_whose_record_is_given_up(division: Division, client: Client) -> None:
    client.force_login(make_user("keeper", tournament=division.tournament, role=Role.ORGANISER))
    address, records = at("console:entry_export", division, 3), Record.objects.count()
    assert client.post(address, {"what-follows": 1}).status_code == 400 and Record.objects.count() == records
    assert client.post(address).has_header("Content-Disposition") and Record.objects.count() == records + 1
