"""What waits for an official: calls to a table, sheets that players dispute, petitions, requests of players."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from results.sheets.models import Petition, PlayerRequest, Sheet, TableCall
from results.sheets.pages.requests import ABOUT
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.waiting import Waiting

PEOPLE = ("game__first__player", "game__second__player", "game__round__division")


def waiting_at_sheets(tournament: Tournament) -> Iterable[Waiting]:
    """In three queries, however many there are."""
    calls = TableCall.objects.filter(game__round__division__tournament=tournament, answered_at=None)
    for call in calls.select_related(*PEOPLE, "entry__player"):
        says = f"{call.entry.player}: “{call.note}”" if call.note else str(call.entry.player)
        yield _about(
            tournament, call.game, _("Call to table %s") % table_of(call.game), says, call.called_at, urgent=True
        )
    yield from _unsettled(tournament)


def _unsettled(tournament: Tournament) -> Iterator[Waiting]:
    disputed = Sheet.objects.filter(division__tournament=tournament, game__isnull=False).disputed()
    for sheet in disputed.select_related(*PEOPLE):
        if sheet.game is not None:
            what = _("Disputed sheet, table %s") % table_of(sheet.game)
            yield _about(tournament, sheet.game, what, people_of(sheet.game), sheet.changed_at, before_pairing=True)
    of_sheet = [f"sheet__{name}" for name in PEOPLE]
    agreed = Petition.objects.filter(sheet__division__tournament=tournament, status=Petition.Status.AGREED)
    for petition in agreed.select_related(*of_sheet):
        if petition.sheet.game is not None:
            what = _("Petition, table %s") % table_of(petition.sheet.game)
            yield _about(
                tournament, petition.sheet.game, what, people_of(petition.sheet.game), None, before_pairing=True
            )


def waiting_requests(tournament: Tournament) -> Iterable[Waiting]:
    """What players asked from their own pages; what they wrote stands on the page of requests. One query."""
    url = reverse("results:requests", args=[tournament.slug])
    for row in PlayerRequest.objects.of_event(tournament).waiting().with_people():
        what = _("%(player)s %(about)s") % {"player": row.entry.player, "about": ABOUT[row.Kind(row.kind)]}
        yield Waiting(
            row.entry.division_id, what, "", f"{url}#request-{row.pk}", row.asked_at, before_pairing=row.before_pairing
        )


def table_of(game: Game) -> str:
    return str(game.table or "–")


def people_of(game: Game) -> str:
    return f"{game.first.player} – {game.second.player}" if game.second else str(game.first.player)


def _about(
    tournament: Tournament,
    game: Game,
    what: str,
    says: str,
    since: datetime | None,
    *,
    urgent: bool = False,
    before_pairing: bool = False,
) -> Waiting:
    division = game.round.division
    url = reverse("results:sheet_desk", args=[tournament.slug, division.code, game.pk])
    return Waiting(division.pk, what, says, url, since, urgent, before_pairing)
