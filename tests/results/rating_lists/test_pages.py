"""The pages of rating lists, walked by the director, a scorer and strangers; the command and the API beside them."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from results.models import RatingList, RatingListUpload, RatingListUse
from results.rating_lists.forms import BadChoice, chosen_of, key_map_of
from results.rating_lists.services.lists import index_of
from results.rating_lists.services.uses import plan_list
from results.rating_lists.urls import event, officials
from tdsuite.console.addresses import taken_in_events
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Entry
from tests.factories import make_entries, make_round, make_tournament, make_user
from tests.results.rating_lists.cases import as_csv, people
from tests.results.rating_lists.conftest import JUNE, MAY, loaded

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
    return client.post(url("rating_list_give"), values)


def addresses(division: Division, row: RatingList) -> dict[str, str]:
    parts: dict[str, list[Any]] = {"rating_lists": [], "rating_list_give": []}
    names = [path.name for path in event]
    found = {name: url(name, *parts.get(name, [row.pk])) for name in names}
    return {**found, **{path.name: url(path.name, division.code, row.pk) for path in officials}}


# --- who may ------------------------------------------------------------------------------------------------


def test_a_stranger_is_sent_to_log_in_and_who_may_not_change_the_roster_is_refused(
    division: Division, may: RatingList
) -> None:
    stranger, scorer = Client(), Client()
    stranger.force_login(make_user("stranger"))
    scorer.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    for name, address in addresses(division, may).items():
        assert Client().post(address).status_code in (302, 405), name
        for one in (stranger, scorer):
            assert one.post(address).status_code in (403, 405), name
            assert one.get(address).status_code in (403, 405), name
    assert RatingListUse.objects.count() == 0


def test_every_address_asks_for_a_capability_and_no_division_is_called_so() -> None:
    assert [path.name for path in (*event, *officials) if not hasattr(path.callback, "needs")] == []
    assert "rating-lists" in taken_in_events()


def test_what_changes_something_is_a_button_and_not_a_link(
    director: Client, division: Division, may: RatingList
) -> None:
    for name in ("rating_list_keep", "rating_list_delete", "rating_list_restore", "rating_list_apply"):
        assert director.get(addresses(division, may)[name]).status_code == 405


def test_what_belongs_to_another_event_is_a_404(director: Client, division: Division, may: RatingList) -> None:
    give(director, JUNE, as_of="2026-06-01")
    held = RatingListUpload.objects.get()
    director.post(url("rating_list_apply", "a", may.pk), {"seen": plan_list(division, may).seen})
    use = RatingListUse.objects.get()
    make_user("director", tournament=make_tournament("other"))
    for name, pk in (("rating_list_preview", held.pk), ("rating_list_keep", held.pk), ("rating_list_restore", use.pk)):
        assert director.post(reverse(f"results:{name}", args=["other", pk])).status_code == 404
    assert director.get(reverse("results:rating_list_plan", args=["other", "a", may.pk])).status_code == 404


# --- a list in ----------------------------------------------------------------------------------------------


def test_the_roster_leads_to_the_lists_and_an_empty_page_says_what_comes_next(director: Client) -> None:
    assert url("rating_lists") in text(director.get(reverse("console:roster", args=["open", "a"])))
    assert "No rating list yet" in text(director.get(url("rating_lists")))


def test_a_list_is_looked_at_and_then_loaded(director: Client) -> None:
    answer = give(director, name="NASPA Collins")
    held = RatingListUpload.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, url("rating_list_preview", held.pk))
    assert RatingList.objects.count() == 0
    page = text(director.get(url("rating_list_preview", held.pk)))
    assert "Load 3 players as of 1 May 2026" in page and "Ada Winterbourne" in page and held.sha256 in page
    kept = director.post(url("rating_list_keep", held.pk), follow=True)
    assert "NASPA Collins, 1 May 2026 is loaded: 3 players." in text(kept)
    assert director.get(url("rating_list_preview", held.pk)).status_code == 404


def test_a_file_that_cannot_be_loaded_shows_every_problem_and_no_button(director: Client) -> None:
    give(director, b"Name,Rating\n<b>Ada</b> Winterbourne,strong\nBo Lindqvist,900\n")
    held = RatingListUpload.objects.get()
    page = text(director.get(url("rating_list_preview", held.pk)))
    assert "This cannot be loaded yet" in page and "Line 2, rating: &#x27;strong&#x27; is not a whole number" in page
    assert "Load 1" not in page and "<b>Ada</b>" not in page
    refused = text(director.post(url("rating_list_keep", held.pk), follow=True))
    assert "list.csv cannot be loaded: one problem." in refused and RatingList.objects.count() == 0


def test_columns_that_nobody_knows_are_named_on_the_page_and_read_again(director: Client) -> None:
    give(director, b"Wer;Zahl\nAda Winterbourne;1725\n")
    held = RatingListUpload.objects.get()
    page = text(director.get(url("rating_list_preview", held.pk)))
    assert "What the columns are" in page and "Wer;Zahl" in page and "1 (Wer)" in page and "(optional)" not in page
    answer = director.post(url("rating_list_preview", held.pk), {"1": "name", "2": "rating"})
    again = RatingListUpload.objects.get()
    assert answer.headers["Location"] == url("rating_list_preview", again.pk)
    assert "Load 1 player as of 1 May 2026" in text(director.get(url("rating_list_preview", again.pk)))


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
    assert RatingListUpload.objects.count() == 0


def test_a_version_has_a_page_with_a_search(director: Client, may: RatingList) -> None:
    page = text(director.get(url("rating_list", may.pk)))
    assert may.sha256 in page and "NASPA = naspa id" in page and "on the command line" in page
    found = text(director.get(url("rating_list", may.pk), {"q": "winter"}))
    assert "Ada Winterbourne" in found and "Cy Okafor" not in found
    assert "Nobody in this list has that name." in text(director.get(url("rating_list", may.pk), {"q": "<b>"}))


def test_a_list_is_deleted_where_it_was_loaded_only(director: Client, may: RatingList) -> None:
    assert "was loaded elsewhere" in text(director.post(url("rating_list_delete", may.pk), follow=True))
    give(director, JUNE, as_of="2026-06-01")
    director.post(url("rating_list_keep", RatingListUpload.objects.get().pk))
    june = RatingList.objects.exclude(pk=may.pk).get()
    assert "Delete this list" in text(director.get(url("rating_list", june.pk)))
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


def test_what_is_on_the_page_is_applied_and_taken_back_by_buttons(
    director: Client, division: Division, may: RatingList
) -> None:
    seen = plan_list(division, may).seen
    done = director.post(url("rating_list_apply", "a", may.pk), {"seen": seen}, follow=True)
    assert "NASPA ratings, 1 May 2026 is applied: 2 players changed." in text(done)
    assert Entry.objects.get(number=1).rating == 1725
    use = RatingListUse.objects.get()
    assert "Take back" in text(director.get(url("rating_lists")))
    back = director.post(url("rating_list_restore", use.pk), follow=True)
    assert "9 values are as they were before." in text(back) and "taken back" in text(back)
    assert Entry.objects.get(number=1).rating == 1700
    assert "This was taken back already." in text(director.post(url("rating_list_restore", use.pk), follow=True))


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


def test_looking_again_keeps_the_choices_and_takes_a_line_under_another_name(director: Client, may: RatingList) -> None:
    page = text(
        director.post(url("rating_list_plan", "a", may.pk), {"other_player": "4", "other_line": "3", "pick-2": ""})
    )
    assert "Confirmed: the list says Robert Lindqvist, line 3" in page
    assert '<input type="hidden" name="pick-4" value="3">' in page


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"other_player": "4"}, "Give both: the player’s number here and the line of the list."),
        ({"pick-2": "x"}, "&#x27;x&#x27; is not a number."),
        ({"pick-2": "99"}, "has no player in line 99"),
        ({"leave": "77"}, "Division A has no player 77"),
    ],
)
def test_a_choice_that_cannot_be_is_said_in_place(
    director: Client, may: RatingList, sent: dict[str, str], says: str
) -> None:
    for name in ("rating_list_plan", "rating_list_apply"):
        answer = director.post(url(name, "a", may.pk), sent)
        assert answer.status_code == 422 and says in text(answer)
    assert RatingListUse.objects.count() == 0


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
        counts = []
        for address in (url("rating_lists"), url("rating_list_plan", "a", may.pk), url("rating_list", may.pk)):
            director.get(address)
            with CaptureQueriesContext(connection) as found:
                director.get(address)
            counts.append(len(found))
        return counts

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


def test_the_confirm_button_of_every_page_is_reached_without_scripts(director: Client, may: RatingList) -> None:
    page = text(director.get(url("rating_list_plan", "a", may.pk)))
    assert (
        f'formaction="{url("rating_list_apply", "a", may.pk)}"' in page
        and "onclick" not in page
        and "style=" not in page
    )


# --- what a form sends --------------------------------------------------------------------------------------


def test_choices_are_read_from_a_form() -> None:
    sent = QueryDict("pick-2=345&pick-7=&leave=4&leave=9&other_player=5&other_line=12&seen=x")
    assert chosen_of(sent) == {2: 345, 4: None, 9: None, 5: 12}
    with pytest.raises(BadChoice, match="'１' is not a number"):
        chosen_of(QueryDict("pick-2=１"))


def test_columns_are_read_from_a_text() -> None:
    assert key_map_of(" Player = name , 3=rating;\n Paid up to = expiry") == {
        "Player": "name",
        "3": "rating",
        "Paid up to": "expiry",
    }
    assert key_map_of("  ") == {}


# --- the command --------------------------------------------------------------------------------------------


def run(*words: Any) -> Any:
    out = StringIO()
    call_command("rating_list", *map(str, words), "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def test_the_command_loads_lists_matches_applies_takes_back_and_deletes(division: Division, tmp_path: Path) -> None:
    path = tmp_path / "naspa-2026-05-01.csv"
    path.write_bytes(MAY)
    dry = run("load", path, "--body", "naspa", "--dry-run")
    assert (dry["loaded"], dry["counts"]["entries"], RatingList.objects.count()) == (False, 3, 0)
    pk = run("load", path, "--body", "naspa", "--name", "Collins")["id"]
    assert [(one["id"], one["name"], one["as_of"], one["players"]) for one in run("list")] == [
        (pk, "Collins", "2026-05-01", 3)
    ]
    plan = run("match", "open", "A", "--list", pk, "--confirm", "2=3", "--confirm", "3=")
    assert (plan["counts"]["changed"], plan["counts"]["left_alone"], RatingListUse.objects.count()) == (2, 1, 0)
    assert run("apply", "open", "a", "--list", pk, "--confirm", "2=3")["counts"]["changed"] == 3
    assert Entry.objects.get(number=2).rating == 1402
    assert run("take-back", "open", "a") == {"list": pk, "restored": 13, "kept": []}
    other = run("load", path, "--body", "naspa", "--as-of", "2026-05-02")["id"]
    assert run("delete", other)["deleted"] is True and RatingList.objects.get().pk == pk


def test_the_command_speaks_plainly_too(division: Division, may: RatingList) -> None:
    out, err = StringIO(), StringIO()
    call_command("rating_list", "match", "open", "a", "--list", str(may.pk), stdout=out, stderr=err)
    assert "the same name. rating 1700 -> 1725; lifetime games none -> 212" in out.getvalue()
    assert "line 3: Robert Lindqvist, 1402: the same name, but the NASPA number AA000002" in out.getvalue()
    assert "4 players, 2 matched, 2 changed, 1 to confirm, 1 unmatched, 0 left alone" in out.getvalue()
    assert err.getvalue() == "Cy Okafor: suspended until 2026-12-31.\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["match", "open", "a", "--list", "999"], "There is no rating list 999. Known: "),
        (["match", "open", "a", "--list", "{pk}", "--confirm", "2=99"], "has no player in line 99"),
        (["match", "open", "a", "--list", "{pk}", "--confirm", "two"], "write 12=345 for player 12 and line 345"),
        (["load", "/nowhere.csv", "--body", "naspa"], "Cannot read /nowhere.csv"),
        (["load", "/nowhere.csv", "--body", "naspa", "--as-of", "May"], "'May' is not a day; write it as 2026-05-31"),
        (["load", "/nowhere.csv", "--body", "naspa", "--columns", "x"], "is not a column and its field"),
        (["take-back", "open", "a"], "No list was applied to Division A."),
    ],
)
def test_the_command_says_what_is_wrong(division: Division, may: RatingList, words: list[str], says: str) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("rating_list", *(word.format(pk=may.pk) for word in words), stdout=StringIO(), stderr=StringIO())
    assert says in str(caught.value)


def test_the_command_names_every_bad_line_and_loads_nothing(tmp_path: Path) -> None:
    path, err = tmp_path / "list.csv", StringIO()
    path.write_bytes(b"Name,Rating\nAda Winterbourne,x\nBo Lindqvist,y\n")
    with pytest.raises(CommandError, match="cannot be loaded: 2 problems"):
        call_command("rating_list", "load", str(path), "--body", "absp", "--as-of", "2026-05-01", stderr=err)
    assert [line.split(",")[0] for line in err.getvalue().splitlines()] == ["Line 2", "Line 3"]
    assert RatingList.objects.count() == 0


# --- the API ------------------------------------------------------------------------------------------------

API = "/api/v1/tournaments/open/"


def send(client: Client, address: str, data: dict[str, Any] | None = None) -> Any:
    return client.post(f"{API}{address}", json.dumps(data or {}), content_type="application/json")


def test_the_api_previews_loads_and_lists(director: Client) -> None:
    def post(**more: Any) -> Any:
        values = {
            "body": "naspa",
            "as_of": "2026-05-01",
            "file": SimpleUploadedFile("list.csv", more.pop("data", MAY)),
            **more,
        }
        return director.post(f"{API}rating-lists/", values)

    preview = post(preview="1")
    assert (preview.status_code, preview.json()["usable"], preview.json()["as_of"]) == (200, True, "2026-05-01")
    assert RatingList.objects.count() == 0
    made = post()
    assert (made.status_code, made.json()["players"]) == (201, 3)
    assert [one["id"] for one in director.get(f"{API}rating-lists/").json()] == [made.json()["id"]]
    assert director.get(f"{API}rating-lists/{made.json()['id']}/").json()["sha256"] == made.json()["sha256"]
    bad = post(data=b"Name,Rating\nAda,x\n", name="bad")
    assert bad.status_code == 409 and bad.json()["errors"][0].startswith("Line 2, rating")
    assert post(key_map="x").status_code == 400
    assert director.delete(f"{API}rating-lists/{made.json()['id']}/").status_code == 204


def test_the_api_matches_applies_and_takes_back(director: Client, division: Division, may: RatingList) -> None:
    base = f"divisions/a/rating-lists/{may.pk}/"
    plan = send(director, f"{base}match/", {"chosen": {"2": 3}}).json()
    assert plan["counts"]["changed"] == 3
    assert send(director, f"{base}apply/", {"seen": plan["seen"]}).status_code == 409
    done = send(director, f"{base}apply/", {"chosen": {"2": 3}, "seen": plan["seen"]})
    assert done.status_code == 200 and Entry.objects.get(number=2).rating == 1402
    assert Record.objects.get(action="rating_list.applied").actor_kind == "user"
    assert send(director, "divisions/a/rating-lists/take-back/").json() == {"list": may.pk, "restored": 13, "kept": []}
    assert send(director, "divisions/a/rating-lists/take-back/").status_code == 409
    assert send(director, f"{base}match/", {"chosen": {"two": 3}}).status_code == 400


def test_the_api_is_closed_to_who_may_not_change_the_roster(division: Division, may: RatingList) -> None:
    scorer = Client()
    scorer.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    base = f"divisions/a/rating-lists/{may.pk}/"
    for address in ("rating-lists/", f"{base}match/", f"{base}apply/", "divisions/a/rating-lists/take-back/"):
        assert send(scorer, address).status_code == 403
    assert scorer.get(f"{API}rating-lists/").status_code == 403
    assert COMMAND_LINE.is_superuser and RatingListUse.objects.count() == 0
