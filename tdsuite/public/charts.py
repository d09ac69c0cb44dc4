"""The charts of public pages, from what was published: places, spread, margins, chances."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from pairings.models import RoundChances
from results.prizes.services.statistics import ranks_after
from tdsuite.platform.drawing.charts import Bar, Chart, Line, line_chart, signed_chart
from tdsuite.tournaments.models import Entry
from tdsuite.tournaments.reads import History

SHOWN = 40  # of a larger division the first so many have their line
LEADERS = 8  # so many have their line in a chart of chances
PLACES = 3  # so many prize places have a chart of their own


def player_charts(history: History, entry: Entry) -> list[Chart[Any]]:
    """A player's place and spread after each round, and the margin of each game; none before two rounds."""
    if history.last_round < 2:
        return []
    tables = [{row.number: row for row in table} for table in history.standings_by_round()[1:]]
    rows = [table.get(entry.number) for table in tables]
    rounds = [str(number) for number in range(1, len(tables) + 1)]
    places = [(str(entry.player), [row.rank if row else None for row in rows])]
    spreads = [(str(entry.player), [row.spread if row else None for row in rows])]
    charts = [
        line_chart(_("Place after each round"), rounds, places, downwards=True),
        line_chart(_("Spread after each round"), rounds, spreads, signed=True),
        margins_chart(history, entry),
    ]
    return [chart for chart in charts if chart]


def margins_chart(history: History, entry: Entry) -> Chart[Bar] | None:
    """By how much a player won or lost each game; None without a game."""
    games = [side for side in history.sides if side.entry == entry.number and side.opponent is not None]
    if not games:
        return None
    values = [(str(game.round), history.names[game.opponent or 0], game.spread) for game in games]
    return signed_chart(
        _("Margin of each game: won above, lost below"), (_("Round"), _("Opponent"), _("Margin")), values
    )


def places_chart(history: History) -> Chart[Line] | None:
    """Everybody's place after each round, the leader's line first; None before two rounds."""
    tables = history.standings_by_round()[1:]
    if len(tables) < 2:
        return None
    ranks = [history.part(ranks_after, number) for number in range(1, len(tables) + 1)]
    leaders = [row.number for row in tables[-1]][:SHOWN]
    rounds = [str(number) for number in range(1, len(tables) + 1)]
    series = [(history.names[number], [table.get(number) for table in ranks]) for number in leaders]
    title = _("Place after each round")
    if len(tables[-1]) > SHOWN:
        title = _("%(title)s, of the first %(number)d") % {"title": title, "number": SHOWN}
    return line_chart(title, rounds, series, downwards=True, strong=3)


def chances_charts(history: History, rows: Sequence[RoundChances], places: int) -> list[Chart[Line]]:
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
    return [chart for chart in charts if chart.drawn]


def _chances_chart(history: History, rows: Sequence[RoundChances], places: Sequence[int], title: str) -> Chart[Line]:
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
