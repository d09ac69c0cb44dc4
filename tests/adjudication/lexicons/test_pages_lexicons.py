"""The pages of word lists, walked by the director, a judge and strangers."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from adjudication.challenges.services.lookup import lexicons_of
from adjudication.lexicons import forms as lexicon_forms
from adjudication.lexicons import services as lexicons
from adjudication.lexicons.models import DivisionLexicon, Lexicon, LexiconUpload
from adjudication.lexicons.services import open_list
from adjudication.lexicons.urls import urlpatterns
from tdsuite.platform.access.roles import Role
from tests.adjudication.lexicons.lists import make_lexicon
from tests.factories import make_division, make_tournament, make_user

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


def give(client, data=FILE, **fields):
    values = {"name": "Toy", "alphabet": "english", "file": SimpleUploadedFile("toy.txt", data), **fields}
    return client.post(url("import"), values)


def text(response):
    return " ".join(response.content.decode().split())


def addresses(held=1, lexicon=1):
    parts = {"preview": [held], "keep": [held], "list": [lexicon], "division": ["a"]}
    return {path.name: url(path.name, *parts.get(path.name, [])) for path in urlpatterns}


# --- who may -----------------------------------------------------------------------------------------------


def test_a_stranger_is_sent_to_log_in_and_one_with_an_account_is_refused(division):
    stranger = Client()
    stranger.force_login(make_user("stranger"))
    for name, address in addresses().items():
        assert Client().post(address).status_code in (302, 405), name
        assert stranger.post(address).status_code == 403, name
        assert stranger.get(address).status_code in (403, 405), name


def test_a_judge_reads_the_lists_and_changes_nothing(division):
    judge = Client()
    judge.force_login(make_user("judge", tournament=division.tournament, role=Role.JUDGE))
    toy = make_lexicon("Toy")
    page = text(judge.get(url("words")))
    assert "Toy" in page and "Import a word list" not in page and "Choose<" not in page
    assert judge.get(url("list", toy.pk)).status_code == 200
    for name in ("import", "division"):
        assert judge.get(addresses()[name]).status_code == judge.post(addresses()[name]).status_code == 403


def test_every_address_asks_for_a_capability():
    assert [path.name for path in urlpatterns if not hasattr(path.callback, "needs")] == []


def test_what_is_kept_is_kept_by_a_button_and_not_by_a_link(director):
    give(director)
    assert director.get(url("keep", LexiconUpload.objects.get().pk)).status_code == 405


def test_a_list_held_for_another_event_is_a_404(director, division):
    give(director)
    held = LexiconUpload.objects.get()
    make_user("director", tournament=make_tournament("other"))
    assert director.get(reverse("lexicons:preview", args=["other", held.pk])).status_code == 404
    assert director.post(reverse("lexicons:keep", args=["other", held.pk])).status_code == 404
    assert Lexicon.objects.count() == 0


# --- import ------------------------------------------------------------------------------------------------


def test_a_list_is_looked_at_and_then_imported(director):
    answer = give(director, edition="2nd", licence="made up")
    held = LexiconUpload.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, url("preview", held.pk))
    assert Lexicon.objects.count() == 0
    page = text(director.get(url("preview", held.pk)))
    assert "Import 2 words, leave 3 lines out" in page
    assert "6: 2 words, 1 repeated, 0 blank, <b>3 left out</b>" in page
    assert '<td class="num">4</td><td class="code break">x1</td><td>1 is no tile of the English set</td>' in page
    assert "there is more on the line than a word" in page
    assert "&lt;b&gt;" in page and "<b>\\r" not in page
    assert "toy.txt, read as UTF-8" in page and held.sha256 in page
    kept = director.post(url("keep", held.pk), follow=True)
    assert "Toy, 2nd is imported: 2 words." in text(kept)
    row = Lexicon.objects.get(for_tournaments=True)
    assert (row.title, row.licence, row.sha256, row.imported_by_kind) == ("Toy, 2nd", "made up", held.sha256, "user")
    assert director.get(url("preview", held.pk)).status_code == 404


def test_definitions_are_cut_where_the_director_says_so(director):
    give(director, cut="on")
    assert LexiconUpload.objects.get().size == 3


def test_a_list_that_is_here_already_is_told_before_it_is_given_twice(director):
    make_lexicon("Same", data=b"qi\nza\n")
    give(director)
    held = LexiconUpload.objects.get()
    assert "These are exactly the words of" in text(director.get(url("preview", held.pk)))
    taken = give(director, name="Same")
    assert taken.status_code == 422
    assert "Same is here already, with these very words. Nothing was imported." in text(taken)


def test_one_that_was_imported_in_the_meantime_is_refused_and_kept_to_look_at(director):
    give(director)
    held = LexiconUpload.objects.get()
    make_lexicon("toy", data=b"aa\n")
    answer = director.post(url("keep", held.pk), follow=True)
    assert "toy is here already, with other words, and a list never changes." in text(answer)
    assert LexiconUpload.objects.get() == held


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
    assert (answer.status_code, LexiconUpload.objects.count()) == (422, 0)
    assert says in text(answer)


def test_a_file_over_the_limit_is_told(director, monkeypatch):
    monkeypatch.setattr(lexicon_forms, "LARGEST", 10)
    assert "This file is larger than 50 MB" in text(give(director))


# --- choose ------------------------------------------------------------------------------------------------


def test_the_director_chooses_two_lists_for_a_division(director, division):
    owl, long_list = make_lexicon("OWL"), make_lexicon("Long List", data=b"zebrastripes\n")
    values = {"lexicon": owl.pk, "second": long_list.pk, "second_from": 10, "reason": "I.A.1"}
    answer = director.post(url("division", "a"), values, follow=True)
    assert "Division A is judged by OWL, then Long List from 10 letters." in text(answer)
    assert lexicons_of(division).second == long_list
    form = text(director.get(url("division", "a")))
    assert f'<option value="{owl.pk}" selected>' in form and "Now: OWL, then Long List from 10 letters." in form


def test_a_choice_that_does_not_fit_is_told_beside_the_form(director):
    toy = make_lexicon("Toy")
    answer = director.post(url("division", "a"), {"lexicon": toy.pk, "second_from": 10})
    assert (answer.status_code, DivisionLexicon.objects.count()) == (422, 0)
    assert "A second list needs the length from which it rules words" in text(answer)


def test_a_choice_while_challenges_are_open_is_refused(director, division, monkeypatch):
    monkeypatch.setattr(lexicons.open_challenges, "_connected", [lambda one: 1])
    answer = director.post(url("division", "a"), {"lexicon": make_lexicon("Toy").pk})
    assert answer.status_code == 422
    assert "has 1 challenge that is not closed yet" in text(answer)


def test_the_open_list_can_be_chosen_and_is_marked(director, division):
    row = open_list()
    director.post(url("division", "a"), {"lexicon": row.pk})
    assert lexicons_of(division).first == row
    assert "<b>Not a tournament list.</b>" in text(director.get(url("list", row.pk)))
    assert "J Ross Beresford 1993-2000" in text(director.get(url("list", row.pk)))


# --- the pages ---------------------------------------------------------------------------------------------


def test_a_list_tells_who_imported_it_and_its_counts(director):
    give(director)
    director.post(url("keep", LexiconUpload.objects.get().pk))
    page = text(director.get(url("list", Lexicon.objects.get(name="Toy").pk)))
    assert " by director</dd>" in page
    assert '<tr><th scope="row" class="num">2</th><td class="num">2</td></tr>' in page
    assert "on the command line" in text(director.get(url("list", make_lexicon("Other", data=b"aa\n").pk)))


def test_the_day_page_and_the_words_page_warn_of_another_list_than_the_rulebooks(director):
    says = "No word list is chosen for Division A: the open list would judge, and that is not a tournament list."
    day = reverse("console:event", args=["open"])
    assert says in text(director.get(url("words"))) and says in text(director.get(day))
    director.post(url("division", "a"), {"lexicon": make_lexicon("CSW07").pk})
    director.get(day)  # where the success is said
    for address in (url("words"), day):
        assert says not in text(director.get(address))
    director.post(url("division", "a"), {"lexicon": make_lexicon("CSW24", data=b"qi\n").pk})
    director.get(day)
    for address in (url("words"), day):
        assert "Division A is judged by CSW24; WESPA Game Rules 2.0 (2010) names HarperCollins" in text(
            director.get(address)
        )


def test_the_page_takes_as_many_queries_for_30_lists_and_divisions_as_for_one(director, division):
    director.get(url("words"))

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert director.get(url("words")).status_code == 200
        return len(captured)

    toy = make_lexicon("Toy")
    DivisionLexicon.objects.create(division=division, lexicon=toy)
    before = queries()
    for number in range(30):
        other = make_division(division.tournament, players=0, code=f"d{number}")
        DivisionLexicon.objects.create(division=other, lexicon=make_lexicon(f"List {number}"))
    assert queries() == before
