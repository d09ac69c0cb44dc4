"""What waits for an official: calls to a table, sheets that players dispute, petitions, and what players ask."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _, gettext_lazy

from results.sheets.models import Petition, PlayerRequest, Sheet, TableCall
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.waiting import Waiting

PEOPLE = ("game__first__player", "game__second__player", "game__round__division")
KIND = PlayerRequest.Kind
ABOUT = {
    KIND.HERE: gettext_lazy("is here"),
    KIND.SIT_OUT: gettext_lazy("asks to sit out a round"),
    KIND.LEAVE: gettext_lazy("asks to leave the event"),
    KIND.LATE: gettext_lazy("will be late"),
    KIND.NAME: gettext_lazy("says the name is wrong"),
    KIND.RESULT: gettext_lazy("says a result is wrong"),
    KIND.QUESTION: gettext_lazy("has a question"),
}


def waiting_at_sheets(tournament: Tournament) -> Iterable[Waiting]:
    """Calls, disputes and petitions; in three queries, however many there are."""
    calls = TableCall.objects.filter(game__round__division__tournament=tournament, answered_at=None)
    for call in calls.select_related(*PEOPLE, "entry__player"):
        says = f"{call.entry.player}: “{call.note}”" if call.note else str(call.entry.player)
        yield _about(tournament, call.game, _("Call to table %s"), says, call.called_at, urgent=True)
    disputed = Sheet.objects.filter(division__tournament=tournament, game__isnull=False).disputed()
    for sheet in disputed.select_related(*PEOPLE):
        if sheet.game is not None:
            yield _about(tournament, sheet.game, _("Disputed sheet, table %s"), since=sheet.changed_at)
    agreed = Petition.objects.filter(sheet__division__tournament=tournament, status=Petition.Status.AGREED)
    for petition in agreed.select_related(*(f"sheet__{name}" for name in PEOPLE)):
        if petition.sheet.game is not None:
            yield _about(tournament, petition.sheet.game, _("Petition, table %s"))


def _about(
    tournament: Tournament, game: Game, what: str, says: str = "", since: datetime | None = None, *, urgent: bool = False
) -> Waiting:  # fmt: skip
    """A game's sheet. Before the next round is paired it is better settled, unless it is urgent anyway."""
    division = game.round.division
    url = tournament.url("console:table", division.code, game.pk)
    people = f"{game.first.player} – {game.second.player}" if game.second else str(game.first.player)
    return Waiting(division.pk, what % (game.table or "–"), says or people, url, since, urgent, not urgent)


def waiting_requests(tournament: Tournament) -> Iterable[Waiting]:
    """What players asked from their own pages; what they wrote stands on the page of requests. One query."""
    for row in PlayerRequest.objects.of_event(tournament).waiting().with_people():
        what = _("%(player)s %(about)s") % {"player": row.entry.player, "about": ABOUT[row.Kind(row.kind)]}
        says = _("round %d") % row.round_number if row.round_number else ""
        yield Waiting(
            row.entry.division_id,
            what,
            says,
            f"{tournament.url('results:requests')}#request-{row.pk}",
            row.asked_at,
            before_pairing=row.before_pairing,
        )


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A request for an official.

    Attributes:
        about: what the player asks, as a clause about them.
        label, url: the page where it is done.
        may_open: whether who reads the queue may do it there.
    """

    row: PlayerRequest
    about: str
    label: str
    url: str
    may_open: bool


def request_lines(tournament: Tournament, rows: Iterable[PlayerRequest], user: Any) -> list[RequestLine]:
    """Each request with its page; two queries, however many there are."""
    published = Round.objects.filter(division__tournament=tournament).published()
    newest = dict(published.order_by().values("division").annotate(last=Max("number")).values_list("division", "last"))
    lines = []
    for row in rows:
        label, url, needed = _page_for(tournament, row, newest.get(row.entry.division_id))
        lines.append(RequestLine(row, str(ABOUT[KIND(row.kind)]), label, url, allowed(user, tournament, needed)))
    return lines


def _page_for(tournament: Tournament, row: PlayerRequest, last: int | None) -> tuple[str, str, Can]:
    """The page where it is done, and who may do it.  last: the newest published round of the division."""
    code = row.entry.division.code
    if row.kind in (KIND.HERE, KIND.LATE):  # said there, it is said at the board of the next round
        return _("Check-in"), tournament.url("console:check_in"), Can.SEE_ATTENDANCE
    if row.kind == KIND.RESULT and last is not None:
        return _("Results"), row.entry.division.board_url(last), Can.SEE_CONSOLE
    if row.kind == KIND.QUESTION and last is not None:
        return _("Why"), tournament.url("pairings:why", code, last), Can.SEE_CONSOLE
    labels = {KIND.LEAVE: _("Withdraw them"), KIND.SIT_OUT: _("Rounds they miss")}
    url = tournament.url("console:entry", code, row.entry.number)
    if row.kind == KIND.LEAVE:
        url = f"{url}?request={row.pk}#left"
    return labels.get(KIND(row.kind), _("Roster entry")), url, Can.EDIT_ROSTER
