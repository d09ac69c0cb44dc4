"""Private words about a person that stand in the kernel's rows."""

from .models import TableNeed
from .services.erasure import Person, erases


@erases("table needs")
def table_needs(person: Person) -> int:
    """What a player's table must be may tell of an illness."""
    return TableNeed.objects.filter(entry__in=person.entries).delete()[0]
