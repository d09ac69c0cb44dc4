"""Boards put back exactly as they were before a decision, as long as nothing has changed them since."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.core import signing
from django.db.models import F, Q

from pairings.actions import PairingAction
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import FACTS, GameOutcome
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.rounds import settle_round
from ..models import PairingRun
from .boards import ASIDE, board_facts
from .explanations import as_drafted

SALT = "boards"
TABLE = ("board", "table_name", "table_reason")
SEATS = (*TABLE, "round_id", "match_game", "first_id", "second_id", "starts_by", "reason")
Boards = list[dict[str, Any]]


def boards_now(games: Iterable[Game]) -> Boards:
    """The boards as they are, with their results."""
    keys = sorted(game.pk for game in games)
    return list(Game.objects.filter(pk__in=keys).order_by("pk").values("pk", *SEATS, *FACTS))


def signed_boards(before: Boards, after: Boards) -> str:
    """What a page sends back to undo a change of boards; a browser cannot alter it."""
    return signing.dumps([before, after], salt=SALT, compress=True)


def restore_boards(*, by: Actor, division: Division, signed: str, reason: str) -> Sequence[Round]:
    """Put boards back as they were; returns their rounds. Raises Refused where they were changed since, NotAllowed."""
    require(by, division.tournament, Can.PUBLISH_PAIRINGS)
    try:
        before, after = signing.loads(signed, salt=SALT)
    except signing.BadSignature as error:
        raise Refused("These boards cannot be put back: reload the page.", code="boards_unreadable") from error
    action, changes_state = PairingAction.BOARD_CHANGED, _without_tables(before) != _without_tables(after)
    with deciding(division, by=by, action=action, reason=reason, changes_state=changes_state) as decision:
        keys = {row["round_id"] for row in before + after}
        rounds = {row.pk: row for row in decision.division.rounds.filter(pk__in=keys) if row.is_published}
        there = Game.objects.of_division(decision.division).filter(pk__in=[row["pk"] for row in after])
        if boards_now(there) != after or keys != set(rounds):
            raise Refused("These boards were changed since: change them one by one.", code="boards_changed")
        games = {game.pk: game for game in there}
        _refuse_taken_tables(before, games)
        facts = [board_facts(game) for game in games.values()]
        known = {row["pk"] for row in before}
        for key in set(games) - known:
            games.pop(key).delete()
        # Out of the way first: two boards may change places, or players between them.
        Game.objects.filter(pk__in=games).update(board=None, match_game=F("match_game") + ASIDE)
        put_back = [_put_back(games.get(row["pk"]) or Game(), row, by) for row in before]
        _refuse_two_seats(put_back)
        for round_row in rounds.values():
            settle_round(round_row)
            _follow_runs(round_row)
        numbers = sorted(row.number for row in rounds.values())
        now = [board_facts(game) for game in put_back]
        decision.record(division, before={"boards": facts}, after={"rounds": numbers, "boards": now})
    return list(rounds.values())


def _follow_runs(row: Round) -> None:
    """The run whose boards are back is the round's again: what was published in its place goes."""
    runs = list(row.division.pairing_runs.filter(status=PairingRun.Status.PUBLISHED).covering(row.number))
    games = row.games.with_people()
    back = next((at for at, run in enumerate(runs) if as_drafted(run, row.number, games)), 0)
    PairingRun.objects.filter(pk__in=[run.pk for run in runs[:back]]).update(status=PairingRun.Status.DISCARDED)


def _without_tables(boards: Boards) -> Boards:
    return [{name: value for name, value in row.items() if name not in TABLE} for row in boards]


def _refuse_taken_tables(before: Boards, games: Collection[int]) -> None:
    """Raises Refused where another board was put at one of the tables since.  games: keys of those that go back."""
    for row in before:
        at_table = Game.objects.filter(round=row["round_id"], board=row["board"], match_game=row["match_game"])
        if row["board"] is not None and (other := at_table.exclude(pk__in=games).first()):
            raise Refused(f"Table {other.table} is taken by now: change the boards one by one.", code="boards_changed")


def _put_back(game: Game, row: dict[str, Any], by: Actor) -> Game:
    for name in SEATS:
        setattr(game, name, row[name])
    save_account(game, GameOutcome.of(row), road=Road.BOARD_CHANGE, by=by, settles=False)
    return game


def _refuse_two_seats(games: Sequence[Game]) -> None:
    """Raises Refused where a player was given another board of the round since."""
    for game in games:
        seated = {key for key in game.entry_ids if key}
        others = Game.objects.filter(round=game.round_id, match_game=game.match_game).exclude(pk=game.pk)
        if others.filter(Q(first__in=seated) | Q(second__in=seated)).exists():
            raise Refused("A player has another board by now: change the boards one by one.", code="boards_changed")
