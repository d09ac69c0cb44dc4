"""Tables for the wall and the desk: cross table, wall chart, attendance, missing results, statistics, ratings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy

from results.prizes.services.statistics import statistics_page
from results.ratings.services import chosen_system, rate_division
from tdsuite.platform.printing.registry import Options, Sheet, division_sheet, in_pages, report
from tdsuite.tournaments.engine.names import filing_key
from tdsuite.tournaments.engine.standings import Standing, signed
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.reads import History, history, missing_results, standing_rows
from .common import NothingToPrint, refuse_draft

ROUNDS_A_SHEET = 8


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player.  what: "W 12", "bye", or "" while to be written; spread: "+45"; running: the sum so far."""

    what: str = ""
    spread: str = ""
    running: str = ""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """standing: None on the wall chart, which is in order of numbers."""

    standing: Standing | None
    entry: Entry
    cells: tuple[Cell, ...]


def cells_of(results: History, rounds: int) -> dict[int, tuple[Cell, ...]]:
    """Every player's rounds 1 to `rounds`, by entry number; the games of a match of several stand in one cell."""
    cells_by_number: dict[int, list[Cell]] = {entry.number: [Cell()] * rounds for entry in results.entries}
    running = dict.fromkeys(cells_by_number, 0)
    for game in results.games:
        at = results.round_numbers[game.round_id] - 1
        if not game.round.is_published or at >= rounds:
            continue
        values = None if game.outcome in Game.UNCOUNTED else results.values_of(game)
        for own, other, at_first in ((game.first_id, game.second_id, True), (game.second_id, game.first_id, False)):
            if own is None:
                continue
            entry, against = results.by_id[own].number, str(results.by_id[other].number) if other else ""
            label = against or str(game.get_outcome_display())
            if values is None:
                cells_by_number[entry][at] = Cell(f"{cells_by_number[entry][at].what} {label}".strip())
                continue
            halves, spread = values[:2] if at_first else values[2:]
            running[entry] += spread
            letter = (_("L"), _("T"), _("W"))[halves] if against else ""
            cells_by_number[entry][at] = _added(
                cells_by_number[entry][at], f"{letter} {label}".strip(), spread, running[entry]
            )
    return {number: tuple(cells) for number, cells in cells_by_number.items()}


def _added(cell: Cell, what: str, spread: int, running: int) -> Cell:
    return Cell(f"{cell.what} {what}".strip(), f"{cell.spread} {signed(spread)}".strip(), signed(running))


def _sheets(rows: Sequence[ChartRow], rounds: int) -> list[tuple[list[int], list[tuple[ChartRow, tuple[Cell, ...]]]]]:
    """The chart cut into as many tables as its rounds need across."""
    return [
        (numbers, [(row, row.cells[numbers[0] - 1 : numbers[-1]]) for row in rows])
        for numbers in in_pages(range(1, rounds + 1), ROUNDS_A_SHEET)
    ]


@report("cross-table", label=gettext_lazy("Cross table"), scope="division", template="print/chart.html")
def cross_table(division: Division, options: Options) -> Sheet:
    """In order of the standings: every game of every player.  Raises NothingToPrint before the first result."""
    results = history(division)
    last = results.last_round
    if not last:
        raise NothingToPrint(_("%(division)s has no result yet: there is no cross table.") % {"division": division})
    cells = cells_of(results, last)
    rows = [ChartRow(row.standing, row.entry, cells[row.entry.number]) for row in standing_rows(results)]
    title = _("Cross table after round %(round)s") % {"round": last}
    return division_sheet(division, last, {"tables": _sheets(rows, last)}, title=title, page="landscape")


@report("wall-chart", label=gettext_lazy("Wall chart"), scope="division", template="print/chart.html")
def wall_chart(division: Division, options: Options) -> Sheet:
    """In order of numbers, all planned rounds: what is known is printed, the rest is written by hand."""
    results = history(division)
    rounds = max([results.division.planned_rounds, *results.round_numbers.values()])
    cells = cells_of(results, rounds)
    rows = [ChartRow(None, entry, cells[entry.number]) for entry in results.entries]
    return division_sheet(division, None, {"tables": _sheets(rows, rounds), "to_write": True}, page="landscape")


@report("attendance", label=gettext_lazy("Attendance list"), scope="division")
def attendance(division: Division, options: Options) -> Sheet:
    """Everyone by filing name, with a box to tick.  options: round (whom to expect; all rounds without)."""
    number = options.get("round")
    entries = list(division.entries.with_people())
    entries.sort(key=lambda entry: (filing_key(entry.player.filing_name or entry.player.name), entry.number))
    away = {entry.pk for entry in entries if number and not entry.plays_in(int(number))}
    return division_sheet(division, int(number) if number else None, {"entries": entries, "away": away})


@report("missing-results", label=gettext_lazy("Missing results"), scope="round", template="print/missing.html")
def missing(row: Round, options: Options) -> Sheet:
    """Tables of this and earlier rounds whose result nobody handed in.  Raises NotPublished, NothingToPrint."""
    refuse_draft(row)
    games = [game for game in missing_results(row.division) if game.round.number <= row.number]
    if not games:
        raise NothingToPrint(_("No result of %(division)s is missing.") % {"division": row.division})
    return division_sheet(row.division, row.number, {"games": games})


@report("statistics", label=gettext_lazy("Statistics"), scope="division")
def statistics(division: Division, options: Options) -> Sheet:
    """The first of every list, high plays and words, averages, what starters won.  Raises NothingToPrint before the first score.

    Rating gains by the division's own system, none where it has none.
    """
    results = history(division)
    page = statistics_page(results)
    if page.mean is None:
        raise NothingToPrint(_("%(division)s has no score yet: there are no statistics.") % {"division": division})
    share = page.starters.share
    context = {"page": page, "starters": None if share is None else round(100 * share, 1)}
    title = _("Statistics after round %(round)s") % {"round": results.last_round}
    return division_sheet(division, results.last_round, context, title=title)


@report("ratings", label=gettext_lazy("Ratings"), scope="division")
def ratings(division: Division, options: Options) -> Sheet:
    """Old and new ratings by the division's own system.  Raises Refused, NothingToPrint where it has none or before the first result."""
    chosen = chosen_system(division)
    if chosen is None:
        raise NothingToPrint(
            _("%(division)s has no rating system: choose one in its settings.") % {"division": division}
        )
    rated = rate_division(division, chosen.key)
    if not rated.after:
        raise NothingToPrint(_("%(division)s has no result yet: nobody is rated.") % {"division": division})
    title = _("Ratings after round %(round)s") % {"round": rated.after}
    return division_sheet(division, rated.after, {"lines": rated.rows, "system": rated.system}, title=title)
