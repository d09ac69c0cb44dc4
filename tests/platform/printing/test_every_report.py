"""Every report on both papers, with the hardest names: nothing cut, nothing over anything else, tagged, and there in black dots."""

import re
from typing import Any

import pytest

from results.models import Prize, PrizeTerms
from tdsuite.platform.audit import services as audit
from tdsuite.platform.printing import registry
from tdsuite.tournaments.models import Division, Tournament
from tests.factories import make_played_event, make_round
from tests.paper import SIZES, Paper, make_hard
from tests.platform.printing.one_bit import OneBit
from tests.platform.printing.test_tags import Tagged

pytestmark = pytest.mark.django_db
ELSEWHERE = {"pairings-draft", "hindsight"}  # of a run: tests/pairings/test_reports.py, test_hindsight.py
SECRET = {"wifi-sign": {"network": 'Hall; "5 GHz"', "password": "quixotic,zax"}}
OURS = ("results.", "pairings.")  # the word judge's papers have tests of their own
NAMES = [
    known.name
    for known in registry.reports()
    if known.name not in ELSEWHERE and known.build.__module__.startswith(OURS)
]
# On Letter: sheets that are laid out otherwise there (those that are cut: test_frames.py), and those whose rows have lines.
FIXED_SIZES = {"scorecards", "certificates"}
LINED = {"event-results", "standings", "ratings", "statistics", "director-pack", "attendance"}
PAPERS = [
    *((name, "A4") for name in [*NAMES, *SECRET]),
    *(pytest.param(name, "letter", marks=[] if name in FIXED_SIZES | LINED else [pytest.mark.full])
      for name in [*NAMES, *SECRET]),
]  # fmt: skip
# Their type is smaller beside the longest names: test_one_bit.py reads them with ordinary ones.
SMALLER_TYPE = {"name-tags", "pairings-by-name", "scorecards", "table-signs"}
WITH_NAMES = ("result-slips", "name-tags", "table-signs", "certificates")  # large ones of the event
BASE = "http://tdsuite.local:8000"


def subject_of(name: str, division: Division) -> Any:
    row = division.rounds.get(number=3)
    return {"round": row, "division": division, "tournament": division.tournament}[registry.find(name).scope]


def make_prizes(division: Division) -> None:
    """Prizes of the division and of the event, shared ones, one that nobody gets, and what is no money."""
    Prize.objects.bulk_create(
        Prize(division=division, title=f"The Worshipful Company of Tilemakers’ Prize for Place {place}", basis="place",
              place=place, money=12345678, text="a year’s supply of squared paper")
        for place in range(1, 5)
    )  # fmt: skip
    Prize.objects.create(division=division, title="Best of class Z", basis="class", class_name="Z", money=100)
    Prize.objects.create(tournament=division.tournament, title=80 * "W", basis="high_loss", text=120 * "w")
    PrizeTerms.objects.create(tournament=division.tournament, currency="MMMMM")


def make_event() -> Division:
    """Two rounds played, the third half played, twelve planned; the longest names there are."""
    made = make_played_event(players=10, played=2, rounds=12)
    make_round(made, 3, status="playing", results=2)
    Tournament.objects.filter(pk=made.tournament_id).update(public_base_url=BASE)
    made.tournament.refresh_from_db()
    make_hard(made)
    make_prizes(made)
    Division.objects.filter(pk=made.pk).update(
        standings_options={**made.standings_options, "rating_system": "wespa-2011"}
    )
    return made


@pytest.fixture(scope="module")
def event(rows_of_the_file: None) -> Division:
    return make_event()


@pytest.fixture
def division(event: Division) -> Division:
    return Division.objects.select_related("tournament").get(pk=event.pk)


@pytest.mark.parametrize(("name", "paper"), PAPERS)
def test_nothing_is_cut_and_every_page_says_what_it_is(name: str, paper: str, division: Division) -> None:
    printed = Paper(name, subject_of(name, division), paper=paper, options=SECRET.get(name, {"round": 3}))
    printed.assert_whole()
    tagged = Tagged(printed.data)
    tagged.assert_is_pdf_ua()
    width, height = SIZES[paper][::-1] if printed.sheet.page == "landscape" else SIZES[paper]
    assert printed.sizes == {(width, height)}
    head = audit.head_hash(division.tournament)[:12]
    for page, text in enumerate(printed.texts, start=1):
        assert "Lakeside Invitational Memorial Championship" in text
        assert "Extraordinarily Long" in text or not printed.sheet.division
        assert printed.sheet.round is None or f"Round {printed.sheet.round}" in text
        assert f"{page} / {len(printed.texts)}" in text
        assert re.search(rf"Printed \d{{1,2}} \w{{3}} 20\d\d, \d\d:\d\d Record {head}", text)
    assert re.fullmatch(r"lakeside-open(-a)?(-r\d\d)?-[a-z-]+\.pdf", printed.file_name)
    if name in CODES:
        assert_codes_lead_where_they_say(printed, tagged, name, division)
    if name in LINED:  # a line below a row is as thick in every column
        assert [printed.uneven_lines(page) for page in range(len(printed.texts))] == [[]] * len(printed.texts)
    if paper == "A4" and name not in SMALLER_TYPE:
        OneBit(printed).assert_all_is_there(name)


