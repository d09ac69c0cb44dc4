"""The end of an event, step by step: what is done, what still waits, and the page where each is done."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, ngettext

from results.rulings.services.due_reports import reports_due
from results.rulings.services.late_entry import unaccounted_rounds
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.notices import standing_notices
from tdsuite.tournaments.services.finishing import finishing_blockers, finishing_warnings
from .pages import Asks, Task
from .phases import Phases, round_address


def closing_steps(tournament: Tournament, phases: Phases, may: Asks) -> list[Task]:
    """What is left to do before the event is finished, in the order of the day; in a few queries a division."""
    rows = [
        *_rounds(tournament, phases),
        *(_unaccounted(tournament) if phases.played_out else ()),
        *_signatures(tournament),
        *_reports(tournament),
        Task(
            _("Files for the rating bodies: look at what does not fit, then take them."),
            None, _("Check the files"), tournament.url("files:checklist"), Can.MANAGE_TOURNAMENT,
        ),
        Task(
            _("Prizes and the ceremony."), None, _("Prize winners"), tournament.url("results:event_prizes_awarded")
        ),
        *_publishing(tournament),
        *_notices(tournament),
    ]  # fmt: skip
    return [step for step in rows if may(step.needs)]


def _rounds(tournament: Tournament, phases: Phases) -> Iterator[Task]:
    board = round_address(tournament)
    if phases.played_out:
        yield Task(_("Every game has its result."), True, _("Results"), board)
    for row in phases.divisions:
        left = sum(row.published.get(n) != Round.Status.CLOSED for n in range(1, row.planned + 1))
        if left and not phases.played_out:
            values = {"division": row.name, "count": left}
            says = ngettext(
                "%(division)s: %(count)d round is to be played.",
                "%(division)s: %(count)d rounds are to be played.",
                left,
            )
            yield Task(says % values, False, _("Round"), board)


def _unaccounted(tournament: Tournament) -> Iterator[Task]:
    for entry, rounds in unaccounted_rounds(tournament):
        values = {"player": entry.player, "division": entry.division, "rounds": ", ".join(map(str, rounds))}
        says = _("%(player)s (%(division)s) has no game, bye or forfeit in round %(rounds)s.") % values
        url = tournament.url("results:late", entry.division.code, entry.number)
        yield Task(says, False, _("Say what it counts"), url, Can.RULE)


def _notices(tournament: Tournament) -> Iterator[Task]:
    for _number, text, _since in standing_notices(tournament):
        url = tournament.url("console:screens")
        yield Task(_("Everybody reads until you finish: “%s”") % text, None, _("Notices"), url, Can.RUN_ROUNDS)


def next_pages(tournament: Tournament, may: Asks) -> list[tuple[str, str]]:
    """What a finished event has left to hand out: label and address of each page."""
    printing = tournament.url("console:print")
    rows = [
        (_("Final page"), tournament.url("public:final"), Can.SEE_CONSOLE),
        (_("Certificates"), f"{printing}?report=certificates", Can.PRINT),
        (_("Prize winners"), tournament.url("results:event_prizes_awarded"), Can.SEE_CONSOLE),
        (_("Files for the rating bodies"), tournament.url("files:checklist"), Can.MANAGE_TOURNAMENT),
    ]
    return [(label, url) for label, url, needs in rows if may(needs)]


def _signatures(tournament: Tournament) -> Iterator[Task]:
    sheets = round_address(tournament)
    blocked = finishing_blockers.rows(tournament)
    for sentence in blocked:
        yield Task(sentence, False, _("See them"), sheets)
    for sentence in finishing_warnings.rows(tournament):
        yield Task(sentence, None, _("See them"), sheets)
    if not blocked:
        yield Task(_("Nothing waits for a signature or a verdict."), True, _("Result sheets"), sheets)


def _reports(tournament: Tournament) -> Iterator[Task]:
    unsent = [report for report in reports_due(tournament) if report.sent_at is None]
    url = tournament.url("results:rulings") + "?show=reports"
    says = ngettext("%d report is to be sent.", "%d reports are to be sent.", len(unsent)) % len(unsent)
    yield Task(says if unsent else _("Nothing is to be reported."), not unsent, _("Reports due"), url, Can.RULE)


def _publishing(tournament: Tournament) -> Iterator[Task]:
    targets = tournament.publish_targets.all()
    behind = [target for target in targets if target.last_error or not target.succeeded_at]
    says = _("Pages are published: %s.") if targets and not behind else _("Not published yet: %s.")
    if targets:
        url = tournament.url("files:publish")
        names = ", ".join(str(target) for target in behind or targets)
        yield Task(says % names, not behind, _("Publish online"), url, Can.MANAGE_TOURNAMENT)
