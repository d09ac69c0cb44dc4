"""Printed papers of the word judge: blank challenge slips, and the docket of a division's challenges."""

from django.utils.translation import gettext_lazy

from adjudication.challenges.engine.slip_rules import slip_rules
from adjudication.challenges.models import ChallengeSlip
from adjudication.challenges.services.lookup import lexicons_of
from adjudication.lexicons.engine.lookup import MOST_WORDS
from tdsuite.platform.printing.registry import Options, Sheet, division_sheet, report
from tdsuite.tournaments.models import Division

SLIPS_A_PAGE = 4
LONG_HEADING = 90  # letters of event and division that stand on two lines of a slip


@report(
    "challenge-slips",
    label=gettext_lazy("Blank challenge slips"),
    scope="division",
)
def challenge_slips(division: Division, options: Options) -> Sheet:
    """One page of four blank slips: names, table, words, agreement of both, verdict. As many copies as are needed."""
    context = {
        "lists": lexicons_of(division),
        "slips": range(1, SLIPS_A_PAGE + 1),
        "lines": range(MOST_WORDS),
        "rules": slip_rules(division.book_in_force),
        "heading_is_long": len(f"{division.tournament.name} · {division.name}") > LONG_HEADING,
    }
    return division_sheet(division, None, context)


@report(
    "challenge-docket",
    label=gettext_lazy("Docket of challenges"),
    scope="division",
    secret=True,
)
def challenge_docket(division: Division, options: Options) -> Sheet:
    """Every challenge of a division with its words, in order."""
    slips = ChallengeSlip.objects.register(division.tournament).filter(division=division)
    return division_sheet(division, None, {"lists": lexicons_of(division), "slips": slips})
