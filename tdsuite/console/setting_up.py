"""What an event needs before its first day: what is there, what is missing, and the page that settles it."""

from collections.abc import Iterator, Sequence

from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils.translation import gettext as _, ngettext

from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from .day import settled_before
from .pages import Asks, Task


def tasks(request: HttpRequest, tournament: Tournament, may: Asks) -> list[Task]:
    """What the event has and what it lacks, in the order in which it is settled; the user's own lines."""
    playing = Count("entries", filter=Q(entries__withdrawn_from=None), distinct=True)
    divisions = list(tournament.divisions.annotate(players=playing))
    book, url = tournament.rules.rulebook, tournament.url("console:rules")
    rows = [
        *_divisions(tournament, divisions),
        Task(_("Rules: %s.") % book.name, True, _("Rules"), url),
        *(task for division in divisions for task in _rounds(tournament, division)),
        *settled_before(request, tournament),
        *_people(tournament),
    ]
    return [task for task in rows if may(task.needs)]


def _divisions(tournament: Tournament, divisions: Sequence[Division]) -> Iterator[Task]:
    if not divisions:
        url = tournament.url("console:division_new")
        yield Task(_("Every player plays in a division. A small event has a single division."), False, _("Add a division"), url, Can.MANAGE_TOURNAMENT)  # fmt: skip
    for division in divisions:
        count = division.players  # type: ignore[attr-defined]
        values = {"division": division, "count": count}
        says = ngettext("%(division)s: %(count)d player.", "%(division)s: %(count)d players.", count) % values
        if count:
            yield Task(says, True, _("Roster"), division.url("console:roster"))
        else:
            says = _("%s has no players yet.") % division
            yield Task(says, False, _("Load the roster"), division.url("exchange:roster_import"), Can.EDIT_ROSTER)  # fmt: skip


def _rounds(tournament: Tournament, division: Division) -> Iterator[Task]:
    count = division.planned_rounds
    says = ngettext("%(division)s: %(count)d round is planned.", "%(division)s: %(count)d rounds are planned.", count)
    url = division.url("console:plan")
    yield Task(says % {"division": division, "count": count}, True, _("Plan and schedule"), url, Can.PAIR)


def _people(tournament: Tournament) -> Iterator[Task]:
    count = tournament.memberships.count()
    says = _("%d people run this event.") % count if count > 1 else _("No helper is invited yet.")
    url = tournament.url("console:people")
    yield Task(says, True if count > 1 else None, _("People"), url, Can.MANAGE_TOURNAMENT)
