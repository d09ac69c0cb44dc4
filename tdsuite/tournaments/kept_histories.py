"""A division's history, read once a version in a server process and shown by every page that asks for it.

The version is that of the division's live topic, which every decision about the division raises in its own transaction; whoever asks has
read it from the database. The rows are read again for each version, in seven plain queries; objects, accounts and tables are made anew
only for the rounds whose rows are others than before. Nobody changes anything of a kept history: many threads show the same one.
Decisions never read it.
"""

import json
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import connection, models
from django.db.models.functions import Cast, JSONArray

from tdsuite.platform.live import known_versions, services
from tdsuite.platform.statements import Statement

from .engine.account import Account, AccountLine
from .engine.standings import GameSide, Standing
from .models import Division, Entry, Game, GameAdjustment, Player, Round, SpreadAdjustment, Tournament
from .reads import (
    History,
    RoundCounts,
    account_of_game,
    counts_of,
    histories,
    history,
    is_decided,
    line_of,
    seat,
    sides_of,
)

MOST = 40  # divisions
LINE_GAME = 2  # where the rows of lines have the game's key
FEW = 4  # games, each of which is asked for by itself: a result, and what it made of others
Raw = list[tuple[Any, ...]]
_game = Statement(lambda key: Game.objects.filter(pk=key).order_by())
_newest: "OrderedDict[int, KeptHistory]" = OrderedDict()
_lock = threading.Lock()
_reading: defaultdict[int, threading.Lock] = defaultdict(threading.Lock)


class AsText(models.Aggregate):
    """JSON arrays of several rows as one text, an array of them."""

    function = "JSON_GROUP_ARRAY"
    output_field = models.TextField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSON_AGG", template="%(function)s(%(expressions)s)::text")


class RawRound(NamedTuple):
    """A round as the database has it.

    Attributes:
        row: of the round.
        games: everything about all of them as one text, a JSON array of arrays.
        lines: of the games.
    """

    row: tuple[Any, ...]
    games: str
    lines: Raw

    def by_game(self) -> dict[int, list[Any]]:
        """Everything about each with its lines, by primary key."""
        by_game = {game[0]: game for game in json.loads(self.games)}
        for line in self.lines:
            if line[LINE_GAME] in by_game:  # else it came meanwhile
                by_game[line[LINE_GAME]].append(line)
        return by_game


class RawRows(NamedTuple):
    """A division as the database has it.

    Attributes:
        basis: the fields of division and event, entries with their people, adjustments of spread, the divisions of the event in order.
        rounds: by primary key.
    """

    basis: tuple[Raw, Raw, Raw, Raw]
    rounds: dict[int, RawRound]


class KeptRound(NamedTuple):
    """What follows from a round's rows.

    Attributes:
        games: in order of boards.
        lines, accounts, sides_of_game: by the game's primary key.
        of: games by the primary key of each player's entry.
        sides: what the games that count gave their players.
        is_played: whether two players have a decided game in it, or it is closed (`History.last_round`).
    """

    row: Round
    games: tuple[Game, ...]
    lines: dict[int, tuple[AccountLine, ...]]
    accounts: dict[int, Account]
    sides_of_game: dict[int, tuple[GameSide, ...]]
    of: dict[int, list[Game]]
    sides: list[GameSide]
    is_played: bool
    counts: RoundCounts


