"""Change single boards of a published round, at any time, with a reason.

Who is taken off a board is not lost: the round shows the player as unpaired until placed again. A board's own result goes
only when the director says so; the record keeps it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max

from pairings.actions import PairingAction
from pairings.engine.matching.tie_break import coin
from pairings.engine.starts.starters import starter_of
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import Sentence, clauses, with_start
from tdsuite.tournaments.engine.starts import FIRST
from tdsuite.tournaments.engine.tables import LONGEST_NAME, table_key
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.games import AWAITED, bye, owned_game, remove_all_lines, require_seated, result_facts
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.rounds import named_by, owned_round, settle_round
from tdsuite.tournaments.services.sides import turn_round
from .engine_tasks import SoFar, starting
from .matches import in_turn, later_games, match_of
from .tables import CHANGED, AssignedTable, changed, free_table, table_by_name, table_moves

DRAWN = "tiles drawn"
ASIDE = 10_000  # a match number no match has: where a game waits while two boards exchange players


@dataclass(slots=True)
class Edit:
    """One change of boards under way: the round, and what its boards were before."""

    division: Division
    round: Round
    by: Actor
    before: list[dict[str, Any]] = field(default_factory=list)
    after: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def editing(*, by: Actor, round: Round, reason: str, changes_state: bool = True) -> Iterator[Edit]:
    """One decision over boards of a published round. Raises Refused without a reason or before publication.

    changes_state False: only where people sit is changed, and drafts of later rounds stay fresh.
    """
    require(by, round.division.tournament, Can.PUBLISH_PAIRINGS)
    require_reason(reason, "Say why this board is changed: players will ask.")
    action = PairingAction.BOARD_CHANGED
    with deciding(round.division, by=by, action=action, reason=reason, changes_state=changes_state) as decision:
        division = decision.division
        row = owned_round(division, round)
        if not row.is_published:
            raise Refused(f"Round {row.number} is not published: change its draft instead.", code="round_not_published")
        edit = Edit(division, row, by)
        yield edit
        _settle(row)
        decision.record(row, before={"round": row.number, "boards": edit.before}, after={"boards": edit.after})


def _settle(row: Round) -> None:
    if row.games.exists():
        settle_round(row)
    else:
        withdraw_publication(row)


def withdraw_publication(row: Round) -> None:
    """A round without any board is not published any more: it is paired anew."""
    row.status, row.started_at, row.closed_at, row.paired_after = Round.Status.DRAFT, None, None, None
    row.save(update_fields=["status", "started_at", "closed_at", "paired_after"])


def board_facts(game: Game, lines: Mapping[int, list[list[Any]]] | None = None) -> dict[str, Any]:
    return {
        "game": game.pk, "board": game.board, "table": game.table_name, "first": game.first_id, "second": game.second_id,
        "starts_by": game.starts_by, **result_facts(game, lines),
    }  # fmt: skip


def swap_players(
    *,
    by: Actor,
    game: Game,
    entry: Entry,
    other_game: Game,
    other_entry: Entry,
    reason: str,
    drop_results: bool = False,
) -> None:
    """Two players of two boards change places; who starts is decided anew on both."""
    with editing(by=by, round=game.round, reason=reason) as edit:
        match, other_match = _match(edit, game), _match(edit, other_game)
        if match == other_match:
            raise Refused("These two already meet; name players of two different boards.", code="same_board")
        require_seated(match[0], entry)
        require_seated(other_match[0], other_entry)
        if len(match) != len(other_match):
            raise Refused("These two boards have different numbers of games.", code="other_games")
        for player, other in zip(match, other_match, strict=True):
            _clear(edit, player, drop_results)
            _clear(edit, other, drop_results)
            player.match_game, match_game = ASIDE + player.match_game, player.match_game
            player.save()
            _put(other, other_entry, entry)
            _reseat(edit, other, other_match[0])
            _put(player, entry, other_entry)
            player.match_game = match_game
            _reseat(edit, player, match[0])


def swap_tables(*, by: Actor, game: Game, other: Game, reason: str) -> None:
    """Two games change tables."""
    with editing(by=by, round=game.round, reason=reason, changes_state=False) as edit:
        match, other_match = _match(edit, game), _match(edit, other)
        first, second = match[0], other_match[0]
        if match == other_match:
            raise Refused("Name two different tables.", code="same_table")
        if first.board is None or second.board is None:
            raise Refused("A bye has no table.", code="bye_has_no_table")
        places = (second.board, second.table_name), (first.board, first.table_name)
        Game.objects.filter(pk__in=[row.pk for row in match + other_match]).update(board=None)
        for games, (board, name) in zip((match, other_match), places, strict=True):
            for row in games:
                row.board, row.table_name, row.table_reason = board, name, CHANGED
                _saved(edit, row)


def move_game(*, by: Actor, game: Game, table_name: str, reason: str) -> None:
    """Put a game at another table by name ("": the first free one); lists show it where that table stands."""
    with editing(by=by, round=game.round, reason=reason, changes_state=False) as edit:
        match = _match(edit, game)
        row = match[0]
        if row.board is None:
            raise Refused("A bye has no table.", code="bye_has_no_table")
        name = table_name.strip()
        if len(name) > LONGEST_NAME:
            raise Refused(f"A table's name has at most {LONGEST_NAME} characters.", code="name_too_long")
        others = list(Game.objects.filter(round=edit.round).exclude(pk__in=[each.pk for each in match]))
        if any(table_key(name) == table_key(other.table) for other in others if name):
            raise Refused(f"Table {name} is taken in this round: swap the two tables instead.", code="table_taken")
        if not name:
            at = free_table(edit.round, (row.first.number, row.second.number if row.second else 0))
            name = at.name or str(at.number)
        for row in match:
            row.table_reason = CHANGED
            _renumber(edit, row, name, [game for game in others if game.match_game == row.match_game])


def follow_plan(*, by: Actor, round: Round) -> int:
    """Seat a published round at the division's tables as they are now (`table_moves`). Returns how many boards move."""
    with editing(by=by, round=round, reason="the division's tables were changed", changes_state=False) as edit:
        games = list(Game.objects.filter(round=edit.round).with_people().by_board())
        moves = table_moves(edit.round, games)
        if not moves:
            raise Refused(
                f"Round {edit.round.number} is at the division's tables already: no board moves.", code="no_board_moves"
            )
        moving = {game.pk: move.at for move in moves for game in move.games}
        numbers = {at.number for at in moving.values()}
        rows = [game for game in games if game.pk in moving or game.board in numbers]
        used = numbers | {game.board or 0 for game in games if game not in rows}
        edit.before += [board_facts(game) for game in rows]
        Game.objects.filter(pk__in=[game.pk for game in rows]).update(board=None)
        renumbered: dict[int | None, AssignedTable] = {}  # by its old number, a board whose number another one has now
        for game in rows:
            at = moving.get(game.pk) or renumbered.get(game.board)
            if at is None:
                at = table_by_name(edit.division, game.table, sorted(used))
                if at.number in used:
                    at = AssignedTable(max(used) + 1, game.table, "")
                renumbered[game.board] = at
                used.add(at.number)
            game.board, game.table_name, game.table_reason = at.number, at.name, at.reason or game.table_reason
            _saved(edit, game)
    return len(moves)


