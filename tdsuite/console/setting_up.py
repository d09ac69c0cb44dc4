"""What an event needs before its first day: what is there, what is missing, and the page that settles it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.lexicons.word_source import lists_to_choose
from pairings.services.tables import overlaps
from tdsuite.platform.access.addresses import printed_elsewhere
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament

from . import day
from .pages import Asks


@dataclass(frozen=True, slots=True)
class Task:
    """One line of setting up or closing.

    Attributes:
        done: None where only a person can say so; then it is looked at.
        needs: who may open the page.
    """

    says: str
    done: bool | None
    label: str
    url: str
    needs: Can = Can.SEE_CONSOLE


def tasks(request: HttpRequest, tournament: Tournament, hosts: Sequence[str], may: Asks) -> list[Task]:
    """What the event has and what it lacks, in the order in which it is settled; the user's own lines.

    Args:
        hosts: the names under which this computer answers.
    """
    playing = Count("entries", filter=Q(entries__withdrawn_from=None), distinct=True)
    divisions = list(tournament.divisions.annotate(players=playing))
    rows = [
        *_divisions(tournament, divisions),
        *_rules(tournament),
        *(task for division in divisions for task in _rounds(tournament, division)),
        *_tables(tournament),
        *_paper(request, tournament, hosts),
        *_people(tournament),
    ]
    return [task for task in rows if may(task.needs)]


def _divisions(tournament: Tournament, divisions: Sequence[Division]) -> Iterator[Task]:
    if not divisions:
        url = reverse("console:division_new", args=[tournament.slug])
        yield Task(_("Every player plays in a division. A small event has a single division."), False, _("Add a division"), url, Can.MANAGE_TOURNAMENT)  # fmt: skip
    for division in divisions:
        count = division.players  # type: ignore[attr-defined]
        address = [tournament.slug, division.code]
        values = {"division": division, "count": count}
        says = ngettext("%(division)s: %(count)d player.", "%(division)s: %(count)d players.", count) % values
        if count:
            yield Task(says, True, _("Roster"), reverse("console:roster", args=address))
        else:
            says = _("%s has no players yet.") % division
            yield Task(says, False, _("Load the roster"), reverse("exchange:roster_import", args=address), Can.EDIT_ROSTER)  # fmt: skip


def _rules(tournament: Tournament) -> Iterator[Task]:
    rules = reverse("console:rules", args=[tournament.slug])
    yield Task(_("Rules: %s.") % tournament.rules.rulebook.name, True, _("Rules"), rules)
    for warning in tournament.rules.warnings:
        yield Task(warning, None, _("Rules"), rules)
    for warning in lists_to_choose(tournament):
        url = reverse("lexicons:words", args=[tournament.slug])
        yield Task(warning, None, _("Word lists"), url, Can.MANAGE_LEXICONS)


def _rounds(tournament: Tournament, division: Division) -> Iterator[Task]:
    count = division.planned_rounds
    says = ngettext("%(division)s: %(count)d round is planned.", "%(division)s: %(count)d rounds are planned.", count)
    url = reverse("console:plan", args=[tournament.slug, division.code])
    yield Task(says % {"division": division, "count": count}, True, _("Plan and schedule"), url, Can.PAIR)


def _tables(tournament: Tournament) -> Iterator[Task]:
    for overlap in overlaps(tournament):
        url = reverse("pairings:tables", args=[tournament.slug, overlap.division.code])
        yield Task(day.tables_warning(overlap), False, _("Tables"), url, Can.PAIR)


def _paper(request: HttpRequest, tournament: Tournament, hosts: Sequence[str]) -> Iterator[Task]:
    if warning := day.address_warning(tournament.public_base_url, request.get_host()):
        url = reverse("console:settings", args=[tournament.slug])
        yield Task(warning, False, _("Settings"), url, Can.MANAGE_TOURNAMENT)
    for elsewhere in printed_elsewhere(tournament, {request.get_host(), *hosts}):
        url = reverse("access:cards", args=[tournament.slug])
        yield Task(day.cards_warning(elsewhere), False, _("Links and PINs"), url, Can.MANAGE_SIGN_IN)


def _people(tournament: Tournament) -> Iterator[Task]:
    count = tournament.memberships.count()
    says = _("%d people run this event.") % count if count > 1 else _("No helper is invited yet.")
    url = reverse("console:people", args=[tournament.slug])
    yield Task(says, True if count > 1 else None, _("People"), url, Can.MANAGE_TOURNAMENT)
