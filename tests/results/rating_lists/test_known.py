"""Who is it at the door: people of lists and earlier events are offered, asked about once, and pinned to the list's line."""

from datetime import date
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from results.models import RatingList, RatingListUse
from results.rating_lists.services import known
from results.rating_lists.services.known import known_by, offers, pin_player
from results.rating_lists.services.uses import apply_list, pins_of, plan_list
from tdsuite.exchange.events import SourceFile
from tdsuite.exchange.roster import plan_roster
from tdsuite.formats.tou.corrector import name_corrections
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Entry
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.erasure import erase_player
from tests.factories import make_division, make_entries, make_tournament, make_user
from tests.results.rating_lists.conftest import loaded

pytestmark = pytest.mark.django_db
LIST = b"""\
Member ID,Name,Rating,Games,Expires,Last played,Country,Club
AA000011,"Tilefield, Zora",1640,120,2026-03-01,2026-02-01,ENG,Lakeside
AA000012,"Tilefield, Zara",1200,12,Life,2026-01-01,WAL,Hillside
AA000013,"Tilefield, Zora",900,9,Life,,England,
,"Whitmarsh, Bradley",1500,9,,,,
"""


@pytest.fixture(autouse=True)
def nothing_of_another_test() -> None:
    known._people.cache_clear()


@pytest.fixture
def zoras(division: Division) -> RatingList:
    return loaded(LIST, name="door")


@pytest.fixture
def director(client: Client, division: Division) -> Client:
    client.force_login(make_user(tournament=division.tournament))
    return client


def add(client: Client, name: str, **words: str) -> Any:
    words = {"name": name, "place": "a 1 0", "worth": "loss", "rating": "", **words}
    return client.post(reverse("console:walk_in", args=["open"]), words)


def warnings(response: HttpResponse) -> list[str]:
    return [str(each) for each in get_messages(response.wsgi_request) if each.level_tag == "warning"]  # type: ignore[attr-defined]


def offered(division: Division, typed: str, reader: Any = COMMAND_LINE) -> list[str]:
    return [f"{one['name']} {one['facts']}" for one in offers(division.tournament, reader=reader, typed=typed)]


def zora(division: Division, row: RatingList, line: int = 0) -> Any:
    return known_by(COMMAND_LINE, division.tournament, f"{row.pk}-{line or row.entries.first().line}")


def test_what_is_typed_finds_people_by_part_of_the_name_by_number_and_misspelled(
    director: Client, division: Division, zoras: RatingList
) -> None:
    first = "Zora Tilefield 1640 · AA000011 · ENG · Lakeside · played 2026-02-01 · door, 1 May 2026"  # what tells them apart
    for typed in ("zora t", "Tilefield Zora", "Zroa Tilefeild", "aa 11", "Z Tilefield"):
        assert offered(division, typed)[0] == first, typed
    assert offered(division, "AA000012") == ["Zara Tilefield 1200 · AA000012 · WAL · Hillside · played 2026-01-01 · door, 1 May 2026"]  # fmt: skip
    page = director.get(reverse("results:known_people", args=["open"]), {"q": "zora tilefield"}).json()
    assert [one["name"] for one in page["people"]] == ["Zora Tilefield", "Zora Tilefield", "Zara Tilefield"]
    assert page["people"][0]["warnings"] == [
        "Zora Tilefield: membership ended on 2026-03-01, before the last day of the event."
    ]


def test_of_a_list_only_its_newest_version_is_searched(division: Division, zoras: RatingList) -> None:
    newer = loaded(LIST.replace(b"1640", b"1655"), name="door", as_of=date(2026, 5, 9))
    assert [one["key"].split("-")[0] for one in offers(division.tournament, reader=COMMAND_LINE, typed="zora tile")][
        :1
    ] == [str(newer.pk)]
    assert "1655" in offered(division, "zora tilefield")[0]


def test_people_of_earlier_events_are_offered_to_who_may_see_those_rosters(division: Division) -> None:
    earlier = make_division(make_tournament("earlier", starts_on=date(2026, 1, 3)), players=0)
    make_entries(earlier, 1)
    later = make_division(make_tournament("later", starts_on=date(2026, 9, 3)), players=0, code="l")
    Entry.objects.filter(division=earlier).update(rating=1313)
    person = earlier.entries.get().player
    Entry.objects.create(division=later, player=type(person).objects.create(name="Quo Vadis"), number=1)
    director = make_user(tournament=division.tournament)
    assert offered(division, person.name, director) == []
    make_user(tournament=earlier.tournament, role=Role.SCORER)
    assert offered(division, person.name, director) == [f"{person.name} 1313 · Earlier"]
    assert offered(division, "Quo Vadis") == []
    person.name = "Zed Renamed"
    person.save()
    erase_player(by=COMMAND_LINE, player=person)
    assert offered(division, "Zed Renamed") == []


