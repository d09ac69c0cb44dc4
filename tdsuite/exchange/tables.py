"""Standings, games and players as tables: the same cells in CSV and in a workbook."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tdsuite.public.tables import StandingsPage, standings_page
from tdsuite.tournaments.engine.account import half_text
from tdsuite.tournaments.engine.csv_text import table_text
from tdsuite.tournaments.engine.tie_breaks import IN_WORDS
from tdsuite.tournaments.models import Entry, Game, Tournament
from tdsuite.tournaments.reads import History, histories as read_histories

Row = tuple[object, ...]
SHARED = "yes"  # an equals sign would be taken for a formula


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A sheet: its name, its column heads and its rows."""

    name: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]


def standings_table(histories: Sequence[History]) -> ExportTable:
    """Every division's standings after its last round, as the page shows them; before round 1 the list alone."""
    return standings_tables(histories)[0]


def standings_tables(histories: Sequence[History]) -> tuple[ExportTable, ExportTable, ExportTable]:
    """The standings, and the tables of classes and of teams that stand under them; these have no row without classes or teams."""
    pages = [(history, standings_page(history, history.last_round, history.prize_places)) for history in histories]
    heads = (
        ("Division", "Round", "Rank", "Number", "Name", "Country", "Wins", "Losses", "Spread", "Rating", "Shared", "Class",
         "Team", "Moved", "In a row", "Settled"),
        ("Division", "Class", "Rank", "Number", "Name", "Wins", "Losses", "Spread", "Overall", "Shared"),
        ("Division", "Rank", "Team", "Wins", "Spread", "Members", "Shared"),
    )  # fmt: skip
    standings, classes, teams = (
        ExportTable(name, header, tuple(row for history, page in pages for row in rows(history, page)))
        for name, header, rows in zip(
            ("Standings", "Classes", "Teams"), heads, (_standings, _classes, _teams), strict=True
        )
    )
    return standings, classes, teams


def _standings(history: History, page: StandingsPage) -> Iterator[Row]:
    after = history.last_round
    for line in page.lines:
        row, entry = line.standing, line.entry
        record = (_wins(row.halves), _wins(row.losing_halves), row.spread) if after else (None, None, None)
        yield (
            history.division.name, after, row.rank, row.number, entry.player.name, entry.player.country, *record, entry.rating,
            SHARED if row.shared else "", entry.class_name, entry.team, line.moved, line.run, line.settled,
        )  # fmt: skip


def _classes(history: History, page: StandingsPage) -> Iterator[Row]:
    for name, members in page.classes.items():
        for row, entry in members:
            standing = row.standing
            yield (
                history.division.name, name, row.rank, entry.number, entry.player.name, _wins(standing.halves),
                _wins(standing.losing_halves), standing.spread, standing.rank_text, SHARED if row.shared else "",
            )  # fmt: skip


def _teams(history: History, page: StandingsPage) -> Iterator[Row]:
    for row, members in page.teams:
        names = ", ".join(entry.player.name for entry in members)
        yield (
            history.division.name, row.rank, row.team, _wins(row.halves), row.spread, names,
            SHARED if row.shared else "",
        )  # fmt: skip


def event_table(tournament: Tournament, histories: Sequence[History]) -> ExportTable:
    """What the tables are of, and how places are decided."""
    days = tournament.starts_on.isoformat()
    days += f" to {tournament.ends_on.isoformat()}" if tournament.ends_on != tournament.starts_on else ""
    rows: list[Row] = [
        ("Event", tournament.name),
        ("Venue", tournament.venue),
        ("Days", days),
        ("Rulebook", tournament.book.name),
    ]
    for history in histories:
        order = ", then ".join(["wins", *(IN_WORDS[tie_break] for tie_break in history.tie_breaks)])
        caps = "; spreads are capped" if history.division.spread_caps else ""
        rows.append(
            (
                history.division.name,
                f"after round {history.last_round} of {history.division.planned_rounds}: {order}{caps}",
            )
        )
    return ExportTable("Event", ("What", "Is"), tuple(rows))


def _wins(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2


def games_table(histories: Sequence[History]) -> ExportTable:
    """Every game of a published round, the first player first; scores with adjustments, as they count."""
    header = (
        "Division", "Round", "Table", "First", "First number", "First score", "Second", "Second number", "Second score",
        "Who starts", "Outcome", "Rated",
    )  # fmt: skip
    return ExportTable("Games", header, tuple(row for history in histories for row in _games(history)))


def in_order(games: Iterable[Game]) -> list[Game]:
    """Games by round and board, byes last, whatever order a database gives to what has no board."""
    return sorted(games, key=lambda game: (game.round.number, game.board_order))


def _games(history: History) -> Iterator[Row]:
    starters = {value: str(words) for value, words in Game.StartsBy.choices}  # once: translating is slow
    outcomes = {value: str(words) for value, words in Game.Outcome.choices}
    for game in in_order(history.games):
        if not game.round.is_published:
            continue
        final = history.final_score(game)
        first, second = history.by_id[game.first_id], history.by_id[game.second_id] if game.second_id else None
        yield (
            history.division.name, game.round.number, game.table, first.player.name, first.number, final.first,
            second.player.name if second else "", second.number if second else None, final.second,
            starters[game.starts_by] if second else "", _outcome(history, game, outcomes[game.outcome]), "yes" if game.rated else "no",
        )  # fmt: skip


def _outcome(history: History, game: Game, outcome: str) -> str:
    """The kind of outcome; of one that is stated, or known by its spread alone, what it is worth to each player."""
    if game.outcome not in Game.STATED and (game.outcome not in Game.SCORED or game.first_score is not None):
        return outcome
    halves, spread, other_halves, other_spread = history.values_of(game)
    own = f"{half_text(halves)} {spread:+d}"
    return f"{outcome}: {own}" + (f", {half_text(other_halves)} {other_spread:+d}" if game.second_id else "")


def players_table(histories: Sequence[History]) -> ExportTable:
    """Everyone entered, with the ids that ratings bodies ask for."""
    header = (
        "Division", "Number", "Name", "Name as filed", "Rating", "Lifetime games", "Class", "Team", "Club", "Country",
        "National number", "NASPA number", "WESPA number", "ABSP number", "Withdrawn from round",
        "Deviation", "Last played",
    )  # fmt: skip
    return ExportTable(
        "Players", header, tuple(_player(history, entry) for history in histories for entry in history.entries)
    )


def _player(history: History, entry: Entry) -> Row:
    player = entry.player
    return (
        history.division.name, entry.number, player.name, player.filing_name, entry.rating, entry.lifetime_games, entry.class_name,
        entry.team, player.club, player.country, player.national_id, player.naspa_id, player.wespa_id, player.absp_id, entry.withdrawn_from,
        entry.deviation, entry.last_played and entry.last_played.isoformat(),
    )  # fmt: skip


def histories_of(tournament: Tournament) -> list[History]:
    return read_histories(list(tournament.divisions.prefetch_related("prizes")))


def csv_bytes(table: ExportTable) -> bytes:
    """The table as CSV in UTF-8, marked as such for spreadsheets."""
    return table_text(table.header, table.rows, mark=True).encode()
