"""A division's roster: one player by hand, changes, absences, withdrawals, removal."""

import re

import pytest

from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Entry, Player
from tests.factories import make_division, make_entries

pytestmark = pytest.mark.django_db
ROSTER = "/console/lakeside-open/a/roster/"
BLANK = {
    "name": "", "filing_name": "", "number": "", "seed": "", "rating": "", "lifetime_games": "", "class_name": "", "team": "",
    "absences": "", "club": "", "country": "", "national_id": "", "naspa_id": "", "wespa_id": "", "absp_id": "",
}  # fmt: skip


def entry(number):
    return Entry.objects.select_related("player").get(number=number)


def errors(response, form="form"):
    return {name: list(problems) for name, problems in response.context[form].errors.items()}


def as_given(number, **changes):
    row = entry(number)
    given = {name: getattr(row.player, name) for name in BLANK if hasattr(row.player, name)}
    given |= {"number": number, "seed": row.seed, "rating": row.rating, "absences": "", "reason": ""}
    return BLANK | given | changes


def test_the_list_says_who_plays_and_who_does_not(under_way, director):
    under_way.entries.filter(number=2).update(withdrawn_from=3)
    under_way.entries.filter(number=3).update(absences=[5, 6], unranked=True)
    body = director.get(ROSTER).content.decode()
    assert "7 players" in body and "and 1 withdrawn" in body
    assert "out from round 3" in body and "misses 5, 6" in body and "not ranked" in body
    assert len(re.findall(r'<td class="num">\d+</td>\s*<th scope="row"', body)) == 8


def test_an_empty_roster_says_what_to_do(under_way, director):
    make_division(under_way.tournament, players=0, code="new")
    body = director.get("/console/lakeside-open/new/roster/").content.decode()
    assert (
        "/console/lakeside-open/new/roster/import/" in body and "/console/lakeside-open/walk-in/?division=new" in body
    )


def test_a_player_by_hand_gets_the_next_number_and_a_filed_name(under_way, director):
    typed = {"name": "Odile de Quillfeather", "rating": "1432", "place": "a 5 0", "worth": "zero_bye"}
    response = director.post("/console/lakeside-open/walk-in/", typed)
    assert response.headers["Location"] == ROSTER
    row = entry(9)
    assert (row.player.name, row.player.filing_name, row.rating, row.seed) == (
        "Odile de Quillfeather", "de Quillfeather, Odile", 1432, 9,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"name": ""}, {"name": ["This field is required."]}),
        ({"number": "3"}, {"__all__": ["Number 3 is taken in Division A; choose another or leave it empty."]}),
        ({"number": "0"}, {"number": ["Ensure this value is greater than or equal to 1."]}),
        ({"absences": "3, x"}, {"absences": ["Write whole numbers from 1, with commas between them."]}),
        ({"rating": "-1"}, {"rating": ["Ensure this value is greater than or equal to 0."]}),
        ({"country": "England"}, {"country": ["Ensure this value has at most 3 characters (it has 7)."]}),
    ],
)
def test_a_wrong_player_is_told_and_kept_as_they_were(under_way, director, wrong, expected):
    response = director.post(f"{ROSTER}2/", as_given(2) | {"name": "Wren Tilefield"} | wrong)
    assert (response.status_code, errors(response)) == (422, expected)
    assert not Player.objects.filter(name="Wren Tilefield").exists()


def test_a_change_is_kept_with_its_reason_and_the_persons_words_stay_out_of_the_record(under_way, director):
    given = as_given(3, name="Celeste Changed", rating="1985", absences="6, 5", reason="Wrong card")
    assert director.post(f"{ROSTER}3/", given).status_code == 302
    row, before = entry(3), under_way.state_version
    assert (row.player.name, row.rating, row.absences) == ("Celeste Changed", 1985, [5, 6])
    under_way.refresh_from_db()
    assert under_way.state_version == before + 1  # drafts are stale
    kept = Record.objects.get()
    assert (kept.before, kept.why) == ({"rating": 1960, "absences": []}, "Wrong card")
    assert kept.after == {"rating": 1985, "absences": [5, 6], "player_fields": ["name"]}


def test_withdrawing_offers_the_next_round_and_needs_a_reason_and_is_taken_back(under_way, director):
    page = director.get(f"{ROSTER}3/")
    assert page.context["withdraw"].initial == {"from_round": 5}
    response = director.post(f"{ROSTER}3/withdraw/", {"out-from_round": "5", "out-reason": ""})
    assert (response.status_code, errors(response, "withdraw")) == (422, {"reason": ["This field is required."]})
    assert entry(3).withdrawn_from is None
    director.post(f"{ROSTER}3/withdraw/", {"out-from_round": "5", "out-reason": "Train home"})
    assert entry(3).withdrawn_from == 5
    director.post(f"{ROSTER}3/put-back/", {"reason": "Missed the train"})
    assert entry(3).withdrawn_from is None
    assert [row.why for row in Record.objects.order_by("seq")] == ["Train home", "Missed the train"]


def test_a_player_who_stands_in_published_rounds_stays_and_one_never_paired_is_taken_off(under_way, director):
    make_entries(under_way, 1)
    assert director.post(f"{ROSTER}9/remove/").headers["Location"] == ROSTER
    response = director.post(f"{ROSTER}3/remove/", follow=True)
    assert "stands in published rounds: withdraw the player instead" in response.content.decode()
    assert under_way.entries.count() == 8


def test_a_number_that_nobody_has_is_a_404(under_way, director):
    for url in ("99/", "99/withdraw/", "99/put-back/", "99/remove/"):
        assert director.post(f"{ROSTER}{url}").status_code == 404


@pytest.mark.parametrize("page", ["a/roster/2/", "walk-in/"])
def test_a_page_asks_about_a_player_who_looks_like_one_of_the_event_and_keeps_what_was_typed(under_way, director, page):
    address, name = f"/console/lakeside-open/{page}", entry(1).player.name.upper()
    typed = as_given(2, name=name, rating=1234) | {"place": "a 5 0", "worth": "zero_bye"}
    if page != "a/roster/2/":
        typed["number"] = ""
    for answer in ({}, {"another_person": "Somebody Else"}):
        asked = director.post(address, typed | answer)
        assert asked.status_code == 422
        assert "Is this another person?" in errors(asked)["__all__"][0]
        assert f'name="another_person" value="{name}"' in asked.content.decode()
        assert asked.context["form"]["rating"].value() == "1234"
    assert not Player.objects.filter(name=name).exists()
    assert director.post(address, typed | {"another_person": name}).status_code == 302
    assert Entry.objects.get(player__name=name).rating == 1234