@dataclass(frozen=True, kw_only=True)
class KeptHistory(History):
    """A history of which nothing is worked out twice.

    Attributes:
        version: of the division's live topic; the rows are not older.
    """

    version: int
    raw: RawRows
    kept_rounds: dict[int, KeptRound]

    @cached_property
    def event_divisions(self) -> tuple[int, ...]:
        return tuple(pk for (pk,) in self.raw.basis[3])

    def account(self, game: Game) -> Account:
        kept_round = self.kept_rounds.get(game.round_id)
        return (
            kept_round.accounts[game.pk]
            if kept_round is not None and game.pk in kept_round.accounts
            else super().account(game)
        )

    def standings(self, after: int | None = None) -> tuple[Standing, ...]:
        """The table after the last round by way of the one before it, which stays as it is after a result of the last."""
        after = self.last_round if after is None else after
        if after > 1 and not self.tables:
            super().standings(after - 1)
        return super().standings(after)

    def games_of(self, entry: Entry) -> list[Game]:
        return [game for kept_round in self.kept_rounds.values() for game in kept_round.of.get(entry.pk, ())]

    @cached_property
    def sides(self) -> tuple[GameSide, ...]:
        return tuple(side for kept_round in self.kept_rounds.values() for side in kept_round.sides)

    @cached_property
    def round_numbers(self) -> dict[int, int]:
        return {pk: kept_round.row.number for pk, kept_round in self.kept_rounds.items()}

    @cached_property
    def last_round(self) -> int:
        return max(
            (kept_round.row.number for kept_round in self.kept_rounds.values() if kept_round.is_played), default=0
        )

    def sides_in(self, number: int) -> Iterable[GameSide]:
        row = self.by_round.get(number)
        return () if row is None else self.kept_rounds[row.pk].sides

    def sides_since(self, number: int) -> Iterable[GameSide]:
        later = [kept_round.sides for kept_round in self.kept_rounds.values() if kept_round.row.number > number]
        return chain.from_iterable(later)

    @cached_property
    def games_by_round(self) -> dict[int, tuple[Game, ...]]:
        return {pk: kept_round.games for pk, kept_round in self.kept_rounds.items()}

    @cached_property
    def counts(self) -> dict[int, RoundCounts]:
        return {pk: kept_round.counts for pk, kept_round in self.kept_rounds.items()}


def kept_history(division_id: int, version: int) -> History:
    """The division's history, not older than this version of its live topic; the division and its event with it.

    Outside of a server process it is read anew.

    Raises:
        Division.DoesNotExist: it is gone.
    """
    if not known_versions.process.serves:
        return history(_division(division_id))
    with _lock:
        lock = _reading[division_id]
    newest = _newest.get(division_id)
    if newest is None or newest.version < version:
        with lock:  # of many who want it one reads it
            newest = _newest.get(division_id)
            if newest is None or newest.version < version:
                newest = _read(division_id, version, newest)
    return newest


def read_again(topic: str, version: int) -> None:
    """A division that pages asked for lately is read as soon as there is news of it, by the live hub."""
    kind, _, key = topic.partition(":")
    if kind == "division" and key.isdecimal() and int(key) in _newest:
        with suppress(Division.DoesNotExist):
            kept_history(int(key), version)


def kept_division(tournament_id: int, code: str) -> int | None:
    """The primary key of a division whose history is kept; None of any other."""
    with _lock:
        divisions = [each.division for each in _newest.values()]
    return next((row.pk for row in divisions if (row.tournament_id, row.code) == (tournament_id, code)), None)


def kept_divisions(tournament_id: int) -> tuple[int, ...] | None:
    """The primary keys of an event's divisions in order, as a kept history of one of them has them; None where none is kept.

    Whoever adds one, takes one away or puts them in another order raises the version of one that is kept: then its history says so.
    """
    with _lock:
        newest = list(_newest.values())
    return next((each.event_divisions for each in newest if each.division.tournament_id == tournament_id), None)


def kept_histories(versions: Mapping[int, int]) -> list[History]:
    """Those of several divisions, by primary key with the version of its live topic; as `kept_history`, and outside of a server process in
    as many queries for many as for few.
    """
    if known_versions.process.serves:
        return [kept_history(pk, version) for pk, version in versions.items()]
    rows = Division.objects.select_related("tournament").in_bulk(versions)
    if len(rows) < len(versions):
        raise Division.DoesNotExist
    return histories([rows[pk] for pk in versions])


def forget() -> None:
    """Keep nothing."""
    with _lock:
        _newest.clear()


def _division(pk: int) -> Division:
    return Division.objects.select_related("tournament").get(pk=pk)


