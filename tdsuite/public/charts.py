"""The charts of public pages, from what was published: places, spread, margins, starts, scores, ratings, two players side by side."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.models import RoundChances
from results.prizes.services.statistics import ranks_after
from results.ratings.services import RatingsPage
from tdsuite.platform.charts import (
    BarChart,
    LineChart,
    SignedChart,
    bar_chart,
    counted,
    figure,
    line_chart,
    signed_chart,
)
from tdsuite.platform.row_charts import RunChart, SpanChart, run_chart, span_chart
from tdsuite.tournaments.models import Entry
from tdsuite.tournaments.reads import History

SHOWN = 40  # of a larger division the first so many have their line
LEADERS = 8  # so many have their line in a chart of chances
PLACES = 3  # so many prize places have a chart of their own
SCORES, MARGINS = 25, 25  # points that one bar holds


def player_charts(history: History, entry: Entry) -> list[LineChart | SignedChart | RunChart]:
    """A player's place and spread after each round, the margin of each game, and their starts; none before two rounds."""
    if history.last_round < 2:
        return []
    charts: list[LineChart | SignedChart | RunChart] = [*lines_of(history, [entry])]
    margins = margins_chart(history, entry)
    starts = starts_chart(history, [entry])
    return charts + [chart for chart in (margins, starts) if chart]


def lines_of(history: History, entries: Sequence[Entry]) -> list[LineChart]:
    """Place and spread of players after each round, side by side; none before two rounds."""
    tables = [{row.number: row for row in table} for table in history.standings_by_round()[1:]]
    if len(tables) < 2:
        return []
    rounds = [str(number) for number in range(1, len(tables) + 1)]
    rows = [(str(entry.player), [table.get(entry.number) for table in tables]) for entry in entries]
    places = [(name, [row.rank if row else None for row in own]) for name, own in rows]
    spreads = [(name, [row.spread if row else None for row in own]) for name, own in rows]
    return [
        line_chart(_("Place after each round"), rounds, places, downwards=True, strong=len(rows)),
        line_chart(_("Spread after each round"), rounds, spreads, signed=True, strong=len(rows)),
    ]


def margins_chart(history: History, entry: Entry) -> SignedChart | None:
    """By how much a player won or lost each game; None without a game."""
    games = [side for side in history.sides if side.entry == entry.number and side.opponent is not None]
    if not games:
        return None
    values = [(str(game.round), history.names[game.opponent or 0], game.spread) for game in games]
    return signed_chart(
        _("Margin of each game: won above, lost below"), (_("Round"), _("Opponent"), _("Margin")), values
    )


def starts_chart(history: History, players: Sequence[Entry]) -> RunChart | None:
    """Who started when, runs drawn as one; None before anybody did."""
    columns: dict[tuple[int, int], dict[int, int]] = {}
    for number in (row.number for row in history.rounds if row.is_published):
        columns |= history.part(_starts_in, number)
    ordered = sorted(columns)
    labels = [str(number) if match_game == 1 else f"{number}.{match_game}" for number, match_game in ordered]
    numbers = [entry.number for entry in players]
    by_column = [[columns[key].get(number, 0) for number in numbers] for key in ordered]
    if not any(map(any, by_column)):
        return None
    return run_chart(
        _("Starts, round by round"),
        _("Full: started. Empty: second. A figure counts three or more in a row."),
        tuple(labels),
        tuple(zip([entry.player.name for entry in players], zip(*by_column, strict=True), strict=True)),
        words=(pgettext("start", "first"), pgettext("start", "second")),
        last=(_("Starts in a row"), _("Seconds in a row")),
    )


def _starts_in(history: History, number: int) -> dict[tuple[int, int], dict[int, int]]:
    """By round and game of a match, who does what."""
    columns: dict[tuple[int, int], dict[int, int]] = {}
    for entry, match_game, side, _open in history.starts_in(number):
        columns.setdefault((number, match_game), {})[entry] = side
    return columns


def places_chart(history: History) -> LineChart | None:
    """Everybody's place after each round, the leader's line first; None before two rounds."""
    tables = history.standings_by_round()[1:]
    if len(tables) < 2:
        return None
    ranks = [history.part(ranks_after, number) for number in range(1, len(tables) + 1)]
    leaders = [row.number for row in tables[-1]][:SHOWN]
    rounds = tuple([str(number) for number in range(1, len(tables) + 1)])
    series = tuple([(history.names[number], tuple([table.get(number) for table in ranks])) for number in leaders])
    title = of_the_first(_("Place after each round"), len(tables[-1]))
    return line_chart(title, rounds, series, downwards=True, strong=3)


