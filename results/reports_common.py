"""What every printed report of the results wing begins with: its header, its numbers, its codes."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _

from tdsuite.access.addresses import base_url
from tdsuite.access.qr import Code, code_of
from tdsuite.printing.registry import Sheet
from tdsuite.tournaments.engine.standings import signed  # noqa: F401  every report takes it from here
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused

LONG_NAME = 26  # letters: a longer name is set smaller
T = TypeVar("T")


class NotPublished(Refused):
    """Only published rounds have slips and standings."""


class NothingToPrint(Refused):
    """The report would be empty."""


class NeedsSettings(NothingToPrint):
    """Nothing can be printed until somebody changes the event's settings; the page leads there."""


def refuse_draft(row: Round) -> None:
    """Raises NotPublished."""
    if not row.is_published:
        raise NotPublished(
            _("Round %(round)s of %(division)s is not published: there is nothing to print yet.")
            % {"round": row.number, "division": row.division}
        )


def division_sheet(division: Division, number: int | None, context: dict[str, Any], **more: Any) -> Sheet:
    """number: the round in the running header, None where the sheet is of no round. more: other fields of `Sheet`."""
    tournament = division.tournament
    return Sheet(
        tournament=tournament,
        event=tournament.name,
        division=division.name,
        round=number,
        slug=f"{tournament.slug}-{division.code}",
        time_zone=tournament.time_zone,
        context=context,
        **more,
    )


def event_sheet(tournament: Tournament, context: dict[str, Any], *, title: str = "") -> Sheet:
    return Sheet(
        tournament=tournament,
        event=tournament.name,
        slug=tournament.slug,
        time_zone=tournament.time_zone,
        title=title,
        context=context,
    )


def in_pages(rows: Sequence[T], size: int) -> list[list[T]]:
    """Rows by page, `size` on each."""
    return [list(rows[start : start + size]) for start in range(0, len(rows), size)]


class Codes:
    """Codes of an event's own pages; each is None where nobody knows under which address the hall reaches this computer."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.base = base_url(tournament)

    def sheet(self, game: Game) -> Code | None:
        """Opens one game's result sheet on a player's own phone; the page asks who it is."""
        return self._of(reverse("results:sheet", args=[self.tournament.slug, game.pk]))

    def public(self, name: str, *args: object) -> Code | None:
        """A page that everyone may read; None where the event is private."""
        if not self.tournament.is_open_to_all:
            return None
        return self._of(reverse(f"public:{name}", args=[self.tournament.slug, *args]))

    def _of(self, path: str) -> Code | None:
        return code_of(self.base + path) if self.base else None


def is_long(entry: Entry) -> bool:
    return len(entry.player.name) > LONG_NAME
