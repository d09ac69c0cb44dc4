"""The pages of word lists, walked by the director, a judge and strangers."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from adjudication.challenges.services.lookup import lexicons_of
from adjudication.lexicons import forms as lexicon_forms
from adjudication.lexicons.models import DivisionLexicon, Lexicon
from adjudication.lexicons.services import open_list
from tdsuite.platform.access.roles import Role
from tests.adjudication.lexicons.lists import make_lexicon
from tests.factories import make_division, make_tournament, make_user
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db
FILE = b"qi\r\nza\r\nza\r\nx1\r\nzebra life\r\n<b>\r\n"


@pytest.fixture
def division():
    return make_division(make_tournament("open"), players=2)


@pytest.fixture
def director(client, division):
    client.force_login(make_user(tournament=division.tournament))
    return client


def url(name, *rest):
    return reverse(f"lexicons:{name}", args=["open", *rest])


def values_of(data=FILE, **fields):
    return {"name": "Toy", "alphabet": "english", "file": SimpleUploadedFile("toy.txt", data), **fields}


def give(client, data=FILE, **fields):
    return client.post(url("import"), values_of(data, **fields))


def give_all(client, **fields):
    return client.post(url("import"), values_of(leave_out="on", **fields), follow=True)


def imported():
    """The lists but the one that comes with the suite."""
    return Lexicon.objects.exclude(name=open_list().name)


def text(response):
    return " ".join(response.content.decode().split())


# --- who may -----------------------------------------------------------------------------------------------


def test_a_judge_reads_the_lists_and_is_offered_no_change(division):
    judge = Client()
    judge.force_login(make_user("judge", tournament=division.tournament, role=Role.JUDGE))
    toy = make_lexicon("Toy")
    page = text(judge.get(url("words")))
    assert "Toy" in page and "Import a word list" not in page and "Choose<" not in page
    assert judge.get(url("list", toy.pk)).status_code == 200


# --- import ------------------------------------------------------------------------------------------------


def test_lines_that_are_not_words_are_named_before_they_are_left_out(director):
    page = text(give(director))
    assert "Line 4: x1: 1 is no tile of the English set." in page
    assert "Line 5: zebra life: there is more on the line than a word." in page
    assert "Line 6: &lt;b&gt;:" in page and not imported().exists()
    answer = text(give_all(director, edition="2nd", licence="made up"))
    assert "Toy, 2nd is imported: 2 words. Lines left out: 3." in answer
    row = imported().get()
    assert (row.title, row.licence, row.size, row.imported_by_kind) == ("Toy, 2nd", "made up", 2, "user")
    assert row.sha256 in answer and " by director</dd>" in answer
    assert '<tr><th scope="row" class="num">2</th><td class="num">2</td></tr>' in answer


def test_definitions_are_cut_where_the_director_says_so(director):
    give_all(director, cut="on")
    assert imported().get().size == 3


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"data": b"1\n"}, "There is no word in this file. Line 1: 1 is no tile of the English set."),
        ({"data": b"qi\0"}, "This is no text: it has zero bytes."),
        ({"data": b""}, "The submitted file is empty."),
        ({"name": ""}, "This field is required."),
        ({"alphabet": "klingon"}, "Select a valid choice."),
    ],
)
def test_what_cannot_be_read_is_told_beside_the_form(director, fields, says):
    answer = give(director, **fields)
    assert (answer.status_code, imported().count()) == (422, 0)
    assert says in text(answer)


def test_a_file_over_the_limit_is_told(director, monkeypatch):
    monkeypatch.setattr(lexicon_forms, "LARGEST", 10)
    assert "This file is larger than 50 MB" in text(give(director))


# --- choose ------------------------------------------------------------------------------------------------


def test_the_director_chooses_two_lists_for_a_division(director, division):
    owl, long_list = make_lexicon("OWL"), make_lexicon("Long List", data=b"zebrastripes\n")
    values = {"division": "a", "lexicon": owl.pk, "second": long_list.pk, "second_from": 10, "reason": "I.A.1"}
    answer = director.post(url("words"), values, follow=True)
    assert "Division A is judged by OWL, then Long List from 10 letters." in text(answer)
    assert lexicons_of(division).second == long_list
    form = text(director.get(url("words"), {"division": "a"}))
    assert f'<option value="{owl.pk}" selected>' in form and "<td>OWL, then Long List from 10 letters" in form


def test_a_choice_that_does_not_fit_is_told_beside_the_form(director):
    toy = make_lexicon("Toy")
    answer = director.post(url("words"), {"division": "a", "lexicon": toy.pk, "second_from": 10})
    assert (answer.status_code, DivisionLexicon.objects.count()) == (422, 0)
    assert "A second list needs the length from which it rules words" in text(answer)


def test_the_open_list_can_be_chosen_and_is_marked(director, division):
    row = open_list()
    director.post(url("words"), {"division": "a", "lexicon": row.pk})
    assert lexicons_of(division).lexicon == row
    assert "<b>Not a tournament list.</b>" in text(director.get(url("list", row.pk)))
    assert "J Ross Beresford 1993-2000" in text(director.get(url("list", row.pk)))


# --- the pages ---------------------------------------------------------------------------------------------


def test_the_words_page_warns_of_another_list_than_the_rulebooks_and_day_of_none_chosen(director):
    says = "No word list is chosen for Division A: the open list would judge, and that is not a tournament list."
    day = reverse("console:set_up", args=["open"])
    assert says in text(director.get(url("words"))) and says in text(director.get(day))
    director.post(url("words"), {"division": "a", "lexicon": make_lexicon("CSW07").pk})
    director.get(day)  # where the success is said
    for address in (url("words"), day):
        assert says not in text(director.get(address))
    director.post(url("words"), {"division": "a", "lexicon": make_lexicon("CSW24", data=b"qi\n").pk})
    director.get(day)
    other = "Division A is judged by CSW24; WESPA Game Rules 2.0 (2010) names HarperCollins"
    assert other in text(director.get(url("words"))) and other not in text(director.get(day))


def test_the_page_takes_as_many_queries_for_30_lists_and_divisions_as_for_one(director, division):
    toy = make_lexicon("Toy")
    DivisionLexicon.objects.create(division=division, lexicon=toy)
    before = statements_of_page(director, url("words"))
    for number in range(30):
        other = make_division(division.tournament, players=0, code=f"d{number}")
        DivisionLexicon.objects.create(division=other, lexicon=make_lexicon(f"List {number}"))
    assert statements_of_page(director, url("words")) == before
