"""Standings, games and players as tables: the same cells in CSV and in a workbook."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from results.formats.model import Problem
from tdsuite.public.tables import standings_page
from tdsuite.tournaments.engine.csv_text import table_text
from tdsuite.tournaments.engine.standings import half_text
from tdsuite.tournaments.engine.tie_breaks import IN_WORDS
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.stakes import prize_places_of

Row = tuple[object, ...]
SHARED = "yes"  # an equals sign would be taken for a formula


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet: its name, its column heads and its rows."""

    name: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]


def standings_table(pasts: Sequence[History]) -> Table:
    """Every division's standings after its last round, as the page shows them; before round 1 the list alone."""
    header = (
        "Division", "Round", "Rank", "Number", "Name", "Country", "Wins", "Losses", "Spread", "Rating", "Shared", "Class",
        "Team", "Moved", "In a row", "Settled",
    )  # fmt: skip
    return Table("Standings", header, tuple(row for past in pasts for row in _standings(past)))


def _standings(past: History) -> Iterator[Row]:
    after = past.last_round
    for line in standings_page(past, after, prize_places_of(past.division)).lines:
        row, entry = line.standing, line.entry
        record = (_wins(row.halves), _wins(row.losing_halves), row.spread) if after else (None, None, None)
        yield (
            past.division.name, after, row.rank, row.number, entry.player.name, entry.player.country, *record, entry.rating,
            SHARED if row.shared else "", entry.class_name, entry.team, line.moved, line.run, line.settled,
        )  # fmt: skip


def classes_table(pasts: Sequence[History]) -> Table:
    """The table of each class, as it stands under the standings; no row where nobody has a class or nothing was played."""
    header = ("Division", "Class", "Rank", "Number", "Name", "Wins", "Losses", "Spread", "Overall", "Shared")
    rows = []
    for past in pasts:
        for name, found in standings_page(past, past.last_round, past.division.prize_places).classes.items():
            for row, entry in found:
                one = row.standing
                rows.append(
                    (past.division.name, name, row.rank, entry.number, entry.player.name, _wins(one.halves),
                     _wins(one.losing_halves), one.spread, one.rank_text, SHARED if row.shared else "")
                )  # fmt: skip
    return Table("Classes", header, tuple(rows))


def teams_table(pasts: Sequence[History]) -> Table:
    """The teams with their members, as they stand under the standings."""
    header = ("Division", "Rank", "Team", "Wins", "Spread", "Members", "Shared")
    rows = []
    for past in pasts:
        for row, members in standings_page(past, past.last_round, past.division.prize_places).teams:
            names = ", ".join(entry.player.name for entry in members)
            rows.append((past.division.name, row.rank, row.team, _wins(row.halves), row.spread, names, SHARED if row.shared else ""))  # fmt: skip
    return Table("Teams", header, tuple(rows))


def event_table(tournament: Tournament, pasts: Sequence[History]) -> Table:
    """What the tables are of, and how places are decided."""
    days = tournament.starts_on.isoformat()
    days += f" to {tournament.ends_on.isoformat()}" if tournament.ends_on != tournament.starts_on else ""
    rows: list[Row] = [
        ("Event", tournament.name),
        ("Venue", tournament.venue),
        ("Days", days),
        ("Rulebook", tournament.book.name),
    ]
    for past in pasts:
        order = ", then ".join(["wins", *(IN_WORDS[one] for one in past.tie_breaks)])
        caps = "; spreads are capped" if past.division.spread_caps else ""
        rows.append(
            (past.division.name, f"after round {past.last_round} of {past.division.planned_rounds}: {order}{caps}")
        )
    return Table("Event", ("What", "Is"), tuple(rows))


def _wins(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2


def games_table(pasts: Sequence[History]) -> Table:
    """Every game of a published round, the first player first; scores with adjustments, as they count."""
    header = (
        "Division", "Round", "Table", "First", "First number", "First score", "Second", "Second number", "Second score",
        "Who starts", "Outcome", "Rated",
    )  # fmt: skip
    return Table("Games", header, tuple(row for past in pasts for row in _games(past)))


def in_order(games: Iterable[Game]) -> list[Game]:
    """Games by round and board, byes last, whatever order a database gives to what has no board."""
    return sorted(games, key=lambda one: (one.round.number, one.board_order))


def _games(past: History) -> Iterator[Row]:
    starters = {value: str(words) for value, words in Game.StartsBy.choices}  # said once: translating is slow
    outcomes = {value: str(words) for value, words in Game.Outcome.choices}
    for game in in_order(past.games):
        if game.round.status == Round.Status.DRAFT:
            continue
        final = past.final_score(game)
        first, second = past.by_id[game.first_id], past.by_id[game.second_id] if game.second_id else None
        yield (
            past.division.name, game.round.number, game.table, first.player.name, first.number, final.first,
            second.player.name if second else "", second.number if second else None, final.second,
            starters[game.starts_by] if second else "", _outcome(past, game, outcomes[game.outcome]), "yes" if game.rated else "no",
        )  # fmt: skip


def _outcome(past: History, game: Game, said: str) -> str:
    """The kind of outcome; of one that is stated, or known by its spread alone, what it is worth to each player."""
    if game.outcome not in Game.STATED and (game.outcome not in Game.SCORED or game.first_score is not None):
        return said
    halves, spread, other_halves, other_spread = past.values_of(game)
    own = f"{half_text(halves)} {spread:+d}"
    return f"{said}: {own}" + (f", {half_text(other_halves)} {other_spread:+d}" if game.second_id else "")


def players_table(pasts: Sequence[History]) -> Table:
    """Everyone entered, with the ids that ratings bodies ask for."""
    header = (
        "Division", "Number", "Name", "Name as filed", "Rating", "Lifetime games", "Class", "Team", "Club", "Country",
        "National number", "NASPA number", "WESPA number", "ABSP number", "Withdrawn from round",
    )  # fmt: skip
    return Table("Players", header, tuple(_player(past, entry) for past in pasts for entry in past.entries))


def _player(past: History, entry: Entry) -> Row:
    one = entry.player
    return (
        past.division.name, entry.number, one.name, one.filing_name, entry.rating, entry.lifetime_games, entry.class_name,
        entry.team, one.club, one.country, one.national_id, one.naspa_id, one.wespa_id, one.absp_id, entry.withdrawn_from,
    )  # fmt: skip


def pasts_of(tournament: Tournament) -> list[History]:
    return [history(division) for division in tournament.divisions.all()]


def _csv(table: Table) -> tuple[bytes, tuple[Problem, ...]]:
    return table_text(table.header, table.rows, mark=True).encode(), ()


def write_standings(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    return _csv(standings_table(pasts_of(tournament)))


def write_games(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    return _csv(games_table(pasts_of(tournament)))


def write_players(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    return _csv(players_table(pasts_of(tournament)))
