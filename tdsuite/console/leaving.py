"""A player has left: the published boards that are left are settled in one press, and put back as they were by undo."""

from collections.abc import Sequence

from django.db import transaction

from pairings.services.boards import dissolve, turn_into_bye
from pairings.services.restoring import boards_now, signed_boards
from results.rulings.services import forfeits
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.services.decision import Refused
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
            _settle(by, game, entry, reason)
        return signed_boards(before, boards_now(games))


def _settle(by: Actor, game: Game, entry: Entry, reason: str) -> None:
    gone: Sequence[Entry] = game.gone
    if game.round.status == Round.Status.PLAYING:
        offender = forfeits.BOTH if len(gone) > 1 else game.side_of(entry.pk)
        ended = forfeits.forfeit_by(offender, begun=False)
        forfeits.decide(by=by, game=game, ended=ended, reason=reason, road=Road.LEAVING)
    elif len(gone) > 1 or game.second is None:
        dissolve(by=by, game=game, reason=reason)
    else:
        opponent = game.second if game.first_id == entry.pk else game.first
        turn_into_bye(by=by, game=game, entry=opponent, reason=reason)
