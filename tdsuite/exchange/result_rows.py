"""A division as the rows that result files are made of: what stands in the database, in the words of `tdsuite.formats`."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from results.ratings.engine.model import RatingError
from results.ratings.engine.systems import OTHER_NAMES, rate_by_round
from results.ratings.services import chosen_system, lengths_in_force, rating_task
from tdsuite.formats.model import (
    FileAdjustment,
    FileDivision,
    FileGame,
    Outcome,
    Problem,
    Problems,
    RosterRow,
    StartsBy,
    note,
)
from tdsuite.formats.tsh.as_it_came import results_of
from tdsuite.formats.tsh.keys import AT_THE_END, EACH_ROUND, OF_RESULTS, RANKS, RESULTS, known_keys, rounds_alike
from tdsuite.formats.tsh.writer import Keys
from tdsuite.tournaments.engine.account import Account, Filed
from tdsuite.tournaments.engine.reach import reach
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.entries import LISTED_FIELDS, PLAYER_FIELDS
from tdsuite.tournaments.stakes import prize_places_of
from tdsuite.tournaments.still_open import to_come

SCORE_OF_ABSENCE = -50  # what tsh gives a player who left, where no file said otherwise
TSH_NAMES = {key: name for name, key in reversed(list(OTHER_NAMES.items()))}  # of rating systems
STARTERS: Mapping[str, StartsBy] = {
    Game.StartsBy.ASSIGNED: StartsBy.ASSIGNED,
    Game.StartsBy.BALANCE: StartsBy.ASSIGNED,
    Game.StartsBy.DRAWN: StartsBy.ASSIGNED,
    Game.StartsBy.DRAW: StartsBy.DRAW,
    Game.StartsBy.COMPARE: StartsBy.DRAW,
    Game.StartsBy.NONE: StartsBy.NONE,
}
BYES = {Game.Outcome.BYE: Outcome.BYE, Game.Outcome.HALF_BYE: Outcome.HALF_BYE, Game.Outcome.ZERO_BYE: Outcome.ZERO_BYE}


@dataclass(frozen=True, slots=True)
class ResultRows:
    """A division ready to be written.

    Attributes:
        computed: tsh keys that results make (`rrank`, `newr`), by player number.
        notes: what no result file can hold.
        untouched: the division came from a file of tsh, and no result was added or changed.
    """

    division: FileDivision
    computed: Keys
    notes: tuple[Problem, ...]
    untouched: bool = False

    @property
    def computed_for_tsh(self) -> Keys:
        """The same for a .t file, which gets no ranks that the file it came from had not."""
        if any(key == "rrank" for row in self.division.players for key, _ in row.extras) or not self.untouched:
            return self.computed
        return {
            number: {key: text for key, text in keys.items() if key != "rrank"}
            for number, keys in self.computed.items()
        }


def result_rows(history: History, *, computed: bool = False) -> ResultRows:
    """Every published round of a division.

    Args:
        computed: with tsh's keys of ranks and ratings after each complete round, and what still stands of those that an
            imported file had.
    """
    notes = Problems()
    rounds = _file_rounds(history)
    games = [
        replace(row, round=rounds[row.round] + game.match_game)
        for game in history.games
        if game.round.is_published
        for row in _games(history, game, notes)
    ]
    games.sort(key=lambda game: (game.round, game.board is None, game.board or 0, game.first))
    adjustments = tuple(
        FileAdjustment(row.entry, rounds[row.round] + 1, row.points) for row in history.spread_adjustments
    )
    division = FileDivision(
        name=history.division.name,
        players=tuple(_player(entry) for entry in history.entries),
        games=tuple(games),
        adjustments=adjustments,
        rounds=max((game.round for game in games), default=0),
        left_out=frozenset(entrant.number for entrant in history.entrants if entrant.left_out),
    )
    if several := [number for number, before in rounds.items() if before >= number]:
        message = (
            f"{history.division}: files hold one game a round: each game of a match is written as a round of its own"
        )
        notes.note(None, "round", f"{message}, and no ranks or ratings after a round.")
    rows = ResultRows(division, {}, tuple(notes))
    if not computed or several:
        return rows
    settings = _settings(history, division.complete_rounds)
    return _with_ratings(
        history, _with_ranks(history, _as_they_came(replace(rows, division=replace(division, settings=settings))))
    )


def _file_rounds(history: History) -> dict[int, int]:
    """How many rounds of a file stand before each round: one for each game that two play in an earlier one."""
    before, rounds = 0, {}
    for number in range(1, max([history.whole, *(row.round for row in history.spread_adjustments)], default=0) + 2):
        rounds[number] = before
        before += max((game.match_game for game in history.games_in(number)), default=1)
    return rounds


def _settings(history: History, complete_rounds: int) -> dict[str, object]:
    chosen = chosen_system(history.division)
    system = {"rating_system": TSH_NAMES.get(chosen.key, chosen.key)} if chosen else {}
    return {
        "planned_rounds": history.division.planned_rounds,
        "out_of_the_money": _out_of_the_money(history, complete_rounds),
        **system,
    }


def _out_of_the_money(history: History, complete_rounds: int) -> list[int]:
    """After each complete round, how many lines of the table stand above the first player whom no prize can reach any more."""
    places = prize_places_of(history.division)
    lines = []
    for number, table in enumerate(history.standings_by_round(complete_rounds)[1:], start=1):
        left = to_come(history, number).by_number
        within = reach([row for row in table if not history.by_number[row.number].at_bottom], left)
        out = [row.number not in within or within[row.number].out_of(places) for row in table]
        lines.append(out.index(True) if places and True in out else len(table))
    return lines


def _with_ranks(history: History, rows: ResultRows) -> ResultRows:
    """With `rrank`, the ranks after round 0, 1, ... of those who have a rank in every table.

    Players who have none keep the file's while nothing was changed; a file without ranks gets none then.
    """
    tables = [
        {row.number: row.rank for row in table} for table in history.standings_by_round(rows.division.complete_rounds)
    ]
    ranks = {
        number: " ".join(str(table[number]) for table in tables)
        for number in tables[0]
        if all(number in table for table in tables)
    }
    in_file = {row.number: dict(row.extras)["rrank"] for row in rows.division.players if "rrank" in dict(row.extras)}
    notes = Problems(rows.notes)
    shorter = {
        number: text for number, text in in_file.items() if f"{ranks.get(number or 0, '')} ".startswith(f"{text} ")
    }
    if rows.untouched:  # tsh had not worked out the last rounds, which is no other rank
        ranks |= {number: text for number, text in shorter.items() if number}
    if other := [number for number, text in in_file.items() if number in ranks and number not in shorter]:
        count = "one player has" if len(other) == 1 else f"{len(other)} players have"
        message = f"{rows.division.name}: {count} other ranks than in the file that they came from."
        notes.note(None, "rrank", message, "Those of the results are written.")
    computed = {number: {"rrank": text} for number, text in ranks.items()} if tables[1:] else {}
    return replace(rows, computed=computed, notes=tuple(notes))


def _as_they_came(rows: ResultRows) -> ResultRows:
    """Of the keys that tsh had made of results, what still stands: all of them while no result was changed.

    Else a player whose own results are the same keeps what is their own, and the others the rounds before the first that
    is not the same. What is left out is noted.
    """
    results = results_of(rows.division)
    alike: dict[int, int | None] = {}  # None: all of the file's rounds, and no more
    for row in rows.division.players:
        own, came = results[row.number or 0], dict(row.extras).get(RESULTS)
        alike[row.number or 0] = None if own == came else rounds_alike(came or "", own)
    untouched = all(count is None for count in alike.values())
    players, lost = [], defaultdict(list)
    for row in rows.division.players:
        extras, count = dict(row.extras), alike[row.number or 0]
        outgoing = {key: text for key, text in extras.items() if key not in OF_RESULTS or untouched}
        if not untouched:
            outgoing |= {key: extras[key] for key in (*EACH_ROUND, *AT_THE_END) if key in extras and count is None}
        if count:
            outgoing |= {key: " ".join(extras[key].split()[:count]) for key in EACH_ROUND if key in extras}
        for key in (key for key in extras if outgoing.get(key) != extras[key] and key != RANKS[0]):
            lost[key].append(row.name)
        players.append(replace(row, extras=tuple(outgoing.items())))
    notes = [
        note(
            None,
            key,
            f"{rows.division.name}: results were changed since the file, so {key} is left out or cut for {_few(names)}.",
        )
        for key, names in sorted(lost.items())
    ]
    return replace(
        rows, division=replace(rows.division, players=tuple(players)), notes=(*rows.notes, *notes), untouched=untouched
    )


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _with_ratings(history: History, rows: ResultRows) -> ResultRows:
    """With `newr`, the rating after each complete round by the division's own system, where the file that a player came
    from does not say it.  Without a system, or a round, there is none.
    """
    chosen, last = chosen_system(history.division), rows.division.complete_rounds
    in_file = {row.number: dict(row.extras).get("newr", "").split() for row in rows.division.players}
    if chosen is None or not last or (rows.untouched and any(in_file.values())):
        return rows
    lengths = lengths_in_force(history.division)
    task = rating_task(history, history.division.planned_rounds, last)
    try:
        tables = [{row.number: row.new for row in table} for _, table in rate_by_round(chosen, task, last, lengths)]
    except RatingError as error:
        left_out = note(None, "newr", f"{history.division}: ratings after each round are left out: {error}")
        return replace(rows, notes=(*rows.notes, left_out))
    computed = {
        number: {
            **rows.computed.get(number, {}),
            "newr": " ".join([*values, *(str(table[number]) for table in tables[len(values) :])]),
        }
        for number, values in ((entry.number, in_file[entry.number]) for entry in history.entries)
    }
    return replace(rows, computed=computed)


def extras_of(entry: Entry) -> dict[str, str]:
    """The keys of tsh that the player came with; nothing else that a file said goes into another."""
    return dict(known_keys(((key, str(value)) for key, value in entry.imported.items()), entry.player.name))


def _player(entry: Entry) -> RosterRow:
    off = None if entry.withdrawn_from is None else int(entry.imported.get("off") or SCORE_OF_ABSENCE)
    person = {name: getattr(entry.player, name) for name in PLAYER_FIELDS}
    listed = {name: getattr(entry, name) for name in LISTED_FIELDS}
    return RosterRow(**person, **listed, number=entry.number, off=off, extras=tuple(extras_of(entry).items()))


def _games(history: History, game: Game, notes: Problems) -> Iterator[FileGame]:
    """One game as one row, or as one for each player where the two results do not belong together."""
    number = game.round.number
    first = history.by_id[game.first_id].number
    second = history.by_id[game.second_id].number if game.second_id else None
    if second is None:
        yield _bye(history, game, number, first)
    elif game.outcome == Game.Outcome.VOID:
        notes.note(None, "result", f"round {number}, table {game.table}: a void game is written as no game.")
        for player in (first, second):
            yield FileGame(number, None, player, outcome=Outcome.ZERO_BYE, first_halves=0, first_spread=0)
    else:
        yield _between_two(history, game, (first, second), notes)


def _bye(history: History, game: Game, number: int, first: int) -> FileGame:
    if game.outcome in Game.UNFINISHED:
        return FileGame(number, None, first, outcome=Outcome.BYE)
    halves, spread, _, _ = history.values_of(game)
    outcome = BYES.get(Game.Outcome(game.outcome), Outcome.FORFEIT)
    return FileGame(number, None, first, outcome=outcome, first_halves=halves, first_spread=spread)


def _between_two(history: History, game: Game, players: tuple[int, int], notes: Problems) -> FileGame:
    """A game as its account says that it is filed; what two plain scores cannot hold is noted."""
    account, number, starts_by = history.account(game), game.round.number, STARTERS[game.starts_by]
    if account.half_wins is None or account.spread is None:
        return FileGame(number, game.board, *players, starts_by=starts_by)
    if game.outcome in Game.STATED:
        notes += [
            note(None, "result", f"round {number}, table {game.table}: {text}") for text in _kept_back(game, account)
        ]
    if account.filed_scores is not None:
        return FileGame(number, game.board, *players, *account.filed_scores, starts_by, Outcome.PLAYED)
    spread_alone = account.filed is Filed.GAME and game.outcome in Game.SCORED
    return FileGame(
        number,
        game.board,
        *players,
        starts_by=StartsBy.NONE if account.filed is Filed.FORFEIT else starts_by,
        outcome=Outcome.PLAYED if spread_alone else Outcome.FORFEIT,
        first_halves=account.half_wins[0],
        second_halves=account.half_wins[1],
        first_spread=account.spread[0],
        second_spread=account.spread[1],
    )


def _kept_back(game: Game, account: Account) -> Iterator[str]:
    """What the file's two scores do not say of a game."""
    if account.filed is not Filed.GAME or account.spread is None:
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
