"""Printed papers of the word judge: blank challenge slips, and the docket of a division's challenges."""

from django.utils.translation import gettext_lazy

from tdsuite.printing.registry import Options, Sheet, report
from tdsuite.tournaments.models import Division

from .engine.lexicon_lookup import MOST_WORDS
from .engine.slip_rules import slip_rules
from .services.register import Search, search_register
from .services.verdicts import lexicons_of

SLIPS_A_PAGE = 4
LONG_HEADING = 90  # letters of event and division that stand on two lines of a slip


def _sheet(division: Division, context: dict[str, object]) -> Sheet:
    tournament = division.tournament
    return Sheet(
        tournament=tournament,
        event=tournament.name,
        division=division.name,
        slug=f"{tournament.slug}-{division.code}",
        time_zone=tournament.time_zone,
        context={"lists": lexicons_of(division), **context},
    )


@report(
    "challenge-slips",
    label=gettext_lazy("Blank challenge slips"),
    scope="division",
    template="print/challenge_slips.html",
)
def challenge_slips(division: Division, options: Options) -> Sheet:
    """One page of four blank slips: names, table, words, agreement of both, verdict. As many copies as are needed."""
    rules = slip_rules(division.tournament.rules.rulebook)
    slips = range(1, SLIPS_A_PAGE + 1)
    heading = f"{division.tournament.name} · {division.name}"
    context = {
        "slips": slips,
        "lines": range(MOST_WORDS),
        "rules": rules,
        "heading_is_long": len(heading) > LONG_HEADING,
    }
    return _sheet(division, context)


@report(
    "challenge-docket",
    label=gettext_lazy("Docket of challenges"),
    scope="division",
    template="print/challenge_docket.html",
    secret=True,
)
def challenge_docket(division: Division, options: Options) -> Sheet:
    """Every challenge of a division with its words, in order.  options: by (whoever prints; words are for adjudicators)."""
    search = Search(division=division.code)
    lines = search_register(by=options["by"], tournament=division.tournament, search=search)
    return _sheet(division, {"lines": lines})
