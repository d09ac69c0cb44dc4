"""What pairings say of an event, compared before and after a decision: drafts, the plan, and who sits nowhere."""

from collections.abc import Iterator
from contextlib import suppress

from django.utils.translation import gettext as _

from tdsuite.tournaments.engine.consequences import Fact, Kind
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.decision import Refused
from .free_seats import unseated
from .hindsight import overtaken_runs
from .planning import desk_of


def pairing_facts(tournament: Tournament, histories: list[History]) -> Iterator[Fact]:
    """Of every division."""
    for history in histories:
        yield from _unseated(history)
        with suppress(Refused):  # of a plan that cannot be read
            yield from _rounds(tournament, history)


def _rounds(tournament: Tournament, history: History) -> Iterator[Fact]:
    division = history.division
    overtaken = overtaken_runs(division)
    for desk in desk_of(division):
        number = desk.row.number
        url = tournament.url("pairings:round", division.code, number)
        subject = _("%(division)s, round %(round)d") % {"division": division, "round": number}
        if not desk.row.is_published:
            count = sum(entry.plays_in(number) for entry in history.entries)
            says = _("%d players, one has a bye") if count % 2 else _("%d players")
            yield Fact(Kind.BOARDS, (division.pk, "paired", number), subject, says % count, url)
        says = f"{desk.label}, {desk.row.get_status_display()}"
        if desk.draft and desk.draft.stale_now(division):
            says = _("draft to be paired again")
        elif number in overtaken:
            says += f", {_('paired before a result changed')}"
            url = tournament.url("pairings:hindsight", division.code, number)
        yield Fact(Kind.ROUNDS, (division.pk, number), subject, says, url)


def _unseated(history: History) -> Iterator[Fact]:
    for row, entry in unseated(history, Round.Status.PUBLISHED, Round.Status.PLAYING):
        values = {"division": history.division, "round": row.number, "players": entry.player}
        subject = _("%(division)s, round %(round)d: %(players)s") % values
        url = history.division.board_url(row.number)
        yield Fact(Kind.BOARDS, (row.pk, entry.pk), subject, _("sits at no table"), url)
