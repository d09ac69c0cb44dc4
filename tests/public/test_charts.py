"""Charts on public pages: what they show is what the standings say, and the figures stand below them."""

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.models import RoundChances
from results.ratings.services import OPTION
from tdsuite.public.charts import margins_chart, places_chart, player_charts
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.reads import history
from tests.factories import make_played_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_played_event(players=8, played=3)


def address_of(division: Division, name: str, *more: int) -> str:
    return reverse(f"public:{name}", args=[division.tournament.slug, division.code, *more])


def page(division: Division, name: str, *more: int) -> str:
    return Client().get(address_of(division, name, *more)).content.decode()


def test_a_players_charts_say_place_and_spread_after_each_round(division: Division) -> None:
    played = history(division)
    entry = played.by_number[3]
    place, spread, margins = player_charts(played, entry)
    assert [chart.kind for chart in (place, spread, margins)] == ["lines", "lines", "bars"]
    lines = [next(row for row in table if row.number == 3) for table in played.standings_by_round()[1:]]
    ((_, places),), ((_, spreads),) = place.rows, spread.rows
    assert places == tuple(str(line.rank) for line in lines)
    assert [int(text.replace("−", "-")) for text in spreads] == [line.spread for line in lines]
    text = page(division, "player", 3)
    assert text.count("<svg") == 3 and "Place after each round" in text
    margin_figures = [bar.figure for bar in margins.drawn]
    for figure in (*places, *spreads, *margin_figures):
        assert f'<td class="num">{figure}</td>' in text


def test_the_statistics_show_everybodys_place(division: Division) -> None:
    played = history(division)
    chart = places_chart(played)
    assert chart is not None
    last = played.standings()
    assert [line.name for line in chart.drawn] == [played.names[row.number] for row in last]
    assert [figures[-1] for _, figures in chart.rows] == [str(row.rank) for row in last]
    assert page(division, "statistics").count("<svg") == 1
    assert "<svg" not in page(division, "statistics", 2)


def test_before_two_rounds_there_is_no_line_to_draw() -> None:
    division = make_played_event(players=4, played=1)
    played = history(division)
    assert player_charts(played, played.by_number[1]) == [] and places_chart(played) is None
    assert "<polyline" not in page(division, "player", 1) + page(division, "statistics")


def test_margins_are_those_of_the_players_own_games_and_add_up_to_the_spread(division: Division) -> None:
    played = history(division)
    for entry in played.entries:
        chart = margins_chart(played, entry)
        assert chart is not None
        spread = next(row.spread for row in played.standings() if row.number == entry.number)
        assert sum(int(bar.figure.replace("−", "-")) for bar in chart.drawn) == spread
        games = played.games_of(entry)
        others = [game.second if game.first_id == entry.pk else game.first for game in games]
        assert [what for _, (what, _) in chart.rows] == [str(other.player) for other in others if other]


def keep_chances(division: Division) -> None:
    """Five leaders and nineteen others after each round."""
    entries = list(division.entries.values_list("pk", flat=True))[:24]
    shares = [[entry, [100 - 4 * at] * 5] for at, entry in enumerate(entries)]
    for number in range(1, 13):
        RoundChances.objects.create(division=division, number=number, trials=10_000, shares=shares)


PAGES = [("player", 1), ("statistics",), ("ratings",), ("chances",)]


@pytest.mark.parametrize("name, more", [(name, more) for name, *more in PAGES])
def test_pages_with_charts_weigh_at_most_60_kb_at_the_first_visit_and_ask_no_more_of_a_larger_division(
    name: str, more: list[int]
) -> None:
    queries = []
    for players in (8, 40):
        division = make_played_event(players=players, played=12, rounds=15, slug=f"hall-{players}")
        division.standings_options = {**division.standings_options, OPTION: "naspa"}
        division.prize_places = 5
        division.save()
        keep_chances(division)
        with CaptureQueriesContext(connection) as asked:
            answer = Client().get(address_of(division, name, *more), headers=PACKED)
        queries.append(len(asked))
    assert queries[0] == queries[1]
    text = gzip.decompress(answer.content).decode()
    assert ("tdsuite/css/charts" in text) == ("<svg" in text)
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text))
    assert len(files) > 8
    weight = len(answer.content) + sum(weight_of(file) for file in files)
    print(f"{name}: {len(answer.content)} bytes, {weight} at the first visit")
    assert weight <= 60_000


PACKED = {"Accept-Encoding": "gzip, deflate"}  # what browsers send over plain HTTP


def weight_of(file: str) -> int:
    answer = Client().get(file, headers=PACKED)
    assert answer.status_code == 200
    return len(answer.getvalue())