def division_starts(history: History) -> RunChart | None:
    """The starts of a division's players, in the order of the table."""
    return starts_chart(history, [history.by_number[row.number] for row in history.standings()[:SHOWN]])


def of_the_first(title: str, players: int) -> str:
    """A title that says when not everybody is shown."""
    return _("%(title)s, of the first %(number)d") % {"title": title, "number": SHOWN} if players > SHOWN else title


def division_bars(history: History) -> list[BarChart]:
    """Scores and winning margins of the games that were played, and how far players are from as many starts as replies."""
    scores, margins = Counter[int](), Counter[int]()
    for of_round in (history.part(_scores_in, row.number) for row in history.rounds):
        scores.update(of_round[0])
        margins.update(of_round[1])
    if not margins:
        return []
    records = history.start_records().values()
    starts = Counter(record.starts - record.replies for record in records if record.starts + record.replies)
    apart = range(min(starts, default=0), max(starts, default=0) + 1)
    return [
        bar_chart(_("Scores"), _("Points"), _("Scores"), counted(scores, SCORES)),
        bar_chart(_("Winning margins"), _("Points"), _("Games"), counted(margins, MARGINS)),
        bar_chart(
            _("Starts less replies"),
            _("Starts less replies"),
            _("Players"),
            [(figure(by, signed=True), starts[by]) for by in apart],
        ),
    ]


def _scores_in(history: History, number: int) -> tuple[Counter[int], Counter[int]]:
    """Scores and winning margins of a round's games, each by the lowest value of its span."""
    games = history.games_in(number)
    finals = [history.final_score(game) for game in games if not game.is_bye and game.outcome == game.Outcome.PLAYED]
    scores = [score for final in finals for score in (final.first, final.second) if score is not None]
    margins = [abs(final.spread) for final in finals]
    return Counter(score // SCORES * SCORES for score in scores), Counter(
        margin // MARGINS * MARGINS for margin in margins
    )


def ratings_chart(page: RatingsPage) -> SpanChart | None:
    """From the rating before the event to the one now, for everybody who has one now."""
    rated = [(str(entry.player), row.old or None, row.new) for entry, row in page.rows if row.new]
    if not rated:
        return None
    return span_chart(
        of_the_first(_("Ratings before and now"), len(rated)),
        _("Empty: before. Full: now."),
        (_("Player"), _("Before"), _("Now"), _("Change")),
        rated[:SHOWN],
    )


def chances_charts(history: History, rows: Sequence[RoundChances], places: int) -> list[LineChart]:
    """The chance of each of the first prize places, and of any, after each round whose chances are kept.

    Args:
        rows: in order of rounds.
        places: with a prize.
    """
    charts = [
        _chances_chart(
            history, rows, [place], _("Chance of place %(place)d after each round, per cent") % {"place": place}
        )
        for place in range(1, min(places, PLACES) + 1)
    ]
    if places > 1:
        title = _("Chance of any of the %(places)d prize places after each round, per cent") % {"places": places}
        charts.append(_chances_chart(history, rows, range(1, places + 1), title))
    return [chart for chart in charts if chart.lines]


def _chances_chart(history: History, rows: Sequence[RoundChances], places: Sequence[int], title: str) -> LineChart:
    """The likeliest players of any round; at the end of the event, who came to be there."""
    shares = [
        {
            entry: 100 * sum(counts[place - 1] for place in places if place <= len(counts)) / row.trials
            for entry, counts in row.shares
        }
        for row in rows
    ]
    labels = [str(row.number) for row in rows]
    if is_over(history):
        shares.append({history.by_number[row.number].pk: 100 for row in history.standings() if row.rank in places})
        labels.append(str(history.last_round))
    best = {entry: max(share.get(entry, 0) for share in shares) for share in shares for entry in share}
    known = [entry for entry in best if entry in history.by_id and best[entry] >= 1]
    leaders = sorted(known, key=lambda entry: (-best[entry], entry))[:LEADERS]
    leaders.sort(key=lambda entry: (-shares[-1].get(entry, 0), -best[entry], entry))
    series = [(str(history.by_id[entry].player), [round(share.get(entry, 0)) for share in shares]) for entry in leaders]
    return line_chart(title, labels, series, from_zero=True, strong=3)


def is_over(history: History) -> bool:
    """Whether every round of the plan is closed."""
    closed = {row.number for row in history.rounds if row.status == row.Status.CLOSED}
    return set(range(1, history.division.planned_rounds + 1)) <= closed
