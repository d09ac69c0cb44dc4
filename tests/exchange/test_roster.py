import pytest
from django.test import Client
from django.urls import reverse

from tdsuite.exchange.events import SourceFile, UnusableFile
from tdsuite.exchange.models import RosterUpload
from tdsuite.exchange.roster import apply_roster, plan_roster
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db
CSV = b"rating,name,club\n1725,Ada Winterbourne,Dockside\n1402,Bo Lindqvist,\n"


@pytest.fixture
def division():
    return make_division(make_tournament("open"), players=0)


def apply(division, data=CSV, **options):
    return apply_roster(by=COMMAND_LINE, division=division, source=SourceFile("roster.csv", data), **options)


def plan(division, data):
    return plan_roster(division, SourceFile("roster.csv", data))


def entries(division):
    return list(division.entries.values_list("number", "player__name", "rating"))


def test_the_preview_changes_nothing_and_says_what_would_happen(division):
    apply(division)
    planned = plan(division, b"name,rating\nAda Winterbourne,1750\nBo Lindqvist,1402\nCy Okafor,900\n")
    assert planned.counts == {"add": 1, "change": 1, "same": 1}
    (change,) = next(row for row in planned.rows if row.kind == "change").changes
    assert (change.field, change.old, change.new) == ("rating", "1725", "1750")
    assert entries(division) == [(1, "Ada Winterbourne", 1725), (2, "Bo Lindqvist", 1402)]


def test_applying_again_changes_and_adds_by_name_whatever_the_case(division):
    apply(division)
    apply(division, b"name,rating\nADA WINTERBOURNE,1750\nCy Okafor,900\n")
    assert entries(division) == [(1, "Ada Winterbourne", 1750), (2, "Bo Lindqvist", 1402), (3, "Cy Okafor", 900)]


def test_an_id_finds_a_player_under_another_name(division):
    apply(division, b"name,rating,naspa\nAda Winterbourne,1725,AA001234\n")
    planned = plan(division, b"name,rating,naspa\nAda Smith,1730,AA001234\n")
    assert [row.kind for row in planned.rows] == ["change"]


def test_a_line_with_a_bad_rating_is_named_and_nothing_is_applied(division):
    with pytest.raises(UnusableFile) as caught:
        apply(division, b"name,rating\nAda Winterbourne,1725\nBo Lindqvist,strong\n")
    assert [(problem.line, problem.field) for problem in caught.value.problems] == [(3, "rating")]
    assert entries(division) == []


def test_names_that_look_alike_are_flagged_not_merged(division):
    apply(division)
    planned = plan(division, b"name,rating\nAda Winterborne,1700\n")
    assert planned.usable
    assert "looks like Ada Winterbourne on the roster" in planned.problems[-1].text
    assert planned.counts["add"] == 1


def test_a_number_that_is_somebody_elses_is_refused_with_its_line(division):
    apply(division)
    planned = plan(division, b"number,name,rating\n1,Cy Okafor,900\n")
    assert not planned.usable
    assert "number 1 belongs to Ada Winterbourne" in planned.problems[-1].text


def test_two_lines_about_one_player_are_refused(division):
    apply(division, b"name,rating,naspa\nAda Winterbourne,1725,AA001234\n")
    planned = plan(division, b"name,rating,naspa\nAda Winterbourne,1725,\nAda Smith,1730,AA001234\n")
    assert not planned.usable


@pytest.fixture
def director(client, division):
    client.force_login(make_user(tournament=division.tournament))
    return client


def paste(client, text):
    return client.post(reverse("exchange:roster_import", args=["open", "a"]), {"text": text})


def test_a_director_pastes_looks_and_applies(director, division):
    answer = paste(director, CSV.decode())
    page = director.get(answer.url)
    assert "Apply: add 2, change 0, leave 0" in page.content.decode()
    assert division.entries.count() == 0
    director.post(f"{answer.url}apply/")
    assert director.post(f"{answer.url}apply/").status_code == 404
    assert division.entries.count() == 2
    assert not RosterUpload.objects.exists()


def test_a_refused_roster_is_put_right_on_its_preview(client):
    division = make_division(players=1)
    client.force_login(make_user(tournament=division.tournament))
    taken = division.entries.get().player.name
    text = f"Name,Number,Rating\nZora Tilefield,2,12x\nBoris Quartz,1,1400\n{taken},,1500\n"
    address = reverse("exchange:roster_import", args=[division.tournament.slug, division.code])
    page = client.post(address, {"text": text}, follow=True)
    for number, line, words, mended in (
        (2, "Zora Tilefield,2,12x", "is not a rating.", {"line-2": "Zora Tilefield,2,1200"}),
        (3, "Boris Quartz,1,1400", f"number 1 belongs to {taken}.", {"line-3": "Boris Quartz,1,1400", "out-3": "on"}),
    ):
        assert [(faulty.number, faulty.text) for faulty in page.context["faulty"]] == [(number, line)]
        assert page.content.decode().count(words) == 1
        page = client.post(page.request["PATH_INFO"], mended, follow=True)
    assert page.context["plan"].counts == {"add": 1, "change": 1, "same": 0}
    scorer = Client()
    scorer.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    assert scorer.post(page.request["PATH_INFO"], {"line-2": "x"}).status_code == 403


def test_a_roster_in_capitals_leaves_names_as_filed_and_the_preview_names_fields_in_words(client):
    division = make_division(players=1)
    name = division.entries.get().player.name
    data = f"Name,Class,Lifetime games\n{name.upper()},A,12\n".encode()
    (planned,) = plan_roster(division, SourceFile("roster.csv", data)).rows
    assert [change.label for change in planned.changes] == ["lifetime games", "class"]
