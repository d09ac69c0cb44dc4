"""Players have left or come: published boards are settled in one press, and put back as they were by undo."""

from collections.abc import Sequence

from django.db import transaction

from pairings.services.boards import dissolve, seat, turn_into_bye
from pairings.services.restoring import boards_now, signed_boards
from pairings.services.round_boards import boards_of_round
from results.rulings.services import forfeits
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.services.decision import Refused, own_division
from tdsuite.tournaments.services.entries import boards_left
from tdsuite.tournaments.services.roads import Road


def settle_boards(*, by: Actor, entry: Entry, reason: str) -> str:
    """Give the opponents what the book gives: a forfeit in a round that is being played, a bye in later ones.

    All of it or nothing. Returns what undo sends back (`restore_boards`). Raises Refused where nothing is left or a game had
    begun, NotAllowed.
    """
    require(by, entry.division.tournament, Can.RULE)
    with transaction.atomic():
        games = boards_left(entry)
        if not games:
            raise Refused(f"{entry.player} is on no board that waits to be settled.", code="no_board_left")
        before = boards_now(games)
        for game in games:
            if game.match_game == 1 or game.round.status == Round.Status.PLAYING:  # else it went with the first
                _settle(by, game, entry, reason)
        return signed_boards(before, boards_now(games))


def settle_all(*, by: Actor, division: Division, reason: str) -> tuple[int, str]:
    """Settle the boards of everybody who has left, and in rounds that have not begun seat who sits nowhere.

    Each of those plays another one without an opponent, a bye among them, or has the bye; two byes become a board. All of it or nothing.
    Returns the first round that changed, and what undo sends back (`restore_boards`). Raises Refused where nothing waits, NotAllowed.
    """
    require(by, division.tournament, Can.RULE)
    with transaction.atomic():
        own_division(division)
        before = boards_now(Game.objects.of_division(division))
        for entry in division.entries.select_related("player").exclude(withdrawn_from=None):
            entry.division = division
            if boards_left(entry):
                settle_boards(by=by, entry=entry, reason=reason)
        for row in division.rounds.filter(status=Round.Status.PUBLISHED):
            row.division = division
            _seat_free(by, row, reason)
        after = boards_now(Game.objects.of_division(division))
        changed = [[row for row in rows if row not in others] for rows, others in ((before, after), (after, before))]
        if not any(changed):
            raise Refused("No board waits to be settled.", code="no_board_left")
        rounds = Round.objects.filter(pk__in={row["round_id"] for rows in changed for row in rows})
        return min(rounds.values_list("number", flat=True)), signed_boards(*changed)


def _seat_free(by: Actor, row: Round, reason: str) -> None:
    """Two and two of those without an opponent, first who has no bye either; the last one has the bye."""
    seats = boards_of_round(row)
    byes = [game.first for game in seats.rows if game.outcome == Game.Outcome.BYE and game.first.plays_in(row.number)]
    free = [*seats.unpaired, *byes]
    for first, second in zip(free[::2], free[1::2], strict=False):
        seat(by=by, round=row, entry=first, opponent=second, reason=reason)
    if len(free) % 2 and len(seats.unpaired) == len(free):
        seat(by=by, round=row, entry=free[-1], opponent=None, reason=reason)


def _settle(by: Actor, game: Game, entry: Entry, reason: str) -> None:
    gone: Sequence[Entry] = game.gone
    if game.round.status == Round.Status.PLAYING:
        ended = forfeits.forfeit_by(forfeits.BOTH if len(gone) > 1 else game.side_of(entry.pk), begun=False)
        forfeits.decide(by=by, game=game, ended=ended, reason=reason, road=Road.LEAVING)
    elif len(gone) > 1 or game.second is None:
        dissolve(by=by, game=game, reason=reason)
    else:
        turn_into_bye(by=by, game=game, entry=game.second if game.first_id == entry.pk else game.first, reason=reason)
