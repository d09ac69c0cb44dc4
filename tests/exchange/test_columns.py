"""What the columns of a roster hold: asked where it is unclear, on one page."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tdsuite.exchange.models import EventUploadFile
from tdsuite.tournaments.models import Tournament
from tests.exchange.test_nothing_private import stored
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db
FORM = "Wer;Staerke;Essen;Ort\nAda Winterbourne;1725;nuts;Dockside\nBo Lindqvist;1402;none;Hill\n"
HOLDS = {"heading_row": "0", "holds-0": "name", "holds-1": "rating"}


@pytest.fixture
def division():
    return make_division(make_tournament("open"), players=0)


@pytest.fixture
def director(client, division):
    client.force_login(make_user(tournament=division.tournament, is_superuser=True))
    return client


def paste(client, text):
    return client.post(reverse("exchange:roster_import", args=["open", "a"]), {"text": text}).url


def give(client, text, name="form.csv"):
    return client.post(
        reverse("console:new_from_files"), {"sources": SimpleUploadedFile(name, text.encode()), "slug": "forms"}
    )


def entries(division):
    return list(division.entries.values_list("player__name", "rating"))


def test_columns_that_are_unclear_are_asked_for_with_their_first_cells(director, division):
    address = paste(director, FORM)
    page = director.get(address)
    assert "It is not clear what the columns are" in page.content.decode()
    form = page.context["columns_form"]
    assert "Apply: add" not in page.content.decode()
    assert [(column.heading, column.samples[0], column.holds.initial) for column in form.columns()] == [
        ("Wer", "Ada Winterbourne", "name"), ("Staerke", "1725", "rating"), ("Essen", "nuts", ""), ("Ort", "Dockside", ""),
    ]  # fmt: skip
    looked = director.post(f"{address}columns/", HOLDS)
    director.post(f"{looked.url}apply/")
    assert entries(division) == [("Ada Winterbourne", 1725), ("Bo Lindqvist", 1402)]
    assert [value for value in stored() if "Dockside" in value or "nuts" in value] == []


def test_the_columns_of_an_events_file_are_asked_for_too(director):
    answer = give(director, FORM.replace(";Ort", ";Division"))
    file = EventUploadFile.objects.get()
    assert answer.url == reverse("incoming:look", args=[file.upload_id])
    columns = reverse("incoming:columns", args=[file.upload_id, file.pk])
    looked = director.post(columns, {**HOLDS, "holds-3": "division"}).url
    assert looked == reverse("incoming:look", args=[file.upload_id])
    director.post(f"{looked}apply/", {"slug": "forms", "name": "Forms", "day": "2026-05-16"})
    divisions = Tournament.objects.get(slug="forms").divisions
    assert [(division.name, entries(division)) for division in divisions.all()] == [
        ("Dockside", [("Ada Winterbourne", 1725)]), ("Hill", [("Bo Lindqvist", 1402)]),
    ]  # fmt: skip


def test_a_file_without_headings_is_asked_for(director, division):
    text = "Ada Winterbourne,Riverside,1725\nBo Lindqvist,Hill,1402\n"
    address = paste(director, text)
    looked = director.post(
        f"{address}columns/", {"heading_row": "", "holds-0": "name", "holds-1": "club", "holds-2": "rating"}
    )
    director.post(f"{looked.url}apply/")
    assert entries(division) == [("Ada Winterbourne", 1725), ("Bo Lindqvist", 1402)]


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"holds-1": "rating"}, "Choose the column that holds the names."),
        ({"holds-0": "name", "holds-1": "name"}, "Another column is the name already: choose one of the two."),
        ({"holds-0": "shoe size"}, "Select a valid choice"),
    ],
)
def test_an_answer_that_cannot_be_is_said_in_place_and_changes_nothing(director, division, answers, says):
    page = director.post(f"{paste(director, FORM)}columns/", {"heading_row": "0", **answers})
    assert page.status_code == 422 and says in page.content.decode()
    assert division.roster_uploads.get().columns is None


@pytest.mark.parametrize("heading", ["Record", "Peak rating;Rating in May"])
def test_a_rating_that_is_not_read_is_asked_for_and_else_a_warning_at_the_top(director, division, heading):
    cells = ";".join(["1725"] * len(heading.split(";")))
    address = paste(director, f"Name;{heading}\nAda Winterbourne;{cells}\n")
    page = director.get(address).content.decode()
    warning = page.index("Look at this first:")
    assert "no rating is read: it may be" in page[warning : page.index("</p>", warning)]
    assert page.count("no rating is read") == 1 and page.index("What the file would do") > warning


def test_headings_that_are_plain_are_not_asked_for_but_shown_and_can_be_changed(director, division):
    address = paste(director, "Player's full name ;Current WESPA Rating;Age\nAda Winterbourne;1725;40\n")
    page = director.get(address)
    assert "<strong>Rating</strong> from “Current WESPA Rating”" in page.text and f"{address}columns/" in page.text
    assert page.context["columns_form"]["holds-1"].initial == "rating"


def test_a_file_that_is_no_table_has_no_columns_to_ask_about(director, division):
    address = paste(director, "Winterbourne, Ada 1725 2; 400;\nLindqvist, Bo 1402 1; 380;\n")
    assert director.get(address).status_code == 200
    assert director.post(f"{address}columns/").status_code == 404
