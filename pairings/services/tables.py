"""The names of a division's tables."""

from tdsuite.tournaments.engine.tables import BadTablePlan, parse_tables
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused


def tables_of(division: Division) -> tuple[str, ...]:
    """The names of the division's tables in order; none where boards are numbered from 1. Raises Refused."""
    try:
        return parse_tables(division.table_plan.get("tables", ""))
    except BadTablePlan as error:
        raise Refused(
            f"The table plan of {division} cannot be read: {error} Mend it in the division's settings."
        ) from error
