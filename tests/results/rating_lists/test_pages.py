"""The pages of rating lists, walked by the director, a scorer and strangers; the command and the API beside them."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.urls import reverse

from results.models import RatingList, RatingListUse
from results.rating_lists.forms import BadChoice, chosen_of, key_map_of
from results.rating_lists.services.lists import index_of
from results.rating_lists.services.uses import plan_list
from tdsuite.tournaments.models import Division, Entry
from tests.factories import make_entries, make_round, make_tournament, make_user
from tests.results.rating_lists.cases import as_csv, people
from tests.results.rating_lists.conftest import JUNE, MAY, loaded
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client, division: Division) -> Client:
    client.force_login(make_user(tournament=division.tournament))
    return client


def url(name: str, *rest: Any) -> str:
    return reverse(f"results:{name}", args=["open", *rest])


def text(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


def give(client: Client, data: bytes = MAY, **fields: Any) -> Any:
    values = {"body": "naspa", "as_of": "2026-05-01", "file": SimpleUploadedFile("list.csv", data), **fields}
    return client.post(url("rating_lists"), values)


# --- a list in ----------------------------------------------------------------------------------------------


def test_the_roster_leads_to_the_lists_and_an_empty_page_says_what_comes_next(director: Client) -> None:
    assert url("rating_lists") in text(director.get(reverse("console:roster", args=["open", "a"])))
    assert "No rating list yet" in text(director.get(url("rating_lists")))


def test_a_list_is_loaded_and_its_page_shows_what_it_holds(director: Client) -> None:
    answer = give(director, name="NASPA Collins")
    row = RatingList.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, url("rating_lists"))
    page = text(director.get(url("rating_lists")))
    assert "NASPA Collins, 1 May 2026 is loaded: 3 players. Columns: NASPA = naspa id, Name = name" in page
    assert url("rating_list_file", row.pk) in page


def test_a_file_that_cannot_be_loaded_shows_every_problem(director: Client) -> None:
    answer = give(director, b"Name,Rating\n<b>Ada</b> Winterbourne,strong\nBo Lindqvist,weak\n")
    page = text(answer)
    assert answer.status_code == 422 and RatingList.objects.count() == 0
    assert all(
        f"Line {line}, rating: &#x27;{word}&#x27; is not a" in page for line, word in ((2, "strong"), (3, "weak"))
    )
    assert "<b>Ada</b>" not in page


def test_what_is_worth_a_look_is_said_when_a_list_is_loaded(director: Client) -> None:
    data = b"Name,Rating,NASPA\nAda Winterbourne,1725,AA000001\nBo Lindqvist,900,AA000001\n"
    give(director, data)
    assert "AA000001" in text(director.get(url("rating_lists")))


def test_columns_that_nobody_knows_are_named_and_read_by_a_key_map(director: Client) -> None:
    data = b"Wer;Zahl\nAda Winterbourne;1725\n"
    assert "Its columns are: 1 (Wer), 2 (Zahl)." in text(give(director, data))
    give(director, data, key_map="Wer = name, 2 = rating")
    assert RatingList.objects.get().entries.get().rating == 1725


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"key_map": "Name rating"}, "is not a column and its field. Write them as Player = name, Rtg = rating."),
        ({"as_of": ""}, "Give the day of the list"),
        ({"file": ""}, "This field is required."),
        ({"body": "fide"}, "Select a valid choice."),
    ],
)
def test_what_is_missing_or_wrong_is_said_in_place(director: Client, fields: dict[str, str], says: str) -> None:
    answer = give(director, **fields)
    assert answer.status_code == 422 and says in text(answer)
    assert RatingList.objects.count() == 0


def test_a_list_is_deleted_where_it_was_loaded_only(director: Client) -> None:
    may = loaded(tournament=make_tournament("elsewhere"))
    assert "was loaded in another event" in text(director.post(url("rating_list_delete", may.pk), follow=True))
    give(director, JUNE, as_of="2026-06-01")
    june = RatingList.objects.exclude(pk=may.pk).get()
    page = text(director.get(url("rating_lists")))
    assert url("rating_list_delete", june.pk) in page and url("rating_list_delete", may.pk) not in page
    director.post(url("rating_list_delete", june.pk))
    assert list(RatingList.objects.all()) == [may]


# --- a list used --------------------------------------------------------------------------------------------


def test_the_page_says_what_would_change_who_waits_and_who_is_not_there(director: Client, may: RatingList) -> None:
    page = text(director.get(url("rating_list_plan", "a", may.pk)))
    assert "2 of 4 players matched" in page and "2 would change</a>" in page
    assert "1 to confirm</a>" in page and "1 not in the list</a>" in page
    assert "rating 1700 → <b>1725</b>" in page and "lifetime games none → <b>212</b>" in page
    assert (
        "<b>Robert Lindqvist</b>, 1402, 40 games" in page
        and "· the same name, but the NASPA number AA000002; line 3" in page
    )
    assert "4 Dee Nobody" in page and "Cy Okafor: suspended until 2026-12-31." in page


def test_what_is_on_the_page_is_applied_by_a_button(director: Client, division: Division, may: RatingList) -> None:
    seen = plan_list(division, may).seen
    done = director.post(url("rating_list_apply", "a", may.pk), {"seen": seen}, follow=True)
    assert "NASPA ratings, 1 May 2026 is applied: 2 players changed." in text(done)
    assert Entry.objects.get(number=1).rating == 1725
    assert "for Division A: 2 players," in text(director.get(url("rating_lists")))


def test_a_choice_made_since_is_shown_before_it_is_applied(
    director: Client, division: Division, may: RatingList
) -> None:
    sent = {"seen": plan_list(division, may).seen, "pick-2": "3", "leave": "1"}
    asked = director.post(url("rating_list_apply", "a", may.pk), sent)
    page = text(asked)
    assert asked.status_code == 409 and "Your choices, or the roster, changed what would be done." in page
    assert '<input type="hidden" name="pick-2" value="3">' in page and 'name="leave" value="1" checked' in page
    assert RatingListUse.objects.count() == 0
    sent["seen"] = plan_list(division, may, {1: None, 2: 3}).seen
    assert director.post(url("rating_list_apply", "a", may.pk), sent).status_code == 302
    assert list(Entry.objects.order_by("number").values_list("rating", flat=True)) == [1700, 1402, 900, 1000]


def test_looking_again_keeps_the_choices(director: Client, may: RatingList) -> None:
    page = text(director.post(url("rating_list_plan", "a", may.pk), {"pick-2": "3"}))
    assert "Confirmed: the list says Robert Lindqvist, line 3" in page
    assert '<input type="hidden" name="pick-2" value="3">' in page


@pytest.mark.parametrize("name", ["rating_list_plan", "rating_list_apply"])
def test_a_choice_that_cannot_be_is_said_in_place(director: Client, may: RatingList, name: str) -> None:
    answer = director.post(url(name, "a", may.pk), {"pick-2": "99"})
    assert answer.status_code == 422 and "has no player in line 99" in text(answer)


def test_once_round_1_is_published_the_page_says_what_is_still_filled(
    director: Client, division: Division, may: RatingList
) -> None:
    make_round(division, 1)
    page = text(director.get(url("rating_list_plan", "a", may.pk)))
    assert "so the ratings of rated players stay" in page
    assert "→ <b>1725</b>" not in page and "NASPA number none → <b>AA000001</b>" in page


def test_a_list_in_which_nobody_is_found_has_nothing_to_apply(director: Client, division: Division) -> None:
    row = loaded(as_csv(people(3, 3)), name="others")
    page = text(director.get(url("rating_list_plan", "a", row.pk)))
    assert "Nothing would change." in page and "Apply:" not in page
    answer = director.post(url("rating_list_apply", "a", row.pk), {"seen": plan_list(division, row).seen})
    assert answer.status_code == 409 and "Nothing would change" in text(answer)


def test_the_pages_take_the_same_queries_with_few_rows_and_with_many(
    director: Client, division: Division, may: RatingList
) -> None:
    def queries() -> list[int]:
        pages = (url("rating_lists"), url("rating_list_plan", "a", may.pk))
        return [statements_of_page(director, page) for page in pages]

    plan = {"seen": plan_list(division, may).seen}
    director.post(url("rating_list_apply", "a", may.pk), plan)
    few = queries()
    make_entries(division, 30)
    for number in range(30):
        row = loaded(b"Name,Rating\nAda Winterbourne,%d\n" % (1000 + number), name=f"list {number}")
        director.post(url("rating_list_apply", "a", row.pk), {"seen": plan_list(division, row).seen})
    assert RatingListUse.objects.count() == 31
    index_of(may)
    assert queries() == few


# --- what a form sends --------------------------------------------------------------------------------------


def test_choices_are_read_from_a_form() -> None:
    sent = QueryDict("pick-2=345&pick-7=&leave=4&leave=9&seen=x")
    assert chosen_of(sent) == {2: 345, 4: None, 9: None}
    with pytest.raises(BadChoice, match="'１' is not a number"):
        chosen_of(QueryDict("pick-2=１"))


def test_columns_are_read_from_a_text() -> None:
    expected = {"Player": "name", "3": "rating", "Paid up to": "expiry"}
    assert key_map_of(" Player = name , 3=rating;\n Paid up to = expiry") == expected
    assert key_map_of("  ") == {}


def test_the_day_of_a_list_is_not_called_optional_but_its_name_is(director: Client) -> None:
    form = text(director.get(url("rating_lists")))
    assert "(optional)" not in form[form.index(">As of") : form.index('name="as_of"')]
    assert "(optional)" in form[form.index('for="id_name"') : form.index('name="name"')]