def _renumber(edit: Edit, game: Game, name: str, others: list[Game]) -> None:
    """Number a game by its table.  A game that has the number, and sits elsewhere, is numbered by its own table in turn."""
    at = table_by_name(edit.division, name, [other.board or 0 for other in others])
    holder = next((other for other in others if other.board == at.number), None)
    if holder is not None:
        edit.before.append(board_facts(holder))
        holder_table = holder.table
        Game.objects.filter(pk=holder.pk).update(board=None)
        holder.board = None
    game.board, game.table_name = at.number, at.name
    _saved(edit, game)
    if holder is not None:
        _renumber(edit, holder, holder_table, [game, *(other for other in others if other.pk != holder.pk)])


def set_starter(*, by: Actor, game: Game, starter: Entry | None, reason: str) -> None:
    """Name who starts (None: tiles are to be drawn). Scores stay with their players. A draw needs no other reason."""
    drawn = game.starts_by in Game.NOBODY_YET and starter is not None
    with editing(by=by, round=game.round, reason=reason or (DRAWN if drawn else "")) as edit:
        row = next(row for row in _match(edit, game) if row.pk == game.pk)
        if row.second is None:
            raise Refused("Nobody starts a bye.", code="bye_has_no_start")
        if starter is None:
            row.starts_by = Game.StartsBy.DRAW
        else:
            require_seated(row, starter)
            if starter.pk == row.second_id:
                turn_round(row)
            row.starts_by = named_by(row)
        _saved(edit, row)


def seat(*, by: Actor, round: Round, entry: Entry, opponent: Entry | None, reason: str) -> Game:
    """Place unpaired players: two of them on a new board, or one with a bye.

    A player who has a bye this round counts as free: the bye becomes the game.
    """
    with editing(by=by, round=round, reason=reason) as edit:
        players = [entry] if opponent is None else [entry, opponent]
        if opponent is not None and opponent.pk == entry.pk:
            raise Refused("Name two different players.", code="same_player")
        for player in players:
            _free(edit, player, keep_bye=opponent is None)
        if opponent is None:
            game = Game(round=edit.round, first=entry, starts_by=Game.StartsBy.NONE, reason=CHANGED)
        else:
            at = free_table(edit.round, (entry.number, opponent.number))
            game = Game(round=edit.round, first=entry, second=opponent, board=at.number, table_name=at.name)
            game.table_reason = at.reason
            _decide_start(edit, game, opponent)
        games = edit.round.games.aggregate(most=Max("match_game"))["most"] or 1
        for row in [game, *later_games(game, games, edit.division.tournament.start_mode, CHANGED)]:
            if row.is_bye:
                _save_bye(edit, row)
            else:
                row.save()
            edit.after.append(board_facts(row))
    return game


