"""Making an event, its settings, its rules, its divisions and pairing plans."""

import re
from datetime import date

import pytest
from django.db import models

from tdsuite.console.forms.events import free_code
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.services.events import update_tournament
from tests.factories import make_tournament

pytestmark = pytest.mark.django_db
NEW = {
    "name": "Harbour Cup", "slug": "", "venue": "Old Customs House", "starts_on": "2026-09-05", "ends_on": "2026-09-06",
    "time_zone": "Europe/London", "divisions": "Division A, 12\nNovices, 8\n\n", "rulebook": "nsa-2004",
    "game_minutes": "25", "entry_mode": "table", "visibility": "unlisted",
}  # fmt: skip
SETTINGS = {
    "name": "Lakeside Open", "venue": "Lakeside Hall", "starts_on": "2026-05-16", "ends_on": "2026-05-17",
    "time_zone": "UTC", "visibility": "public", "entry_mode": "player", "starts_by_schedule": "",
    "public_base_url": "",
}  # fmt: skip
DIVISION = {
    "name": "Division A", "code": "a", "position": "1", "planned_rounds": "7", "prize_places": "3", "spread_caps": "",
    "tables": "",
}  # fmt: skip
WESPA = {
    "game_minutes": "25", "start_system": "assigned", "absent_margin": "75", "challenge_penalty": "word:5",
    "penalty_counts": "game", "overtime_margin": "opponents-lead", "tiles_left": "a", "bye_result": "win", "bye_spread": "50",
}  # fmt: skip


def errors(response):
    form = response.context["form"]
    return {name: list(problems) for name, problems in form.errors.items()}


def actions():
    return list(Record.objects.order_by("seq").values_list("action", flat=True))


# --- my events ---------------------------------------------------------------------------------------


def test_home_lists_the_events_one_helps_to_run_and_no_other(under_way, as_role):
    make_tournament("other-cup")
    body = as_role(Role.SCORER).get("/console/").content.decode()
    assert "/console/lakeside-open/" in body and "other-cup" not in body and "New event" not in body


def test_home_lists_every_event_for_the_keeper_running_ones_first(keeper):
    for slug, status in (("old-cup", "finished"), ("next-cup", "preparing"), ("this-cup", "running")):
        make_tournament(slug, status=status)
    events = keeper.get("/console/").context["page"]
    assert [event.slug for event in events] == ["this-cup", "next-cup", "old-cup"]


def test_home_of_somebody_without_a_role_says_what_to_do(under_way, as_role):
    assert "No event for you yet" in as_role(None).get("/console/").content.decode()


# --- a new event -------------------------------------------------------------------------------------


def test_an_event_is_made_with_its_divisions_and_its_maker_leads_it(keeper):
    response = keeper.post("/console/new/", NEW)
    assert response.headers["Location"] == "/console/harbour-cup/"
    event = Tournament.objects.get(slug="harbour-cup")
    assert (event.name, event.starts_on, event.rulebook, event.entry_mode, event.visibility, event.time_zone) == (
        "Harbour Cup", date(2026, 9, 5), "nsa-2004", "table", "unlisted", "Europe/London",
    )  # fmt: skip
    divisions = event.divisions.values_list("name", "code", "position", "planned_rounds")
    assert list(divisions) == [("Division A", "a", 1, 12), ("Novices", "novices", 2, 8)]
    assert sorted(event.memberships.values_list("role", flat=True)) == ["director", "organiser"]
    assert actions() == ["tournament.created", "division.created", "division.created"]


def test_only_the_keeper_makes_events(under_way, as_role):
    response = as_role(Role.ORGANISER).post("/console/new/", NEW)
    assert response.status_code == 403
    assert "This can be done by: an administrator of this installation." in response.content.decode()


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"name": ""}, "name", "This field is required."),
        ({"ends_on": "2026-09-04"}, "ends_on", "The last day is before the first day."),
        ({"divisions": "Division A"}, "divisions", "Line 1: write a name, a comma and 1 to 99 rounds: Division A, 7"),
        ({"divisions": "A, 7\nB, 100"}, "divisions", "Line 2: write a name, a comma and 1 to 99 rounds: Division A, 7"),
        ({"divisions": "A, 7\nDivision a, 9"}, "divisions", "Two divisions have names that are too alike."),
        ({"slug": "new"}, "slug", "Write a short name of letters, digits and dashes."),
        ({"name": "???"}, "slug", "Write a short name of letters, digits and dashes."),
        ({"game_minutes": "0"}, "game_minutes", "Ensure this value is greater than or equal to 1."),
    ],
)
def test_a_wrong_answer_is_told_at_its_field_and_nothing_is_made(keeper, wrong, field, says):
    response = keeper.post("/console/new/", NEW | wrong)
    assert (response.status_code, errors(response)) == (422, {field: [says]})
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "There is an event called 'harbour-cup' already; choose another short name."),
        ({"slug": "b", "game_minutes": "20"}, "is not allowed by NSA Official Tournament Rules (I.A.3)"),
    ],
)
def test_a_refusal_of_the_service_is_told_above_the_form_with_what_was_typed(keeper, given, says):
    make_tournament("harbour-cup")
    response = keeper.post("/console/new/", NEW | given)
    assert says in errors(response)["__all__"][0]
    assert 'value="Old Customs House"' in response.content.decode()
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [("Division A", "a"), ("Open", "open"), ("division  B2", "b2"), ("Jobs", "jobs-1"), ("***", "division"),
        ("B-Gruppe für Anfänger", "b-gruppe-fur"), ("Division B-Gruppe für Anfänger", "b-gruppe-fur")],
)  # fmt: skip
def test_the_short_name_of_a_division_follows_from_its_name(name, code):
    assert free_code(name) == code


