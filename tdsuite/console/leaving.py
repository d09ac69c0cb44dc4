"""Players have left or come: published boards are settled in one press, and put back as they were by undo."""

from django.db import transaction

from pairings.services.boards import dissolve, turn_into_bye
from pairings.services.free_seats import idle_byes, in_bracket, renew_blocks, seat_free, unseated
from pairings.services.restoring import boards_now, signed_boards
from results.rulings.services import forfeits
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused, own_division
from tdsuite.tournaments.services.entries import boards_left
from tdsuite.tournaments.services.roads import Road


def settle_boards(*, by: Actor, entry: Entry, reason: str) -> str:
    """Give the opponents what the book gives: a forfeit in a round that is being played or of a bracket, a bye in later ones.

    All of it or nothing. Returns what undo sends back (`restore_boards`). Raises Refused where nothing is left or a game had
    begun, NotAllowed.
    """
    require(by, entry.division.tournament, Can.RULE)
    with transaction.atomic():
        games = _left(entry)
        if not games:
            raise Refused(f"{entry.player} is on no board that waits to be settled.", code="no_board_left")
        before = boards_now(games)
        for game in games:
            if game.match_game == 1 or game.round.status == Round.Status.PLAYING:  # else it went with the first
                _settle(by, game, entry, reason)
        return signed_boards(before, boards_now(games))


def _left(entry: Entry) -> list[Game]:
    return [*boards_left(entry), *(game for game in idle_byes(history(entry.division)) if game.first_id == entry.pk)]


def settle_all(*, by: Actor, division: Division, reason: str) -> tuple[int, str]:
    """Settle the boards of everybody who has left, and seat who sits nowhere in rounds that have not begun.

    Each method has its own way (`pairings.services.free_seats`). All of it or nothing. Returns the first round that changed, and what undo
    sends back (`restore_boards`). Raises Refused where nothing waits, NotAllowed.
    """
    require(by, division.tournament, Can.RULE)
    with transaction.atomic():
        own_division(division)
        before = boards_now(Game.objects.of_division(division))
        renew_blocks(by=by, division=division, reason=reason)
        played = history(division)
        idle = idle_byes(played)
        rounds = {row for row, _ in unseated(played)} | {
            game.round for game in played.games if game.gone or game in idle
        }
        for game in idle:
            if game.match_game == 1:
                dissolve(by=by, game=game, reason=reason)
        for entry in division.entries.select_related("player").exclude(withdrawn_from=None):
            entry.division = division
            if _left(entry):
                settle_boards(by=by, entry=entry, reason=reason)
        for row in sorted(rounds, key=lambda row: row.number):
            if row.status == Round.Status.PUBLISHED:
                seat_free(by=by, round=row, reason=reason)
        after = boards_now(Game.objects.of_division(division))
        changed = [[row for row in rows if row not in others] for rows, others in ((before, after), (after, before))]
        if not any(changed):
            raise Refused("No board waits to be settled.", code="no_board_left")
        keys = {row["round_id"] for rows in changed for row in rows}
        return min(row.number for row in played.rounds if row.pk in keys), signed_boards(*changed)


def _settle(by: Actor, game: Game, entry: Entry, reason: str) -> None:
    gone = game.gone
    if game.round.status == Round.Status.PLAYING or in_bracket(game.round.division, game.round.number):
        ended = forfeits.forfeit_by(forfeits.BOTH if len(gone) > 1 else game.side_of(entry.pk), begun=False)
        forfeits.decide(by=by, game=game, ended=ended, reason=reason, road=Road.LEAVING)
    elif len(gone) > 1 or game.second is None:
        dissolve(by=by, game=game, reason=reason)
    else:
        turn_into_bye(by=by, game=game, entry=game.second if game.first_id == entry.pk else game.first, reason=reason)