def _read(division_id: int, version: int, before: KeptHistory | None) -> KeptHistory:
    """Read the division, and keep it unless a decision came meanwhile: what was read may then be half of before it."""
    raw = _raw_rows(division_id)
    if before is not None and before.raw.basis == raw.basis:
        division, entries, adjustments = before.division, before.entries, before.spread_adjustments
        rounds = {pk: before.kept_rounds[pk] for pk, rows in raw.rounds.items() if before.raw.rounds.get(pk) == rows}
        rounds |= _rounds(entries, *_changed(before, raw, raw.rounds.keys() - rounds.keys()), before.kept_rounds)
    else:
        before, division = None, _division(division_id)
        division.__dict__.pop("state_version", None)  # every result raises it: whoever asks for it gets it read
        whole = history(division)
        entries, adjustments = whole.entries, whole.spread_adjustments
        rounds = _rounds(entries, whole.rounds, whole.games, whole.lines)
    in_order = sorted(rounds.values(), key=lambda kept_round: kept_round.row.number)
    newest = KeptHistory(
        division,
        entries,
        games=tuple(game for kept_round in in_order for game in kept_round.games),
        lines={game: lines for kept_round in in_order for game, lines in kept_round.lines.items()},
        spread_adjustments=adjustments,
        rounds=tuple(kept_round.row for kept_round in in_order),
        version=version,
        raw=raw,
        kept_rounds={kept_round.row.pk: kept_round for kept_round in in_order},
    )
    if before is not None:
        _hand_on(before, newest)
    if services.versions(division.live_topic)[division.live_topic] == version:
        with _lock:
            _newest[division_id] = newest
            _newest.move_to_end(division_id)
            while len(_newest) > MOST:
                _newest.popitem(last=False)
    return newest


def _hand_on(before: KeptHistory, newest: KeptHistory) -> None:
    """What follows from the rounds before the first one that has changed, and what was made of something that may be the same again."""
    sides = before.kept_rounds, newest.kept_rounds
    keys = [pk for pk in {**sides[0], **sides[1]} if sides[0].get(pk) is not sides[1].get(pk)]
    changed = min((side[pk].row.number for side in sides for pk in keys if pk in side), default=newest.last_round + 1)
    newest.parts.update({key: part for key, part in before.parts.copy().items() if not keys or key[1] < changed})
    newest.newest.update(before.newest.copy())
    newest.tables.update({after: table for after, table in before.tables.copy().items() if after < changed})


def _changed(
    before: KeptHistory, raw: RawRows, keys: Set[int]
) -> tuple[list[Round], list[Game], dict[int, tuple[AccountLine, ...]]]:
    """Some rounds with their games and lines; whatever is the same keeps its object."""
    rounds = {
        pk: before.kept_rounds[pk].row
        for pk in keys
        if pk in before.raw.rounds and before.raw.rounds[pk].row == raw.rounds[pk].row
    }
    others = {pk: game for key in keys for pk, game in raw.rounds[key].by_game().items()}
    same: list[Game] = []
    for key in rounds:
        then = before.raw.rounds[key].by_game()
        same += [game for game in before.kept_rounds[key].games if then[game.pk] == others.get(game.pk)]
    for game in same:
        del others[game.pk]
    if new := keys - rounds.keys():
        for row in Round.objects.filter(pk__in=new):
            row.division = before.division
            rounds[row.pk] = row
    lines = {game.pk: before.lines[game.pk] for game in same if game.pk in before.lines}
    rows = Game.objects.filter(pk__in=others).order_by() if len(others) > FEW else chain(*map(_game.rows, others))
    read = [game for game in rows if game.round_id in rounds]
    for game in read:
        game.round = rounds[game.round_id]
    seat(before.entries, read)
    if others.keys() & {line[LINE_GAME] for key in keys for line in raw.rounds[key].lines}:
        for line in GameAdjustment.objects.filter(game__in=read).order_by("pk"):
            lines[line.game_id] = (*lines.get(line.game_id, ()), line_of(line))
    return list(rounds.values()), sorted([*same, *read], key=_by_board), lines


def _by_board(game: Game) -> tuple[bool, int, int, int]:
    """As BY_BOARD."""
    return game.board is None, game.board or 0, game.match_game, game.pk