def test_divisions_whose_short_names_are_alike_up_to_the_cut_are_told_apart(keeper):
    keeper.post("/console/new/", NEW | {"divisions": "B-Gruppe für Anfänger, 7\nB-Gruppe für Fortgeschrittene, 7"})
    assert list(Division.objects.values_list("code", flat=True)) == ["b-gruppe-fur", "b-gruppe-fur-fortges"]
    keeper.post(
        "/console/harbour-cup/divisions/new/", DIVISION | {"name": "B-Gruppe für Kinder und Eltern", "code": ""}
    )
    assert Division.objects.filter(code="b-gruppe-fur-kinder").exists()


def test_the_rulebook_is_shown_before_the_event_is_made(keeper):
    page = keeper.get("/console/rulebooks/", {"rulebook": "nsa-2004"}, headers={"HX-Request": "true"})
    body = page.content.decode()
    assert "<!DOCTYPE" not in body and "NSA Official Tournament Rules" in body
    assert body.count('badge">fixed') > 10 and body.count('badge info">yours') > 1
    assert keeper.get("/console/rulebooks/no-such-book/").status_code == 404


# --- settings ------------------------------------------------------------------------------------------


def test_settings_are_saved_and_the_record_keeps_what_they_were_once(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    sent = SETTINGS | {"visibility": "private", "starts_by_schedule": "1", "public_base_url": "hall.local:8000/"}
    for _ in range(2):
        assert director.post("/console/lakeside-open/settings/", sent).status_code == 302
    event = Tournament.objects.get(slug="lakeside-open")
    assert (event.visibility, event.starts_by_schedule, event.public_base_url) == (
        "private", True, "http://hall.local:8000",
    )  # fmt: skip
    row = Record.objects.get(action="tournament.changed")
    assert row.before == {"visibility": "public", "starts_by_schedule": False, "public_base_url": ""}


@pytest.mark.parametrize(("by_schedule", "value"), [(True, "1"), (False, "")])
def test_the_settings_show_how_rounds_start_so_that_saving_them_keeps_it(under_way, as_role, by_schedule, value):
    Tournament.objects.update(starts_by_schedule=by_schedule)
    page = as_role(Role.DIRECTOR).get("/console/lakeside-open/settings/").content.decode()
    chosen = [
        box for box in re.findall(r"<input[^>]+>", page) if 'name="starts_by_schedule"' in box and " checked" in box
    ]
    assert [re.findall(r'value="([^"]*)"', box) for box in chosen] == [[value]]


def another(name, now):
    """A value that a setting does not have now."""
    field = Tournament._meta.get_field(name)
    match field:
        case models.DateField():
            return {"starts_on": date(2026, 5, 15), "ends_on": date(2026, 5, 18)}[name]
        case models.BooleanField():
            return not now
        case models.URLField():
            return "http://192.168.1.20:8000"
    if field.choices:
        return next(value for value, _ in field.choices if value != now)
    return "Europe/London" if name == "time_zone" else "Something else"


@pytest.mark.parametrize("name", [name for name in Tournament.SETTINGS if name != "status"])  # which moves by itself
def test_every_setting_of_an_event_is_on_its_page_and_is_saved(under_way, as_role, name):
    """A setting is declared by the model alone: its field, and its name in SETTINGS."""
    assert f'name="{name}"' in as_role(Role.DIRECTOR).get("/console/lakeside-open/settings/").content.decode()
    value = another(name, getattr(under_way.tournament, name))
    if name == "club_evening":  # only before the first result
        Round.objects.all().delete()
    update_tournament(by=COMMAND_LINE, tournament=under_way.tournament, values={name: value}, reason="a trial")
    assert getattr(Tournament.objects.get(), name) == value


@pytest.mark.parametrize("address", ["nonsense", "http://nonsense", "ftp://cup.example"])
def test_a_public_address_that_no_phone_can_follow_is_refused_with_what_to_write(under_way, as_role, address):
    response = as_role(Role.DIRECTOR).post("/console/lakeside-open/settings/", SETTINGS | {"public_base_url": address})
    assert (response.status_code, list(errors(response))) == (422, ["public_base_url"])
    assert "No phone can follow this address. Write an IP address" in response.content.decode()
    assert Tournament.objects.get().public_base_url == ""


@pytest.mark.parametrize("page", ["settings", "print"])
@pytest.mark.parametrize(
    ("address", "warned"), [("http://localhost:8000", True), ("http://192.168.1.20:8000", False), ("", False)]
)
def test_settings_and_print_warn_of_codes_that_phones_cannot_follow(under_way, as_role, page, address, warned):
    Tournament.objects.update(public_base_url=address)
    shown = as_role(Role.DIRECTOR).get(f"/console/lakeside-open/{page}/").content.decode()
    assert ("Phones cannot reach this address" in shown) is warned


# --- rules -----------------------------------------------------------------------------------------------

RULES = "/console/lakeside-open/rules/"


def test_only_what_differs_from_the_book_is_kept(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    assert (
        director.post(RULES, WESPA | {"tiles_left": "b", "bye_spread": "75", "game_minutes": "22"}).status_code == 302
    )
    event = Tournament.objects.get()
    assert (event.choices, event.game_minutes) == ({"tiles_left": "b", "bye_spread": "75"}, 22)
    body = director.get(RULES).content.decode()
    assert 'value="75"' in body and "may make the event non-ratable (5.3.5)" in body


def test_a_penalty_may_have_other_amounts(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    refused = director.post(RULES, WESPA | {"challenge_penalty_amounts": "much"})
    assert "'much' is not allowed by WESPA Game Rules 2.0 (2010)" in errors(refused)["__all__"][0]
    director.post(RULES, WESPA | {"challenge_penalty_amounts": "word:7"})
    assert Tournament.objects.get().choices == {"challenge_penalty": "word:7"}


def test_another_rulebook_is_looked_at_and_then_chosen_with_its_own_choices(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    Tournament.objects.update(choices={"tiles_left": "b"})
    page = director.get(f"{RULES}?book=nsa-2004")
    assert "This book is not in force." in page.content.decode()
    assert sorted(page.context["form"].fields) == ["start_system"]
    director.post(f"{RULES}?book=nsa-2004", {"start_system": "balance"})
    event = Tournament.objects.get()
    assert (event.rulebook, event.choices, event.game_minutes) == ("nsa-2004", {"start_system": "balance"}, 25)


def test_a_scorer_reads_the_rules_and_may_not_change_them(under_way, as_role):
    scorer = as_role(Role.SCORER)
    assert "Yours to choose" not in scorer.get(RULES).content.decode()
    assert scorer.post(RULES, WESPA | {"tiles_left": "b"}).status_code == 403
    assert Tournament.objects.get().choices == {}


# --- divisions and plans -----------------------------------------------------------------------------------


def test_a_division_is_added_with_caps_prizes_and_named_tables(under_way, as_role):
    given = DIVISION | {
        "name": "Division B", "code": "", "position": "2", "spread_caps": "100, 150 250", "prize_places": "5",
        "tables": "1-3, S1-S2",
    }  # fmt: skip
    assert as_role(Role.ORGANISER).post("/console/lakeside-open/divisions/new/", given).status_code == 302
    division = Division.objects.get(code="b")
    assert (division.spread_caps, division.prize_places) == ([100, 150, 250], 5)
    assert division.table_plan == {"tables": "1-3, S1-S2"}


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"spread_caps": "100, -5"}, "spread_caps", "Write whole numbers from 0, with commas between them."),
        ({"tables": "5-1"}, "tables", "'5-1': a range runs upwards over at most 500 tables, such as 1-12."),
        ({"planned_rounds": "0"}, "planned_rounds", "Ensure this value is greater than or equal to 1."),
        ({"name": "", "code": "x"}, "name", "This field is required."),
    ],
)
def test_wrong_settings_of_a_division_are_told_at_their_field(under_way, as_role, wrong, field, says):
    response = as_role(Role.DIRECTOR).post("/console/lakeside-open/a/division/", DIVISION | wrong)
    assert (response.status_code, errors(response)) == (422, {field: [says]})


