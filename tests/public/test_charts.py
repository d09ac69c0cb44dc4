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
from tdsuite.platform.charts import LineChart, SignedChart
from tdsuite.platform.row_charts import RunChart
from tdsuite.public.charts import division_bars, division_starts, margins_chart, places_chart, player_charts
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
    place, spread, margins, starts = player_charts(played, entry)
    assert isinstance(place, LineChart) and isinstance(spread, LineChart)
    assert isinstance(margins, SignedChart) and isinstance(starts, RunChart)
    lines = [next(row for row in table if row.number == 3) for table in played.standings_by_round()[1:]]
    assert place.lines[0].figures == tuple(str(line.rank) for line in lines)
    assert [int(text.replace("−", "-")) for text in spread.lines[0].figures] == [line.spread for line in lines]
    text = page(division, "player", 3)
    assert text.count("<svg") == 4 and "Place after each round" in text
    margin_figures = [bar.figure for bar in margins.bars]
    for figure in (*place.lines[0].figures, *spread.lines[0].figures, *margin_figures, *starts.runs[0].figures):
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
    assert text.count("<svg") == 5
    assert re.search(r"<figcaption>Winning margins</figcaption>", text)
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
        assert sum(bar.value for bar in chart.bars) == spread
        games = played.games_of(entry)
        others = [game.second if game.first_id == entry.pk else game.first for game in games]
        assert [bar.what for bar in chart.bars] == [str(other.player) for other in others if other]


def test_starts_and_runs_are_those_of_the_start_records(division: Division) -> None:
    played = history(division)
    chart, records = division_starts(played), played.start_records()
    assert chart is not None and len(chart.runs) == 8
    for row, standing in zip(chart.runs, played.standings(), strict=True):
        record = records[standing.number]
        *sides, starts, seconds = row.figures
        assert (sides.count("first"), sides.count("second")) == (record.starts, record.replies)
        assert max(int(starts), int(seconds)) == record.longest_run


def test_two_players_are_chosen_and_stand_side_by_side(division: Division) -> None:
    chosen = Client().get(address_of(division, "head_to_head"), {"player": 2, "other": 5})
    assert chosen.headers["Location"] == address_of(division, "against", 2, 5)
    text = page(division, "against", 2, 5)
    played = history(division)
    assert text.count("<svg") == 2 and text.count("<polyline") == 4
    for number in (2, 5):
        for table in played.standings_by_round()[1:]:
            row = next(row for row in table if row.number == number)
            assert f'<td class="num">{row.rank}</td>' in text
    form = page(division, "head_to_head")
    leaders = [row.number for row in played.standings()[:2]]
    assert [int(number) for number in re.findall(r'value="([0-9]+)"\s+selected', form)] == leaders


@pytest.mark.parametrize("chosen", [{"player": "2", "other": "2"}, {"player": "2"}, {"player": "99", "other": "1"}])
def test_who_is_chosen_wrongly_is_told_and_nothing_of_it_is_kept(division: Division, chosen: dict[str, str]) -> None:
    answer = Client().get(address_of(division, "head_to_head"), chosen)
    assert answer.status_code == 400 and "Choose two different players." in answer.text
    assert "Choose two different players." not in page(division, "head_to_head")


def test_ratings_lead_from_before_to_now(division: Division) -> None:
    assert "<svg" not in page(division, "ratings")
    division.standings_options = {**division.standings_options, OPTION: "naspa"}
    division.save()
    text = page(division, "ratings")
    assert text.count("<svg") == 1 and text.count('class="empty"') == text.count('class="full"') == 8
    spans = re.findall(r"<title>[^<]+: ([0-9]+) → ([0-9]+)</title>", text)
    assert len(spans) == 8
    for old, new in spans:
        assert f'<td class="num">{old}</td><td class="num">{new}</td>' in text.replace("\n", "")


def keep_chances(division: Division) -> None:
    """Five leaders and nineteen others after each round."""
    entries = list(division.entries.values_list("pk", flat=True))[:24]
    shares = [[entry, [100 - 4 * at] * 5] for at, entry in enumerate(entries)]
    for number in range(1, 13):
        RoundChances.objects.create(division=division, number=number, trials=10_000, shares=shares)


PAGES = [("player", 1), ("against", 1, 2), ("head_to_head",), ("statistics",), ("ratings",), ("chances",)]


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
        with CaptureQueriesContext(
            connection,
        ) as asked:
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