def test_an_earlier_event_does_not_repeat_a_line_but_shows_another_number(
    division: Division, zoras: RatingList
) -> None:
    earlier = make_division(make_tournament("earlier", starts_on=date(2026, 1, 3)), players=0)
    numbers = ["", "AA000011", "AA000099"]
    for entry, number in zip(make_entries(earlier, 3), numbers, strict=True):
        entry.player.name, entry.player.naspa_id = "Zora Tilefield", number
        entry.player.save()
    assert [text for text in offered(division, "zora tilefield") if "Earlier" in text] == [
        "Zora Tilefield 1960 · AA000099 · Earlier"
    ]


def test_a_name_like_others_is_asked_about_once_and_who_is_chosen_brings_rating_and_numbers(
    director: Client, division: Division, zoras: RatingList
) -> None:
    asked = add(director, "Zora Tilefeild")
    assert asked.status_code == 422 and division.entries.count() == 4
    choices = dict(asked.context["form"].fields["pick"].widget.choices)
    first = next(iter(choices))
    assert choices[first].startswith("Zora Tilefield · 1640 · AA000011") and "new Zora Tilefeild" in choices
    done = add(director, "Zora Tilefeild", pick=first)
    entry = Entry.objects.select_related("player").get(number=5)
    person = entry.player
    assert (person.name, person.filing_name, person.naspa_id) == ("Zora Tilefield", "Tilefield, Zora", "AA000011")
    assert (person.country, person.club, entry.rating, entry.lifetime_games) == ("ENG", "Lakeside", 1640, 120)
    assert (entry.last_played, entry.imported) == (date(2026, 2, 1), {"expiry": "2026-03-01"})
    assert pins_of(division, zoras) == {entry.pk: zoras.entries.get(rating=1640).line}
    assert warnings(done) == ["Zora Tilefield: membership ended on 2026-03-01, before the last day of the event."]
    assert Record.objects.filter(action="rating_list.applied").count() == 1


def test_somebody_new_is_not_asked_about_again_and_an_answer_for_another_name_does_not_hold(
    director: Client, division: Division, zoras: RatingList
) -> None:
    assert add(director, "Zora Tilefeild", pick="new Zora Tilefield").status_code == 422
    done = add(director, "Zora Tilefeild", pick="new Zora Tilefeild", rating="700")
    assert division.entries.get(number=5).rating == 700 and not RatingListUse.objects.exists()
    assert warnings(done) == ["Zora Tilefeild is in no loaded list. Ask for a number and a rating."]
    assert add(director, "Quo Vadis").status_code == 302


def test_a_name_that_stays_is_not_asked_about_nor_one_that_comes_back_by_undo(
    director: Client, division: Division
) -> None:
    loaded(b"Name,Rating\nCy Okafor,900\nCyra Okafor,800\n", name="like")
    address = reverse("console:entry", args=["open", "a", 3])
    form = director.get(address).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    assert director.post(address, sent | {"rating": "950"}).status_code == 302
    assert director.post(address, sent | {"name": "Cyra Okafar"}).status_code == 422
    pick = "new Cyra Okafar"
    assert director.post(address, sent | {"name": "Cyra Okafar", "pick": pick}).status_code == 302
    undo = director.session["undo"]
    assert director.post(undo["url"], dict(undo["fields"])).status_code == 302
    assert division.entries.get(number=3).player.name == "Cy Okafor"


def test_a_typed_rating_goes_before_that_of_the_list(director: Client, division: Division, zoras: RatingList) -> None:
    add(director, "Zora Tilefield", pick=f"{zora(division, zoras).key} Zora Tilefield", rating="1700")
    entry = division.entries.get(number=5)
    assert (entry.rating, entry.lifetime_games) == (1700, 120)


