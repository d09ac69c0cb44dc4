"""Charts on public pages: what they show is what the standings say, and the figures stand below them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tdsuite.public.charts import division_bars, places_chart, player_charts
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.reads import history
from tests.factories import make_played_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_played_event(players=8, played=3)


def page(division: Division, name: str, *more: int) -> str:
    address = reverse(f"public:{name}", args=[division.tournament.slug, division.code, *more])
    return Client().get(address).content.decode()


def test_a_players_charts_say_place_and_spread_after_each_round(division: Division) -> None:
    played = history(division)
    entry = played.by_number[3]
    place, spread = player_charts(played, entry)
    lines = [next(row for row in table if row.number == 3) for table in played.standings_by_round()[1:]]
    assert place.lines[0].figures == tuple(str(line.rank) for line in lines)
    assert [int(text.replace("−", "-")) for text in spread.lines[0].figures] == [line.spread for line in lines]
    text = page(division, "player", 3)
    assert text.count("<svg") == 2 and "Place after each round" in text
    for figure in (*place.lines[0].figures, *spread.lines[0].figures):
        assert f'<td class="num">{figure}</td>' in text


def test_the_statistics_show_everybodys_place_and_how_scores_margins_and_starts_are_spread(division: Division) -> None:
    played = history(division)
    chart = places_chart(played)
    assert chart is not None
    last = played.standings()
    assert [line.name for line in chart.lines] == [played.names[row.number] for row in last]
    assert [line.figures[-1] for line in chart.lines] == [str(row.rank) for row in last]
    scores, margins, starts = division_bars(played)
    assert sum(bar.count for bar in scores.bars) == 2 * sum(bar.count for bar in margins.bars) == 24
    assert sum(bar.count for bar in starts.bars) == 8
    text = page(division, "statistics")
    assert text.count("<svg") == 4
    assert re.search(r"<figcaption>Winning margins</figcaption>", text)
    assert "<svg" not in page(division, "statistics", 2)


def test_before_two_rounds_there_is_no_line_to_draw() -> None:
    division = make_played_event(players=4, played=1)
    played = history(division)
    assert player_charts(played, played.by_number[1]) == [] and places_chart(played) is None
    assert "<polyline" not in page(division, "player", 1) + page(division, "statistics")
