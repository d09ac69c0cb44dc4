"""The queue of what players asked, each with the page where it is done."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from results.sheets.models import PlayerRequest
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Round, Tournament

KIND = PlayerRequest.Kind
ABOUT = {
    KIND.SIT_OUT: gettext_lazy("asks to sit out a round"),
    KIND.LEAVE: gettext_lazy("asks to leave the event"),
    KIND.LATE: gettext_lazy("will be late"),
    KIND.NAME: gettext_lazy("says the name is wrong"),
    KIND.RESULT: gettext_lazy("says a result is wrong"),
}


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
    published = Round.objects.filter(division__tournament=tournament).exclude(status=Round.Status.DRAFT)
    newest = dict(published.order_by().values("division").annotate(last=Max("number")).values_list("division", "last"))
    lines = []
    for row in rows:
        label, url, needed = _page_for(tournament, row, newest.get(row.entry.division_id))
        about = str(ABOUT[KIND(row.kind)])
        lines.append(RequestLine(row, about, label, url, allowed(user, tournament, needed)))
    return lines


def _page_for(tournament: Tournament, row: PlayerRequest, last: int | None) -> tuple[str, str, Can]:
    """The page where it is done, and who may do it.  last: the newest published round of the division."""
    division = [tournament.slug, row.entry.division.code]
    if row.kind == KIND.LATE and last is None:
        return _("Check-in"), reverse("results:check_in", args=[tournament.slug]), Can.SEE_ATTENDANCE
    if row.kind == KIND.LATE:
        return _("Attendance"), reverse("results:attendance", args=[*division, last]), Can.SEE_ATTENDANCE
    if row.kind == KIND.RESULT and last is not None:
        return _("Results"), reverse("results:round", args=[*division, last]), Can.SEE_CONSOLE
    labels = {KIND.LEAVE: _("Withdraw them"), KIND.SIT_OUT: _("Rounds they miss")}
    url = reverse("console:entry", args=[*division, row.entry.number])
    return labels.get(KIND(row.kind), _("Roster entry")), url, Can.EDIT_ROSTER