def replace_player(*, by: Actor, game: Game, out: Entry, into: Entry, reason: str, drop_results: bool = False) -> None:
    """Put a free player in another's place; the displaced player is unpaired."""
    with editing(by=by, round=game.round, reason=reason) as edit:
        match = _match(edit, game)
        require_seated(match[0], out)
        if out.pk == into.pk:
            raise Refused("Name two different players.", code="same_player")
        for row in match:
            _clear(edit, row, drop_results)
        _free(edit, into)
        for row in match:
            _put(row, out, into)
            _reseat(edit, row, match[0])


def turn_into_bye(*, by: Actor, game: Game, entry: Entry, reason: str, drop_results: bool = False) -> None:
    """`entry` gets a bye instead of this game; the opponent is unpaired."""
    with editing(by=by, round=game.round, reason=reason) as edit:
        for row in _match(edit, game):
            require_seated(row, entry)
            if row.is_bye:
                raise Refused(f"{entry.player} has a bye already.", code="has_bye")
            _clear(edit, row, drop_results)
            row.first, row.second, row.board, row.table_name, row.table_reason = entry, None, None, "", ""
            row.starts_by, row.reason = Game.StartsBy.NONE, CHANGED
            _save_bye(edit, row)
            edit.after.append(board_facts(row))


def dissolve(*, by: Actor, game: Game, reason: str, drop_results: bool = False) -> None:
    """Take a board apart: its players are unpaired."""
    with editing(by=by, round=game.round, reason=reason) as edit:
        for row in _match(edit, game):
            _clear(edit, row, drop_results or row.is_bye)
            row.delete()


def _match(edit: Edit, game: Game) -> list[Game]:
    """The games of the board: one, or all of a match."""
    row = owned_game(edit.division, game)
    if row.round_id != edit.round.pk:
        raise Refused("These boards are not in the same round.", code="other_round")
    match = match_of(row)
    edit.before += map(board_facts, match)
    return match


def _clear(edit: Edit, game: Game, drop_results: bool) -> None:
    decided = game.outcome != Game.Outcome.AWAITED and not game.is_bye
    if decided or game.adjustments.exists():
        if not drop_results:
            raise Refused(
                "This board has a result: say that it is to be dropped (the record keeps it), or correct it instead.",
                code="has_result",
            )
        remove_all_lines(game, road=Road.BOARD_CHANGE)
    if game.outcome != Game.Outcome.AWAITED:
        save_account(game, AWAITED, road=Road.BOARD_CHANGE, by=edit.by, settles=False)


def _save_bye(edit: Edit, game: Game) -> None:
    save_account(game, bye(edit.division.tournament.rules), road=Road.BOARD_CHANGE, by=edit.by, settles=False)


def _put(game: Game, out: Entry, into: Entry) -> None:
    if game.first_id == out.pk:
        game.first = into
    else:
        game.second = into


def _reseat(edit: Edit, game: Game, opening: Game) -> None:
    """opening: the first game of its match, which is seated before it."""
    if game.second is None:
        game.starts_by, game.reason = Game.StartsBy.NONE, CHANGED
        _save_bye(edit, game)
    else:
        game.table_reason = clauses(Sentence("players changed by the director"), Sentence("the table stays"))
        if game.pk == opening.pk:
            _decide_start(edit, game, game.second)
        else:
            in_turn(game, opening, edit.division.tournament.start_mode, CHANGED)
        game.save()
    edit.after.append(board_facts(game))


def _saved(edit: Edit, game: Game) -> None:
    game.save()
    edit.after.append(board_facts(game))


def _decide_start(edit: Edit, game: Game, second: Entry) -> None:
    division_history = history(edit.division)
    players = starting(division_history, edit.round.number)
    left, right = game.first.number, second.number
    met = SoFar(division_history).up_to(edit.round.number).opponents[left]
    earlier = [place for place, number in enumerate(met, start=1) if number == right]
    mode = edit.division.tournament.start_mode
    decision = starter_of(players[left], players[right], mode, coin(edit.division.pk, edit.round.number, left, right))
    if decision.starter not in (None, FIRST):
        game.first, game.second = second, game.first
    game.starts_by, game.reason = decision.starts_by, with_start(changed(earlier), decision.reason)


def _free(edit: Edit, entry: Entry, *, keep_bye: bool = False) -> None:
    """Check that a player can be placed: of this division, not gone, at no board. A bye is given up unless `keep_bye`."""
    if entry.division_id != edit.division.pk:
        raise Refused(f"{entry.player} plays in another division.", code="other_division")
    if entry.has_left(edit.round.number):
        raise Refused(
            f"{entry.player} withdrew from round {entry.withdrawn_from}: put the player back on the roster first.",
            code="withdrawn",
        )
    there = Game.objects.of_player(entry).filter(round=edit.round).first()
    if there is None:
        return
    if there.is_bye and not keep_bye:
        for game in _match(edit, there):
            game.delete()
        return
    where = "has a bye" if there.is_bye else f"sits at table {there.table}"
    raise Refused(f"{entry.player} {where} in this round: take the player off there first.", code="seated_elsewhere")
