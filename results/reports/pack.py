"""The director's pack: everything on paper for one round in one file."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy

from tdsuite.platform.printing import registry
from tdsuite.platform.printing.registry import Options, Part, Sheet, division_sheet, report
from tdsuite.tournaments.models import Round
from tdsuite.tournaments.services.decision import Refused
from .common import refuse_draft

# In the order of the day. Names, because other packages register some of them; one that has nothing to print is left out.
PACK = ("pairings-by-table", "pairings-by-name", "result-slips", "tally-sheet", "attendance", "missing-results")
BEFORE = "standings"


@report("director-pack", label=gettext_lazy("Director’s pack"), scope="round", template="print/pack.html")
def director_pack(row: Round, options: Options) -> Sheet:
    """Standings after the round before, then pairings, slips, lists of this round.  Raises NotPublished."""
    refuse_draft(row)
    parts = tuple(_parts(row))
    return division_sheet(row.division, row.number, {"labels": [part.report.label for part in parts]}, parts=parts)


def _parts(row: Round) -> Iterator[Part]:
    before = row.division.rounds.filter(number=row.number - 1).first()
    if before is not None:
        before.division = row.division
        yield from _part(BEFORE, before, {})
    for name in PACK:
        subject: models.Model = row if registry.find(name).scope == "round" else row.division
        yield from _part(name, subject, {"round": row.number})


def _part(name: str, subject: models.Model, options: Mapping[str, Any]) -> Iterator[Part]:
    known = registry.find(name)
    try:
        yield Part(known, known.build(subject, options))
    except Refused:
        return
