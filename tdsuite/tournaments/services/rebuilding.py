"""Make an event again from its record alone, in an empty database, and compare the two."""

from dataclasses import dataclass

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from tdsuite.platform.audit.actions import ACTIONS, Touches
from tdsuite.platform.audit.rebuilding import NotRebuilt, in_database, read_record, replay, row_differences, rows_of
from ..models import Tournament
from ..reads import history
from .decision import Refused, own_event


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What came out.

    Attributes:
        records, rows, divisions: how many records were replayed, rows compared, standings compared.
        differences: what is not equal, as sentences; empty where everything is.
    """

    records: int
    rows: int
    divisions: int
    differences: tuple[str, ...]


def rebuild(tournament: Tournament, other: BaseDatabaseWrapper) -> Rebuilt:
    """Make an event again from its record, in a database of the suite that is empty.

    Args:
        other: the connection to that database.

    Raises:
        Refused: code ``holds_events`` when there is an event in it.
    """
    require_empty(other)
    with transaction.atomic():
        own_event(tournament)
        source, live, tables = read_record(tournament), rows_of(tournament), _standings(tournament)
    with in_database(other):
        try:
            replay(source)
        except NotRebuilt as error:
            return Rebuilt(len(source.records), 0, 0, (str(error),))
        for record in source.records:
            action = ACTIONS.get(record.action)
            if action is not None and action.touches & Touches.FOR_GOOD:
                Tournament.objects.filter(pk=tournament.pk).update(first_result_at=record.at)
                break
        rebuilt = rows_of(tournament)
        again = _standings(tournament)
    differences = list(row_differences(live, rebuilt))
    for code in sorted(tables.keys() | again.keys()):
        if tables.get(code) != again.get(code):
            differences.append(f"division {code}: the standings are not the same")
    return Rebuilt(len(source.records), len(live), len(tables), tuple(differences))


def require_empty(other: BaseDatabaseWrapper) -> None:
    """Raises Refused where there is an event in a database, whichever version of the suite made its tables."""
    with in_database(other):
        if Tournament._meta.db_table in other.introspection.table_names() and Tournament.objects.exists():
            raise Refused("This database holds events already: name one that is empty.", code="holds_events")


def _standings(tournament: Tournament) -> dict[str, object]:
    """The standings of every division after every round, by its short name."""
    divisions = tournament.divisions.model.objects.filter(tournament=tournament.pk).select_related("tournament")
    return {division.code: history(division).standings_by_round() for division in divisions}
