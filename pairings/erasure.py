"""What this app's rows hold about a person."""

from typing import Any

from tdsuite.tournaments.models import Entry
from tdsuite.tournaments.services.erasure import Person
from tdsuite.tournaments.services.personal import holds
from .models import PairingSettings


def _asked(row: Any, person: Person) -> dict[str, Any]:
    """What pairings heed of the person; who else is of their family is not said."""
    numbers = set(
        Entry.objects.filter(pk__in=person.entries, division=row.division_id).values_list("number", flat=True)
    )
    facts = {
        "in a family": any(not numbers.isdisjoint(family) for family in row.families),
        "would rather have the bye": not numbers.isdisjoint(row.volunteers),
        "board rules": sum(bool({board.get("one"), board.get("two")} & numbers) for board in row.boards),
    }
    return {"division": row.division_id, **facts} if any(facts.values()) else {}


holds(
    "what pairings heed",
    PairingSettings,
    lambda person: PairingSettings.objects.filter(division__entries__in=person.entries),
    show=_asked,
)
