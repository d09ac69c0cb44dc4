"""A division as the rows that files are made of: what stands in the database, in the words of `results.formats`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from results.engine.ratings.model import RatingError, RatingTask
from results.engine.ratings.systems import rate_by_round
from results.formats.model import (
    ImportedAdjustment,
    ImportedDivision,
    ImportedGame,
    Outcome,
    Problem,
    RosterRow,
    StartsBy,
    note,
)
from results.services.ratings import chosen_system, lengths_in_force, rated_games, rated_players
from tdsuite.tournaments.engine.account import Account, Filed
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import History

SCORE_OF_ABSENCE = -50  # what tsh gives a player who left, where no file said otherwise
OF_HISTORY = frozenset({"excwins", "newr", "perfr", "rcrank", "rrank", "rtime", "time"})  # tsh keys that results make
KEPT_BACK = frozenset(  # what a roster or a rating list may have said of a person that goes into no file
    {"expiry", "expires", "expiration", "membership_expires", "suspended_until"}
    | {"email", "e-mail", "mail", "phone", "telephone", "mobile", "address", "birthday", "born", "date_of_birth", "dob"}
)
STARTERS = {
    Game.StartsBy.ASSIGNED: StartsBy.ASSIGNED,
    Game.StartsBy.BALANCE: StartsBy.ASSIGNED,
    Game.StartsBy.DRAWN: StartsBy.ASSIGNED,
    Game.StartsBy.DRAW: StartsBy.DRAW,
    Game.StartsBy.COMPARE: StartsBy.DRAW,
    Game.StartsBy.NONE: StartsBy.NONE,
}
BYES = {Game.Outcome.BYE: Outcome.BYE, Game.Outcome.HALF_BYE: Outcome.HALF_BYE, Game.Outcome.ZERO_BYE: Outcome.ZERO_BYE}


@dataclass(frozen=True, slots=True)
class AsFile:
    """A division ready to be written.  computed: tsh keys by player number.  notes: what no file can hold."""

    division: ImportedDivision
    computed: Mapping[int, Mapping[str, str]]
    notes: tuple[Problem, ...]


def as_file(past: History) -> AsFile:
    """Every published round of a division.  Keys that an imported file had made of its results come along while the
    suite still finds the same ranks, which shows that no result was changed since.
    """
    notes: list[Problem] = []
    games = [row for game in past.games if game.round.status != Round.Status.DRAFT for row in _games(past, game, notes)]
    games.sort(key=lambda one: (one.round, one.board is None, one.board or 0, one.first))
    rounds = max((game.round for game in games), default=0)
    ranks = _ranks(past, ImportedDivision("", (), tuple(games), (), rounds).complete_rounds)
    players = tuple(_player(entry, kept=_unchanged(past, ranks)) for entry in past.entries)
    adjustments = tuple(ImportedAdjustment(0, one.entry, one.round, one.points) for one in past.spread_adjustments)
    left_out = frozenset(entry.number for entry in past.entries if entry.unranked)
    division = ImportedDivision(past.division.name, players, tuple(games), adjustments, rounds, left_out)
    computed = {number: {"rrank": " ".join(map(str, row))} for number, row in ranks.items() if len(row) > 1}
    return AsFile(division, computed, tuple(notes))


def with_ratings(past: History) -> AsFile:
    """The same with `newr`, the rating after each complete round by the division's own system, unless the file that the
    division came from had it and still stands.  Without a system, or a round, there is none.
    """
    found, chosen = as_file(past), chosen_system(past.division)
    last = found.division.complete_rounds
    if chosen is None or not last or any(key == "newr" for row in found.division.players for key, _ in row.extras):
        return found
    lengths = lengths_in_force(past.division)
    task = RatingTask(rated_players(past), rated_games(past), past.division.planned_rounds, last)
    try:
        tables = [{row.number: row.new for row in table} for _, table in rate_by_round(chosen, task, last, lengths)]
    except RatingError as error:
        says = note(None, "newr", f"{past.division}: ratings after each round are left out: {error}")
        return replace(found, notes=(*found.notes, says))
    numbers = [entry.number for entry in past.entries]
    rated = {number: {"newr": " ".join(str(table[number]) for table in tables)} for number in numbers}
    return replace(found, computed={number: {**found.computed.get(number, {}), **rated[number]} for number in numbers})


def _ranks(past: History, last: int) -> dict[int, list[int]]:
    """Ranks after round 0, 1, ... by player number, of those who have a rank in every table."""
    tables = [{row.number: row.rank for row in table} for table in past.standings_by_round(last)]
    return {number: [table[number] for table in tables] for number in tables[0] if all(number in one for one in tables)}


def _unchanged(past: History, ranks: Mapping[int, list[int]]) -> bool:
    given = {entry.number: entry.imported.get("rrank") for entry in past.entries if "rrank" in entry.imported}
    return bool(given) and all(" ".join(map(str, ranks.get(number, ()))) == text for number, text in given.items())


def said_of(entry: Entry) -> dict[str, str]:
    """What a roster said that the suite has no field for, without what goes into no file."""
    return {
        key: str(value)
        for key, value in entry.imported.items()
        if key.casefold().replace(" ", "_") not in KEPT_BACK
    }  # fmt: skip


def _player(entry: Entry, *, kept: bool) -> RosterRow:
    person = entry.player
    extras = tuple((key, text) for key, text in said_of(entry).items() if kept or key not in OF_HISTORY)
    off = None if entry.withdrawn_from is None else int(entry.imported.get("off") or SCORE_OF_ABSENCE)
    return RosterRow(
        line=0, name=person.name, filing_name=person.filing_name, number=entry.number, rating=entry.rating,
        lifetime_games=entry.lifetime_games, class_name=entry.class_name, team=entry.team, club=person.club,
        country=person.country, national_id=person.national_id, naspa_id=person.naspa_id, wespa_id=person.wespa_id,
        absp_id=person.absp_id, off=off, extras=extras,
    )  # fmt: skip


def _games(past: History, game: Game, notes: list[Problem]) -> Iterator[ImportedGame]:
    """One game as one row, or as one for each player where the two results do not belong together."""
    number = game.round.number
    first = past.by_id[game.first_id].number
    second = past.by_id[game.second_id].number if game.second_id else None
    if game.match_game > 1:
        notes.append(note(None, "round", f"round {number}: game {game.match_game} of a match; files hold one a round."))
    elif second is None:
        yield _bye(past, game, number, first)
    elif game.outcome == Game.Outcome.VOID:
        notes.append(note(None, "result", f"round {number}, table {game.table}: a void game is written as no game."))
        for one in (first, second):
            yield ImportedGame(0, number, None, one, None, outcome=Outcome.ZERO_BYE, first_halves=0, first_spread=0)
    else:
        yield _between_two(past, game, (first, second), notes)


def _bye(past: History, game: Game, number: int, first: int) -> ImportedGame:
    if game.outcome in Game.UNFINISHED:
        return ImportedGame(0, number, None, first, None, outcome=Outcome.BYE)
    halves, spread, _, _ = past.values_of(game)
    outcome = BYES.get(Game.Outcome(game.outcome), Outcome.FORFEIT)
    return ImportedGame(0, number, None, first, None, outcome=outcome, first_halves=halves, first_spread=spread)


def _between_two(past: History, game: Game, players: tuple[int, int], notes: list[Problem]) -> ImportedGame:
    """A game as its account says that it is filed; what two plain scores cannot hold is noted."""
    account, number = past.account(game), game.round.number
    row = ImportedGame(0, number, game.board, *players, starts_by=STARTERS[Game.StartsBy(game.starts_by)])
    if account.half_wins is None or account.spread is None:
        return row
    notes += [note(None, "result", f"round {number}, table {game.table}: {text}") for text in _kept_back(game, account)]
    if account.filed_scores is not None:
        one, other = account.filed_scores
        return replace(row, first_score=one, second_score=other, outcome=Outcome.PLAYED)
    spread_alone = account.filed is Filed.GAME and game.outcome in Game.SCORED
    return replace(
        row,
        starts_by=StartsBy.NONE if account.filed is Filed.FORFEIT else row.starts_by,
        outcome=Outcome.PLAYED if spread_alone else Outcome.FORFEIT,
        first_halves=account.half_wins[0],
        second_halves=account.half_wins[1],
        first_spread=account.spread[0],
        second_spread=account.spread[1],
    )


def _kept_back(game: Game, account: Account) -> Iterator[str]:
    """What the file's two scores do not say of a game."""
    if game.outcome not in Game.STATED or account.filed is not Filed.GAME or account.spread is None:
        return
    kind = str(game.get_outcome_display())
    if account.filed_scores is None:
        yield f"{kind} is rated, and both players lose; no two scores say so, so it is written as a game not rated."
        return
    scores = "{}-{}".format(*account.filed_scores)
    if account.filed_scores != account.totals:
        at = "" if account.totals is None else " at {}-{}".format(*account.totals)
        yield f"{kind}{at} is written as {scores}, which gives the result that counts."
    if not account.filed_exactly:
        spread = "{:+d} and {:+d}".format(*account.spread)
        yield f"{kind} counts {spread}, which {scores} does not say."