def test_what_a_submission_would_stumble_over_is_told_at_the_desk(director: Client, division: Division) -> None:
    old = loaded(LIST, name="door", as_of=date(2026, 1, 1))
    apply_list(by=COMMAND_LINE, division=division, rating_list=loaded())
    key = zora(division, old, old.entries.get(rating=1500).line).key
    assert warnings(add(director, "Bradley Whitmarsh", pick=f"{key} Bradley Whitmarsh")) == [
        "Bradley Whitmarsh: door, 1 January 2026 has no number. Ask for it.",
        "Bradley Whitmarsh: door, 1 January 2026 is older than NASPA ratings, 1 May 2026, which this event uses.",
    ]


def test_names_that_a_body_refuses_are_told_at_the_desk(director: Client, division: Division) -> None:
    assert warnings(add(director, "Adabye")) == [
        "Adabye: rating lists have a given name and a family name, in Latin letters.",
        "In WESPA’s files, Adabye is taken for a bye, and goes with all games.",
    ]
    assert warnings(add(director, "Bartholomew Winterbourne"))[2:] == []  # the first two are still to be shown
    alike = "In WESPA’s files, Bartholomew Winterbo and Bartholomew Winterbo are taken for one person."
    assert warnings(add(director, "Bartholomew Winterbottom"))[2:] == [alike]
    assert name_corrections([]) == ()


def test_a_line_is_one_players_and_another_line_is_a_decision_with_its_record(
    director: Client, division: Division, zoras: RatingList
) -> None:
    entry, other = division.entries.filter(number__in=(3, 4)).order_by("number")
    pin_player(by=COMMAND_LINE, entry=entry, known=zora(division, zoras))
    with pytest.raises(Refused, match="Zora Tilefield of door, 1 May 2026 is 3 Cy Okafor already"):
        pin_player(by=COMMAND_LINE, entry=other, known=zora(division, zoras))
    address = reverse("console:entry", args=["open", "a", 3])
    assert f"Line {zora(division, zoras).entry.line} of door, 1 May 2026" in director.get(address).text
    second = zora(division, zoras, zoras.entries.get(rating=900).line)
    sent = {name: "" for name in director.get(address).context["form"].fields}
    sent |= {"name": second.entry.name, "number": "3", "pick": f"{second.key} {second.entry.name}"}
    assert director.post(address, sent).status_code == 302
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    assert (entry.rating, entry.lifetime_games, entry.player.naspa_id) == (900, 9, "AA000013")
    assert pins_of(division, zoras)[entry.pk] == second.entry.line
    record = Record.objects.filter(action="rating_list.applied").latest("pk")
    assert (record.after["list"], record.after["lines"]) == ("door, 1 May 2026", [[entry.pk, second.entry.line]])
    assert Record.objects.filter(action="rating_list.applied").count() == 2


def test_a_pinned_player_stays_on_the_line_until_the_number_is_another(division: Division) -> None:
    twins = loaded(b"Name,Rating\nCy Okafor,1000\nCy Okafor,1100\n", name="twins")
    entry = division.entries.get(number=3)
    assert plan_list(division, twins).counts["matched"] == 0
    pin_player(by=COMMAND_LINE, entry=entry, known=zora(division, twins, twins.entries.get(rating=1100).line))
    (row,) = [row for row in plan_list(division, twins).rows if row.matched]
    assert (row.entry, row.match.entry and row.match.entry.rating) == (entry, 1100)
    numbered = loaded()
    apply_list(by=COMMAND_LINE, division=division, rating_list=numbered)
    type(entry.player).objects.filter(pk=entry.player_id).update(naspa_id="AA000002", name="Robert Lindqvist")
    assert [row.match.why for row in plan_list(division, numbered).rows if row.entry == entry] == [
        "the NASPA number AA000002 and the same name"
    ]


def test_programs_search_the_same_people(division: Division, director: Client, zoras: RatingList) -> None:
    first, *_others = director.get("/api/v1/tournaments/open/people/", {"q": "zora tilefield"}).json()
    assert first["key"] == zora(division, zoras).key


def test_a_roster_that_is_loaded_says_which_new_names_are_like_those_of_a_list(
    division: Division, zoras: RatingList
) -> None:
    plan = plan_roster(division, SourceFile("r.csv", b"name\nZara Tilefield\nBradly Whitmarsh\nQuo Vadis\n"))
    assert [problem.text for problem in plan.notes if "list" in problem.text or "door" in problem.text] == [
        "Line 3, name: Bradly Whitmarsh looks like Bradley Whitmarsh in door, 1 May 2026. Check the spelling."
    ]
