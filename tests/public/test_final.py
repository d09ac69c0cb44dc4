"""The page of a finished event, worth sharing: podium, prizes, records, ratings, everybody's story, and its picture."""

import gzip
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import BytesIO

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from PIL import Image

from results.models import Prize
from results.prizes.services.prizes import remove_prize, save_prize, set_terms
from results.ratings.services import OPTION
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.live import services
from tdsuite.public.pictures import HEIGHT, WIDTH, Column, event_picture
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_played_event, make_round, play
from tests.public.hub import Hub
from tests.public.test_charts import PACKED, weight_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    """A finished event of two divisions."""
    division = make_played_event(players=10, played=5, rounds=5)
    division.standings_options = {**division.standings_options, OPTION: "naspa"}
    division.save()
    second = make_division(division.tournament, code="b", players=6, rounds=1)
    make_round(second, 1, status="closed")
    Prize.objects.create(division=division, title="First of all", basis="place", money=5000)
    Prize.objects.create(tournament=division.tournament, title="Best loss", basis="high_loss", text="a dictionary")
    finish(division.tournament)
    return division


def finish(tournament: Tournament, status: str = Tournament.Status.FINISHED, **values: str) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(status=status, **values)
    caches["pages"].clear()


def address(tournament: Tournament, name: str = "final") -> str:
    return reverse(f"public:{name}", args=[tournament.slug])


def page(tournament: Tournament) -> str:
    return Client().get(address(tournament)).text


def test_it_shows_podium_prizes_records_and_leads_to_everybodys_story(division: Division) -> None:
    text = page(division.tournament)
    table = history(division).standings()
    podium = re.search(r'<ol class="final-podium">(.*?)</ol>', text, re.DOTALL)
    assert podium is not None
    names = history(division).names
    assert re.findall(r"players/([0-9]+)/", podium[1]) == [str(row.number) for row in table if row.rank <= 3]
    for row in table:
        assert f'href="{reverse("public:player", args=[division.tournament.slug, division.code, row.number])}"' in text
        assert names[row.number] in text
    for words in ("First of all", "a dictionary", *(f"High {kind}" for kind in ("win", "loss", "spread", "combined"))):
        assert words in text
    assert "Rating gain" in text


def test_a_long_table_is_cut_and_leads_to_the_standings() -> None:
    division = make_played_event(players=26, played=1, rounds=1)
    finish(division.tournament)
    text = page(division.tournament)
    rows = text.split("<caption>")[1].split("</table>")[0].count('<td class="rank">')
    standings = reverse("public:standings", args=[division.tournament.slug, division.code])
    assert (rows, len(history(division).standings())) == (25, 26)
    assert re.search(rf'<a href="{standings}">\s*All 26 players in the\s+standings</a>', text)


def test_before_the_event_is_finished_nothing_is_given_away(division: Division) -> None:
    finish(division.tournament, Tournament.Status.RUNNING)
    text = page(division.tournament)
    assert "The event is not over yet" in text and "First of all" not in text and "og:image" not in text
    assert Client().get(address(division.tournament, "final_picture")).status_code == 404
    event = reverse("public:event", args=[division.tournament.slug])
    assert address(division.tournament) not in Client().get(event).text
    finish(division.tournament)
    assert address(division.tournament) in Client().get(event).text


def test_whoever_shares_it_shares_its_winners_and_a_picture_of_1200_by_630(division: Division) -> None:
    finish(division.tournament, public_base_url="https://cup.example/")
    meta = dict(re.findall(r'<meta\s+(?:property|name)="([^"]+)"\s+content="([^"]*)"', page(division.tournament)))
    first = history(division).names[history(division).standings()[0].number]
    assert first in meta["og:description"]
    assert meta["og:image"] == "https://cup.example" + address(division.tournament, "final_picture")
    assert meta["og:url"] == "https://cup.example" + address(division.tournament)
    answer = Client().get(address(division.tournament, "final_picture"))
    assert answer.headers["Content-Type"] == "image/png"
    picture = Image.open(BytesIO(answer.content))
    assert picture.size == (WIDTH, HEIGHT) == (int(meta["og:image:width"]), int(meta["og:image:height"]))
    assert len(answer.content) < 60_000


