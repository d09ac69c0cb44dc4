"""A player's own sheet page: entering, signing what is shown, disputing, handing in, and who may not."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from results.models import Sheet, Signature, TableCall
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Round
from tests.results.looking import field, text
from tests.results.rulings.cases import lines
from tests.results.sheets.pages.hall import Pages, make_pages


def test_one_enters_and_the_other_sees_the_same_figures_with_version_and_hash_and_signs(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    said = text(ada.enters(431, 388, tiles_counted="on"))
    assert "Entered and signed by you." in said
    assert pages.game.outcome == ""
    page, latest = other.sees(), pages.hall.latest()
    shown = text(page)
    assert "entered this Compare it with your own card. Sign it if it is right." in shown
    assert "388" in shown and "431" in shown and "Margin 43" in shown and "100 tiles counted" in shown
    assert (field(page, "version"), field(page, "sha256")) == ("1", latest.sha256)
    assert f"Version 1 · {latest.sha256[:12]}" in shown
    assert "Both players signed: the result stands." in text(other.signs())
    assert (pages.hall.scores(), pages.game.round.status) == ((431, 388), "playing")


def test_a_change_in_between_is_refused_and_the_new_figures_are_shown(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    ada.enters(431, 388)
    page = other.sees()
    old = {name: field(page, name) for name in ("key", "version", "sha256")}
    ada.enters(441, 388)
    answer = other.posts("sheet_sign", **old)
    assert answer.status_code == 409
    assert "The figures have changed, and you signed nothing" in text(answer)
    assert "441" in text(answer)
    assert [one.version.number for one in Signature.objects.filter(entry=other.entry)] == []


def test_whoever_entered_last_gives_in_by_one_press_too(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    ada.enters(431, 388, **{f"left_{ada.entry.pk}": 6, "tiles_counted": "on"})
    other.enters(388, 413)
    other.gives_in()
    assert (pages.sheet.state, pages.hall.latest().facts.tiles_counted) == ("entered", True)
    ada.signs()
    assert (pages.hall.scores(), pages.game.adjustments.get().points) == ((431, 388), -6)


def test_nsa_guideline_12_cards_that_differ_are_the_directors_to_resolve(db: None) -> None:
    pages = make_pages("nsa-2004")
    ada, other = pages.phone(1), pages.phone(4)
    ada.enters(431, 388)
    other.enters(388, 413)
    shown = text(ada.sees())
    assert "The two cards differ The director compares both cards and decides the result." in shown
    assert "Send and sign" not in shown and "Sign this card" not in shown


def test_a_dispute_without_figures_keeps_its_words(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    ada.enters(431, 388)
    page = other.sees()
    other.posts("sheet_dispute", key=field(page, "key"), version=1, note="the fifth turn is missing")
    assert "“the fifth turn is missing”" in text(ada.sees())
    assert pages.sheet.state == "disputed"


def test_figures_that_need_another_look_come_back_as_they_were_typed(pages: Pages) -> None:
    ada = pages.phone(1)
    answer = ada.posts("sheet_enter", **ada.figures("4x1", 388))  # type: ignore[arg-type]
    assert answer.status_code == 422
    assert 'value="4x1"' in answer.content.decode()
    assert pages.game.outcome == ""


def test_signal_a_problem_calls_the_director_once(pages: Pages) -> None:
    ada = pages.phone(1)
    for _ in range(2):
        said = text(ada.posts("sheet_call", note="a tile is missing"))
    assert "The director is called to this table since" in said
    assert TableCall.objects.get().note == "a tile is missing"


@pytest.mark.parametrize(("theirs", "offered"), [(411, True), (410, False)])
def test_wespa_5_5_1_a_recount_is_offered_up_to_a_margin_of_20(pages: Pages, theirs: int, offered: bool) -> None:
    ada = pages.phone(1)
    ada.enters(431, theirs)
    assert ("Ask for a recount" in text(ada.sees())) is offered
    answer = ada.posts("sheet_recount", key=field(ada.sees(), "key"))
    assert answer.status_code == (200 if offered else 409)
    assert ("A recount is under way" in text(ada.sees())) is offered


def test_the_stamp_changes_with_the_sheet_and_not_without(pages: Pages) -> None:
    ada = pages.phone(1)
    stamps = []
    for act in (lambda: None, lambda: None, lambda: pages.phone(4).enters(388, 431), lambda: ada.posts("sheet_call")):
        act()
        stamps.append(ada.sees(**{"HX-Request": "true"}).content.decode().split('data-version="')[1].split('"')[0])
    assert stamps[0] == stamps[1]
    assert len(set(stamps)) == 3


def test_another_player_sees_no_figures_and_a_draft_is_not_there(pages: Pages) -> None:
    pages.phone(1).enters(431, 388)
    shown = pages.phone(2).sees()
    assert (shown.status_code, "431" in text(shown)) == (403, False)
    assert "Your own games are on your page." in text(shown)
    Round.objects.update(status="draft")
    assert pages.phone(1).sees().status_code == 404


def test_the_printed_address_leads_officials_to_their_page_of_the_same_sheet(pages: Pages) -> None:
    address = reverse("results:sheet", args=["lakeside-open", pages.game.pk])
    assert address == f"/s/lakeside-open/{pages.game.pk}/"
    for role in (Role.DIRECTOR, Role.SCORER, Role.JUDGE):
        assert pages.staff(role).get(address)["Location"] == pages.desk("table", pages.game.pk)


def test_the_page_takes_as_many_queries_after_ten_versions_as_after_one(pages: Pages) -> None:
    ada = pages.phone(1)
    counts = []
    for turn in range(10):
        ada.enters(431 + turn, 388)
        if turn in (0, 9):
            with CaptureQueriesContext(connection) as captured:
                assert ada.sees().status_code == 200
            counts.append(len(captured))
    assert counts[0] == counts[1] <= 24


def test_wespa_5_3_2_players_write_overtime_as_time_and_see_what_it_costs(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    assert "10 points a minute or part of one (5.3.2)" in text(ada.sees())
    said = text(ada.enters(431, 388, **{f"overtime_{ada.entry.pk}": "1:01"}))
    assert "overtime, 1:01 5.3.2 −20" in said and "411" in said and lines(pages.game) == []
    other.signs()
    assert lines(pages.game) == [("first", "overtime", -20, "5.3.2")]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("10:00", "the director enters it as lost on time"),
        ("soon", "is no overtime: write the time over, such as 1:01"),
    ],
)
def test_wespa_5_3_2_5_3_3_overtime_that_no_rule_gives_is_refused_on_the_players_page(
    pages: Pages, written: str, says: str
) -> None:
    ada = pages.phone(1)
    answer = ada.enters(500, 380, **{f"overtime_{ada.entry.pk}": written})
    assert answer.status_code == 422
    assert says in text(answer)
    assert f'value="{written}"' in answer.content.decode()
    assert not Sheet.objects.exists()


@pytest.mark.parametrize(
    ("book", "names"),
    [
        ("wespa-2010", {"left", "gained", "overtime"}), ("nsa-2004", {"left", "gained", "overtime"}),
        ("sowpods-club", {"left", "gained", "overtime"}), ("scrabble-guide", {"gained"}),
    ],
)  # fmt: skip
def test_guide_ending_only_the_lines_that_a_rulebook_has_are_asked(db: None, book: str, names: set[str]) -> None:
    pages = make_pages(book)
    page = pages.phone(1).sees().content.decode()
    asked = set(re.findall(r'name="(left|gained|overtime)_', page))
    assert asked == names
    assert ("opponent’s tiles, twice" in page) is (book != "wespa-2010")
