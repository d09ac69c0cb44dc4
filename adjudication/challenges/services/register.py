"""The register of an event's challenges: searched. Words are for officials; no page says which failed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from adjudication.challenges.engine.slips import OPEN
from adjudication.challenges.models import ChallengeSlip, SlipQuerySet
from adjudication.challenges.services.slip_decisions import is_official
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for; "" and None find everything.

    Attributes:
        text: a player's name, or for officials a word on a slip.
    """

    text: str = ""
    division: str = ""
    round: int | None = None
    table: str = ""
    upheld: bool | None = None


@dataclass(frozen=True, slots=True)
class RegisterLine:
    """One challenge in the register.

    Attributes:
        words: () for everybody but officials.
        count: how many words were judged, or stand on the slip until then.
        opinions: how many adjudicators gave one.
    """

    slip: ChallengeSlip
    words: tuple[str, ...]
    count: int
    opinions: int


def search_register(*, by: Actor, tournament: Tournament, search: Search) -> Sequence[RegisterLine]:
    """The challenges of an event, in the order of its divisions and their numbers. Two queries, however many there are."""
    require(by, tournament, Can.SEE_EVENT)
    official = is_official(by, tournament)
    slips = _matching(tournament, search).with_people().prefetch_related("verdicts")
    lines = [
        RegisterLine(
            slip=slip,
            words=slip.words_to_show if official else (),
            count=len(slip.written) if slip.state in OPEN else slip.words,  # what was keyed is not for the next to see
            opinions=len(slip.verdicts.all()),
        )
        for slip in slips.order_by("division__position", "division_id", "number")
    ]
    text = search.text.strip().casefold()
    return [line for line in lines if any(text in entry.casefold() for entry in _searched(line))]


def _searched(line: RegisterLine) -> tuple[str, ...]:
    return (str(line.slip.challenger.player), str(line.slip.challenged.player), *line.words)


def _matching(tournament: Tournament, search: Search) -> SlipQuerySet:
    slips = ChallengeSlip.objects.of_tournament(tournament)
    if search.division:
        slips = slips.filter(division__code=search.division)
    if search.round is not None:
        slips = slips.filter(game__round__number=search.round)
    if search.table:
        tables = Q(game__table_name=search.table)
        if search.table.isdecimal() and len(search.table) < 5:
            tables |= Q(game__table_name="", game__board=int(search.table))
        slips = slips.filter(tables)
    if search.upheld is not None:
        slips = slips.settled().filter(acceptable=not search.upheld)
    return slips