def test_a_strangers_host_is_never_written_into_the_page(division: Division) -> None:
    text = Client().get(address(division.tournament), headers={"Host": "evil.example"}).text
    assert "evil.example" not in text and 'property="og:image"' in text


def test_page_and_picture_are_made_once_and_served_from_memory(
    hub: Hub, division: Division, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    for name in ("final", "final_picture"):
        before = Client().get(address(division.tournament, name))
        hub.look()
        with django_assert_num_queries(0):
            again = Client().get(address(division.tournament, name))
        assert again.content == before.content
        assert again.headers["Content-Type"] == before.headers["Content-Type"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "4 games share it"), ("fr", "4 parties le partagent"), ("es", "4 partidas lo comparten")],
)
def test_a_record_that_many_games_share_is_one_card(language: str, words: str) -> None:
    division = make_division(players=8, rounds=1)
    pairs = [(1, 2), (3, 4), (5, 6), (7, 8)]
    for game in make_round(division, 1, status="closed", results=0, pairs=pairs).games.all():
        play(game, 400, 380)
    finish(division.tournament)
    text = Client().get(address(division.tournament), headers={"Accept-Language": language}).text
    records = re.search(r'<ul class="records">(.*?)</ul>', text, re.DOTALL)
    assert records is not None and (records[1].count("<li"), records[1].count(words)) == (4, 4)


def test_it_weighs_at_most_60_kb_at_the_first_visit_for_a_hundred_players() -> None:
    division = make_played_event(players=100, played=10, rounds=10)
    finish(division.tournament)
    answer = Client().get(address(division.tournament), headers=PACKED)
    text = gzip.decompress(answer.content).decode()
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text))
    weight = len(answer.content) + sum(weight_of(file) for file in files)
    print(f"final results: {len(answer.content)} bytes, {weight} at the first visit")
    assert weight <= 60_000


LONG = "Maximiliana Overlong-Doubleday-Tripletree of the Worshipful Company of Tilemakers"


@pytest.mark.parametrize("title", ["Cup", LONG, "אליפות שבץ נא", "بطولة الكلمات", "Кубок слов"])
def test_whatever_the_names_are_the_picture_keeps_its_margin(title: str) -> None:
    columns = (Column(LONG, tuple((f"{place}", LONG, "12–2  +904") for place in (1, 2, 3))),) * 5
    picture = Image.open(BytesIO(event_picture(title, LONG, columns))).convert("RGB")
    ground = picture.getpixel((WIDTH - 1, HEIGHT - 1))
    margin = picture.crop((WIDTH - 40, 0, WIDTH, HEIGHT))
    assert margin.getcolors() == [(40 * HEIGHT, ground)]
    assert picture.crop((72, 64, WIDTH, 150)).getcolors(10_000) != [(1128 * 86, ground)]


DECIDED: dict[str, Callable[[Tournament], object]] = {
    "currency": lambda event: set_terms(by=COMMAND_LINE, tournament=event, currency="EUR"),
    "added": lambda event: save_prize(
        by=COMMAND_LINE, tournament=event, values={"title": "Best dress", "basis": "high_win", "text": "a hat"}
    ),
    "changed": lambda event: save_prize(
        by=COMMAND_LINE,
        tournament=event,
        prize=Prize.objects.get(tournament=event),
        values={"text": "two dictionaries"},
    ),
    "removed": lambda event: remove_prize(by=COMMAND_LINE, prize=Prize.objects.get(tournament=event)),
    "of a division": lambda event: remove_prize(by=COMMAND_LINE, prize=Prize.objects.get(division__code="a")),
}


@pytest.mark.parametrize("decided", DECIDED)
def test_a_prize_of_the_event_that_is_changed_at_the_end_stands_on_the_page_at_once(
    decided: str,
    division: Division,
    hub: Hub,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    before = page(division.tournament)
    hub.look()
    assert page(division.tournament) == before and caches["pages"]._cache  # type: ignore[attr-defined]
    with django_capture_on_commit_callbacks(execute=True):
        DECIDED[decided](division.tournament)
    hub.look()
    assert page(division.tournament) != before
    told = services.versions(division.live_topic)[division.live_topic]
    with django_capture_on_commit_callbacks(execute=True):
        set_terms(by=COMMAND_LINE, tournament=division.tournament, round_to=1)  # as it is: nothing to tell
    assert services.versions(division.live_topic)[division.live_topic] == told
