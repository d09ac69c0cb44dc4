"""What printed reports of results share: refusals, codes of pages, long names."""

from django.utils.translation import gettext as _

from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.qr import Code, code_of
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused

LONG_NAME = 26  # letters: a longer name is set smaller


class NotPublished(Refused):
    """Only published rounds have slips and standings."""

    code = "not_published"


class NothingToPrint(Refused):
    """The report would be empty."""

    code = "nothing_to_print"


class NeedsSettings(NothingToPrint):
    """Nothing can be printed until somebody changes the event's settings; the page leads there."""

    code = "needs_settings"


def refuse_draft(row: Round) -> None:
    """Raises NotPublished."""
    if not row.is_published:
        raise NotPublished(
            _("Round %(round)s of %(division)s is not published: there is nothing to print yet.")
            % {"round": row.number, "division": row.division}
        )


class Codes:
    """Codes of an event's own pages; each is None where nobody knows under which address the hall reaches this computer."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.base = base_url(tournament)

    def sheet(self, game: Game) -> Code | None:
        """Opens one game's result sheet on a player's own phone; the page asks who it is."""
        return self._of(self.tournament.url("results:sheet", game.pk))

    def public(self, name: str, *args: object) -> Code | None:
        """A page that everyone may read; None where the event is private."""
        if not self.tournament.is_open_to_all:
            return None
        return self._of(self.tournament.url(f"public:{name}", *args))

    def _of(self, path: str) -> Code | None:
        return code_of(self.base + path) if self.base else None


def is_long(entry: Entry) -> bool:
    return len(entry.player.name) > LONG_NAME
