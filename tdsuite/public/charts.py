"""The charts of public pages, from what was published: places and spread by round, scores, winning margins, starts."""

from collections import Counter

from tdsuite.platform.charts import BarChart, LineChart, bar_chart, counted, figure, line_chart
from tdsuite.tournaments.models import Entry
from tdsuite.tournaments.reads import History

SHOWN = 40  # of a larger division the first so many have their line
SCORES, MARGINS = 25, 25  # points that one bar holds


def player_charts(history: History, entry: Entry) -> list[LineChart]:
    """A player's place and spread after each round; none before two rounds."""
    tables = history.standings_by_round()[1:]
    if len(tables) < 2:
        return []
    rounds = [str(number) for number in range(1, len(tables) + 1)]
    lines = [{row.number: row for row in table}.get(entry.number) for table in tables]
    name = str(entry.player)
    places = [(name, [line.rank if line else None for line in lines])]
    spreads = [(name, [line.spread if line else None for line in lines])]
    return [
        line_chart("Place after each round", rounds, places, downwards=True),
        line_chart("Spread after each round", rounds, spreads, signed=True),
    ]


def places_chart(history: History) -> LineChart | None:
    """Everybody's place after each round, the leader's line first; None before two rounds."""
    tables = history.standings_by_round()[1:]
    if len(tables) < 2:
        return None
    ranks = [{row.number: row.rank for row in table} for table in tables]
    leaders = [row.number for row in tables[-1]][:SHOWN]
    title = "Place after each round" + (f", of the first {SHOWN}" if len(tables[-1]) > SHOWN else "")
    rounds = [str(number) for number in range(1, len(tables) + 1)]
    series = [(history.names[number], [table.get(number) for table in ranks]) for number in leaders]
    return line_chart(title, rounds, series, downwards=True, strong=3)


def division_bars(history: History) -> list[BarChart]:
    """Scores and winning margins of the games that were played, and how far players are from as many starts as replies."""
    finals = [
        history.final_score(game) for game in history.games if not game.is_bye and game.outcome == game.Outcome.PLAYED
    ]
    if not finals:
        return []
    scores = [score for final in finals for score in (final.first, final.second) if score is not None]
    margins = [abs(final.spread) for final in finals]
    records = history.start_records().values()
    starts = Counter(record.starts - record.replies for record in records if record.starts + record.replies)
    apart = range(min(starts, default=0), max(starts, default=0) + 1)
    return [
        bar_chart("Scores", "Points", "Scores", counted(scores, SCORES)),
        bar_chart("Winning margins", "Points", "Games", counted(margins, MARGINS)),
        bar_chart(
            "Starts less replies",
            "Starts less replies",
            "Players",
            [(figure(by, signed=True), starts[by]) for by in apart],
        ),
    ]