def test_a_division_chooses_what_decides_between_equal_wins(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    given = {"name": "Masters", "code": "masters", "tie_break_1": "head_to_head", "tie_break_2": "spread"}
    assert director.post("/console/lakeside-open/a/division/", DIVISION | given).status_code == 302
    division = Division.objects.get()
    assert division.standings_options == {"tie_breaks": ["head_to_head", "spread"]}
    assert (division.name, division.code) == ("Masters", "a")  # its address stays
    twice = director.post(
        "/console/lakeside-open/a/division/", DIVISION | {"tie_break_1": "spread", "tie_break_2": "spread"}
    )
    assert errors(twice) == {"tie_break_2": ["This is chosen above already: choose another, or nothing more."]}


def test_a_division_never_has_fewer_rounds_than_are_published(under_way, as_role):
    response = as_role(Role.DIRECTOR).post("/console/lakeside-open/a/division/", DIVISION | {"planned_rounds": "3"})
    assert errors(response) == {"__all__": ["Round 4 is published already; the division needs at least 4 rounds."]}
    assert Division.objects.get().planned_rounds == 7


def test_a_new_division_is_offered_tables_behind_those_of_the_others(under_way, as_role):
    Division.objects.update(table_plan={"tables": "1-30, Stage"})
    form = as_role(Role.DIRECTOR).get("/console/lakeside-open/divisions/new/").context["form"]
    assert form["tables"].value() == "31-80"