def _rounds(
    entries: Sequence[Entry],
    rounds: Iterable[Round],
    games: Iterable[Game],
    lines: Mapping[int, tuple[AccountLine, ...]],
    before: Mapping[int, KeptRound] = MappingProxyType({}),
) -> dict[int, KeptRound]:
    """What follows from each round, by primary key.

    Args:
        before: rounds as they were; what follows from a game whose object is the same still stands.
    """
    by_id = {entry.pk: entry for entry in entries}
    boards: dict[int, list[Game]] = defaultdict(list)
    for game in games:
        boards[game.round_id].append(game)
    kept_rounds = {}
    for row in rounds:
        own, kept_round = boards[row.pk], before.get(row.pk)
        known = {id(game) for game in kept_round.games} if kept_round is not None and kept_round.row is row else set()
        accounts, sides_of_game = {}, {}
        for game in own:
            if kept_round is not None and id(game) in known:
                accounts[game.pk], sides_of_game[game.pk] = (
                    kept_round.accounts[game.pk],
                    kept_round.sides_of_game[game.pk],
                )
            else:
                accounts[game.pk] = account_of_game(game, lines.get(game.pk, ()))
                sides_of_game[game.pk] = tuple(sides_of(game, accounts[game.pk], row.number, by_id))
        sides = [side for of_game in sides_of_game.values() for side in of_game]
        own_lines = {game.pk: lines[game.pk] for game in own if game.pk in lines}
        is_played = bool(own) and (row.status == Round.Status.CLOSED or any(map(is_decided, own)))
        of: dict[int, list[Game]] = defaultdict(list)
        for game in own:
            for entry_id in filter(None, (game.first_id, game.second_id)):
                of[entry_id].append(game)
        kept_rounds[row.pk] = KeptRound(
            row, tuple(own), own_lines, accounts, sides_of_game, dict(of), sides, is_played, counts_of(own)
        )
    return kept_rounds


def _raw_rows(division_id: int) -> RawRows:
    read: list[Raw] = []
    with connection.cursor() as cursor:
        for statement in _statements():
            cursor.execute(statement, [division_id])
            read.append(cursor.fetchall())
    division, entries, adjustments, divisions, rounds, games, lines = read
    texts: dict[int, str] = dict(games)
    by_round = {row[0]: RawRound(row, texts.get(row[0], "[]"), []) for row in rounds}
    for line in lines:
        if line[0] in by_round:  # else the round came meanwhile
            by_round[line[0]].lines.append(line)
    return RawRows((division, entries, adjustments, divisions), by_round)


@cache
def _statements() -> tuple[str, ...]:
    """The division that is the one parameter with its event, entries with their people, adjustments of spread, the divisions of the
    event, rounds, games, lines.

    A round's games are one text: those of all rounds are compared, and two or three games read.
    """
    facts = [*_columns(Division, without=("state_version",)), *_columns(Tournament, "tournament__")]
    people = [*_columns(Entry), *_columns(Player, "player__")]
    games = Game.objects.filter(round__in=Round.objects.filter(division=0)).order_by()
    rows = (
        Division.objects.filter(pk=0).values_list(*facts),
        Entry.objects.filter(division=0).order_by("number").values_list(*people),
        SpreadAdjustment.objects.filter(entry__division=0).order_by("pk").values_list(*_columns(SpreadAdjustment)),
        Division.objects.filter(tournament__divisions=0).values_list("pk"),
        Round.objects.filter(division=0).order_by("number").values_list(*_columns(Round)),
        games.values_list("round_id").annotate(games=AsText(JSONArray(*_columns(Game)))),
        GameAdjustment.objects.filter(game__round__division=0)
        .order_by("pk")
        .values_list("game__round_id", *_columns(GameAdjustment)),  # round, key, game, ...
    )
    return tuple(each.query.sql_with_params()[0] for each in rows)


def _columns(model: type[models.Model], path: str = "", without: Collection[str] = ()) -> list[Any]:
    """Every column, to be compared alone: times and truths as text, which SQLite would turn into objects one by one."""
    slow = models.DateTimeField | models.DateField | models.BooleanField | models.JSONField
    return [
        Cast(f"{path}{each.name}", models.TextField()) if isinstance(each, slow) else f"{path}{each.attname}"
        for each in model._meta.concrete_fields
        if each.name not in without
    ]