CODES = {
    "result-slips": "/s/lakeside-open/{game}/",
    "table-signs": "/t/lakeside-open/a/pairings/",
    "name-tags": "/t/lakeside-open/a/players/{number}/",
    "public-sign": "/t/lakeside-open/",
}


def assert_codes_lead_where_they_say(printed: Paper, tagged: Tagged, name: str, division: Division) -> None:
    """Read back from pure black and white; and the same address in words for those who cannot see them."""
    games = list(division.rounds.get(number=3).games.by_board())
    count = {"result-slips": 5, "table-signs": 5, "name-tags": 10, "public-sign": 1}[name]
    wanted = [
        BASE + CODES[name].format(game=games[at].pk if at < len(games) else 0, number=at + 1) for at in range(count)
    ]
    assert [text for page in range(len(printed.texts)) for text, _ in printed.codes(page)] == wanted
    found = tagged.of("/Figure")
    assert len(found) == count and all(BASE in str(figure.Alt) for figure in found)


@pytest.mark.parametrize(
    ("name", "paper"), [("pairings-by-table", "A4"), ("pairings-by-name", "letter"), ("result-slips", "letter")]
)
def test_wespa_2_1_b_ii_boards_that_wait_for_records_say_so_and_are_whole(
    name: str, paper: str, division: Division
) -> None:
    division.rounds.get(number=3).games.exclude(second=None).update(starts_by="compare")
    printed = Paper(name, subject_of(name, division), paper=paper)
    printed.assert_whole()
    assert ("◊ compare" if name == "result-slips" else "◊ compare records") in printed.text
    assert "draw tiles" not in printed.text


@pytest.mark.parametrize("name", ["result-slips", "table-signs", "name-tags"])
def test_without_an_address_there_is_no_code_and_the_sheet_is_whole(name: str, division: Division) -> None:
    Tournament.objects.update(public_base_url="")
    division.tournament.refresh_from_db()
    printed = Paper(name, subject_of(name, division))
    assert (printed.codes(0), "Code" in printed.text) == ([], False)
    printed.assert_whole()


@pytest.mark.parametrize("name", ["table-signs", "name-tags"])
def test_the_pages_of_a_private_event_are_in_no_code(name: str, division: Division) -> None:
    Tournament.objects.update(visibility="private")
    division.tournament.refresh_from_db()
    assert Paper(name, subject_of(name, division)).codes(0) == []


def test_the_code_of_the_wifi_is_read_as_a_network(division: Division) -> None:
    printed = Paper("wifi-sign", division.tournament, options=SECRET["wifi-sign"])
    assert [text for text, _ in printed.codes(0)] == ['WIFI:T:WPA;P:quixotic\\,zax;S:Hall\\; \\"5 GHz\\";;']
    open_one = Paper("wifi-sign", division.tournament, options={"network": "Hall"})
    assert [text for text, _ in open_one.codes(0)] == ["WIFI:T:nopass;S:Hall;;"]
    assert "Password" not in open_one.text


@pytest.mark.parametrize("paper", ["A4", pytest.param("letter", marks=pytest.mark.full)])  # which is wider
@pytest.mark.parametrize("name", ["standings", "director-pack", "public-sign", "ceremony", *WITH_NAMES])
def test_an_event_and_a_division_of_one_endless_word_stay_on_the_paper(
    name: str, paper: str, division: Division
) -> None:
    """Both as long as the database takes them, in the widest letter."""
    event, part = (model._meta.get_field("name").max_length for model in (Tournament, Division))
    Tournament.objects.update(name=event * "W")
    Division.objects.update(name=part * "W")
    subject = subject_of(name, Division.objects.select_related("tournament").get(pk=division.pk))
    Paper(name, subject, paper=paper, options={"round": 3}).assert_whole()
